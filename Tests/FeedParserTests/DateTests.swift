import Foundation
import Testing

@testable import FeedParser

struct DateTests {
    @Test(arguments: [
        "Thu, 05 Nov 2026 09:30:00 +0100", "05 Nov 2026 08:30:00 GMT", "Thu, 5 Nov 2026 08:30 UT",
        "Thu, 05 Nov 26 08:30:00 Z", "Thu, 05 Nov 2026 03:30:00 EST", "Thu, 05 Nov 2026 00:30:00 PST",
        "Thursday, 5 November 2026 08:30:00 +0000 (UTC)", "Mon, 05 Nov 2026 08:30:00 GMT", "5-Nov-2026 08:30:00 GMT",
        "Thu, 05 Nov 2026 10:30:00 GMT+0200", "Thu, 05 Nov 2026 03:30:00 -0500 EST", "Thu,05 Nov 2026 08:30:00",
        " 05 Nov 2026 09:30:00 CET\n",
        "2026-11-05T08:30:00Z", "2026-11-05T09:30:00+01:00", "2026-11-04T22:00:00-10:30", "2026-11-05T08:30Z",
        "2026-11-05t08:30:00.000z", "2026-11-05 08:30:00", "2026-11-05T08:30:00 +0000"
    ])
    func `the same moment is read from every notation of it`(text: String) throws {
        #expect(try Date(inFeed: text) == Date(utc: "2026-11-05T08:30:00Z"))
    }

    @Test(arguments: [
        ("2026", "2026-01-01T00:00:00Z"), ("2026-11", "2026-11-01T00:00:00Z"), ("2026-11-05", "2026-11-05T00:00:00Z"),
        ("5 Nov 2026", "2026-11-05T00:00:00Z"), ("01 Jan 49 00:00 GMT", "2049-01-01T00:00:00Z"),
        ("01 Jan 50 00:00 GMT", "1950-01-01T00:00:00Z"), ("29 Feb 2024 00:00 GMT", "2024-02-29T00:00:00Z"),
        ("31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"), ("1600-03-01", "1600-03-01T00:00:00Z")
    ])
    func `short and rare dates mean what their standards say`(text: String, moment: String) throws {
        #expect(try Date(inFeed: text) == Date(utc: moment))
    }

    @Test(arguments: [
        "", "yesterday", "30 Feb 2026 00:00:00 GMT", "29 Feb 2026 00:00:00 GMT", "31 Nov 2026 00:00:00 GMT",
        "2026-13-01", "2026-00-10", "2026-02-30T00:00:00Z", "2026-11-05T24:01:00Z", "2026-11-05T08:60:00Z",
        "2026-11-05T08:30:61Z", "2026-11-05T08:30:00+25:00", "05 Nov 2026 08:30:00 +0199", "0000-01-01",
        "05 Nov 2026 08:30:00 XYZ", "05 Nov 2026 08:30:00 EST-0500", "05 Nov 2026 08:30:00 +0000 ?",
        "05 Nov 2026 08:30:00 GMT and more", "05 Foo 2026", "99999999999999999999",
        "2026-11-05T08:30:00.Z extra", "Thu, 05 Nov", "2026-11-"
    ])
    func `a date that never was is no date`(text: String) {
        #expect(Date(inFeed: text) == nil)
    }

    @Test func `every day of four centuries is the day after the one before`() {
        // Four centuries have 146,097 days, of which 135,140 lie before 1970.
        var expected = -135_140 * 86_400.0
        var mismatches = 0
        for year in 1600..<2000 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let date = CivilTime(year: year, month: month, day: day).date else { continue }
                    if date.timeIntervalSince1970 != expected { mismatches += 1 }
                    expected += 86_400
                }
            }
        }
        #expect(mismatches == 0)
        #expect(Date(timeIntervalSince1970: expected) == CivilTime(year: 2000).date)
    }
}
