import Foundation
import Testing

@testable import FeedParser

struct DateTests {
    /// Formats of 5 November 2026, 08:30 UTC.
    @Test(arguments: [
        // Mail's format as in RFC 1123, and its variants in feeds.
        "Thu, 05 Nov 2026 08:30:00 GMT", "Thu, 05 Nov 2026 09:30:00 +0100", "Thu, 5 Nov 2026 08:30:00 UTC",
        "05 Nov 2026 08:30:00 GMT", "Thu, 5 Nov 2026 08:30 UT", "Thu, 05 Nov 26 08:30:00 Z",
        "tHU, 05 nOV 2026 08:30:00 gmt",
        "Thursday, 5 November 2026 08:30:00 +0000 (UTC)", "Mon, 05 Nov 2026 08:30:00 GMT",
        "Thu , 05 Nov 2026 08:30:00 GMT",
        "Thu,05 Nov 2026 08:30:00", "Thu, 5, Nov 2026 8:30", " 05 Nov 2026 09:30:00 CET\n",
        "Thu 05 Nov 2026, 08:30:00 GMT",
        "Thu,\r\n 05 Nov 2026\t08:30:00 GMT", "Thu, 5th Nov 2026 08:30:00 GMT", "Thu, 05 Nov. 2026 08:30:00 GMT",
        "Thursday, 05-Nov-26 08:30:00 GMT", "5-Nov-2026 08:30:00 GMT", "5 Nov 2026 08:30:0 GMT", "5 Nov 126 08:30 GMT",
        "Thu(urs), 5(th (of many\\))) Nov(ember) 2026 08:30:00 +0000(GMT (yes))",
        // Zones.
        "Thu, 05 Nov 2026 03:30:00 EST", "Thu, 05 Nov 2026 00:30:00 PST", "Thu, 05 Nov 2026 03:30:00 -0500 EST",
        "Thu, 05 Nov 2026 03:30:00 EST-0500", "Thu, 05 Nov 2026 10:30:00 GMT+0200", "Thu, 05 Nov 2026 10:30:00 UTC+2",
        "Thu, 05 Nov 2026 10:30:00 +02:00", "Thu, 05 Nov 2026 10:30:00 +2", "Thu, 05 Nov 2026 10:30:00 +02",
        "Thu, 05 Nov 2026 01:30:00 --0700", "Thu, 05 Nov 2026 10:30:00+0200",
        "Thu, 05 Nov 2026 10:30:00 GMT+02:00 (EET)",
        "Thu, 05 Nov 2026 08:30:00 Q", "Thu, 05 Nov 2026 08:30:00 XYZ", "Thu, 05 Nov 2026 08:30:00 Etc/GMT",
        // RFC 3339 and the rest of ISO 8601.
        "2026-11-05T08:30:00Z", "2026-11-05T09:30:00+01:00", "2026-11-04T22:00:00-10:30", "2026-11-05T08:30Z",
        "2026-11-05t08:30:00.000z", "2026-11-05T08:30:00.000Z", "2026-11-05T09:30:00.000000000000+01:00",
        "2026-11-05 08:30:00", "2026-11-05T08:30:00 +0000", "2026-11-05T09:30:00+0100",
        "2026-11-05 T 08:30:00Z", "2026-11-05T09:30:00 +01", "2026-11-05T08:30:00,0Z", "2026-11-5T8:30:00Z",
        "20261105T083000Z", "2026-11-05T083000Z", "20261105T08:30:00Z", "20261105083000", "2026-309T08:30Z",
        "2026309T0830Z", "2026-W45-4T08:30Z", "2026W454T0830Z", "2026-11-05T09:30:00+01:00Z",
        "2026-11-05T08:30:00+00:00:00",
        "2026-11-05 03:30:00 EST", "2026-11-05 at 08:30:00", "2026-11-05T08:30:00:+0000",
        // The output of programs.
        "Thu Nov  5 08:30:00 2026", "Thu Nov  5 08:30:00 UTC 2026", "Thu Nov 05 09:30:00 +0100 2026",
        "Thu Nov 05 2026 09:30:00 GMT+0100 (Central European Standard Time)", "2026-11-05 08:30:00.0",
        "2026/11/05 08:30:00", "Thu, 2026/11/05 03:30:00 EST", "2026.11.05 08:30", "1793867400", "1793867400000",
        // Written by people.
        "Nov 5, 2026 08:30", "November 5, 2026, 8:30 a.m.", "Thursday, November 05, 2026 - 8:30am", "Nov 5 2026 8:30AM",
        "November 5th, 2026 at 08:30", "5.11.2026 08:30", "08:30 05.11.2026", "5-11-2026 08:30:00",
        "11/5/2026 8:30:00 AM",
        "5. November 2026, 08:30 Uhr", "05.11.26 08:30"
    ])
    func `a moment is read in every format`(text: String) throws {
        #expect(try Date(inFeed: text) == Date(utc: "2026-11-05T08:30:00Z"))
    }

    @Test(arguments: [
        "Do, 05 Nov 2026 08:30:00 GMT", "jeudi 5 novembre 2026 à 8h30", "jeu., 05 nov. 2026 08:30:00 +0000",
        "5 de noviembre de 2026 08:30", "5 novembro 2026 08:30", "giovedì 5 novembre 2026 08:30",
        "czw, 05 lis 2026 08:30",
        "5 listopada 2026 08:30", "čt, 5. listopadu 2026 08:30", "5 ноября 2026 г. 08:30", "чт, 05 ноя 2026 08:30:00",
        "5 листопада 2026 08:30", "Πεμ, 05 Νοέ 2026 08:30:00 GMT", "2026-november-05T9:30+01:00", "5 Kasım 2026 08:30",
        "5. marraskuuta 2026 klo 08:30", "torsdag 5 november 2026 kl. 08:30", "5 نوفمبر 2026 08:30", "2026年11月5日 8:30",
        "2026年11月5日(木) 08時30分", "2026年11月05日 上午8:30", "2026년 11월 5일 17:30:00", "2026-11-05 오후 5:30:00",
        "2026. 11. 5. 오후 5:30", "2026年11月5日 午後5:30"
    ])
    func `a moment is read in many languages`(text: String) throws {
        #expect(try Date(inFeed: text) == Date(utc: "2026-11-05T08:30:00Z"))
    }

    @Test(arguments: [
        ("janv.", "mars", "juil.", "août", "déc."), ("Jan", "Mär", "Juli", "August", "Dez"),
        ("ene", "marzo", "julio", "ago", "dic"), ("gen", "mar", "luglio", "ago", "dic"),
        ("янв", "марта", "июл", "авг", "дек"), ("Ιαν", "Μάρ", "Ιούλ", "Αύγ", "Δεκ"),
        ("január", "március", "július", "augusztus", "december"), ("sty", "mar", "lip", "sie", "gru"),
        ("led", "bře", "čvc", "srp", "pro"), ("Oca", "Mar", "Tem", "Ağu", "Ara"), ("jan", "mrt", "jul", "aug", "dec")
    ])
    func `a month is recognised by the beginning of its name`(
        january: String, march: String, july: String, august: String, december: String
    ) throws {
        for (name, month) in [(january, "01"), (march, "03"), (july, "07"), (august, "08"), (december, "12")] {
            #expect(try Date(inFeed: "5 \(name) 2026 08:30") == Date(utc: "2026-\(month)-05T08:30:00Z"))
        }
    }

    @Test func `another month decides if a word is a month and a weekday`() throws {
        #expect(try Date(inFeed: "mar, 03 nov 2026") == Date(utc: "2026-11-03T00:00:00Z"))
        #expect(try Date(inFeed: "mar, 03 mar 2026") == Date(utc: "2026-03-03T00:00:00Z"))
    }

    @Test(arguments: [
        ("2026", "2026-01-01T00:00:00Z"), ("2026-11", "2026-11-01T00:00:00Z"), ("2026-11-05", "2026-11-05T00:00:00Z"),
        ("20261105", "2026-11-05T00:00:00Z"), ("2026-309", "2026-11-05T00:00:00Z"), ("2026309", "2026-11-05T00:00:00Z"),
        ("2026-W45", "2026-11-02T00:00:00Z"), ("2026-W01-1", "2025-12-29T00:00:00Z"),
        ("2020-W53-7", "2021-01-03T00:00:00Z"), ("2026-11-05T08", "2026-11-05T08:00:00Z"),
        ("2026-11-05T08:30:00.5Z", "2026-11-05T08:30:00.5Z"),
        ("5 Nov 2026", "2026-11-05T00:00:00Z"), ("November 2026", "2026-11-01T00:00:00Z"),
        ("2026年11月", "2026-11-01T00:00:00Z"), ("25/12/2026", "2026-12-25T00:00:00Z"),
        ("12/25/2026", "2026-12-25T00:00:00Z"),
        ("01 Jan 49 00:00 GMT", "2049-01-01T00:00:00Z"), ("01 Jan 50 00:00 GMT", "1950-01-01T00:00:00Z"),
        ("29 Feb 2024 00:00 GMT", "2024-02-29T00:00:00Z"), ("31 Dec 2016 23:59:60 GMT", "2017-01-01T00:00:00Z"),
        ("2026-11-05T24:00:00Z", "2026-11-06T00:00:00Z"), ("31 Dec 2026 24:00:00 GMT", "2027-01-01T00:00:00Z"),
        ("5 Nov 2026 12:15 AM", "2026-11-05T00:15:00Z"), ("5 Nov 2026 12:15 PM", "2026-11-05T12:15:00Z"),
        ("1600-03-01", "1600-03-01T00:00:00Z"), ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z")
    ])
    func `short and rare dates mean what their standards say`(text: String, moment: String) throws {
        let fraction = moment.contains(".") ? 0.5 : 0
        let whole = try Date(utc: moment.replacing(".5", with: ""))
        #expect(Date(inFeed: text) == whole.addingTimeInterval(fraction))
    }

    @Test(arguments: [
        "", "yesterday", "30 Feb 2026 00:00:00 GMT", "29 Feb 2026 00:00:00 GMT", "31 Nov 2026 00:00:00 GMT",
        "Thu, 32 Nov 2026 00:00:00 GMT", "Thu, -1 Nov 2026 00:00:00 GMT", "Thu, 05 Nov 2026 25:00:00 GMT",
        "2026-13-01", "2026-00-10", "2026-02-30T00:00:00Z", "2026-11-05T24:01:00Z", "2026-11-05T08:60:00Z",
        "2026-11-05T08:30:61Z", "2026-11-05T08:30:00+25:00", "05 Nov 2026 08:30:00 +0199", "0000-01-01", "2026-366",
        "2026-000", "2026-W54-1", "2026-W45-8", "2026-W00-1", "05 Nov 2026 08:30:00 EST+0200",
        "05 Nov 2026 08:30:00 +0000 ?",
        "05 Nov 2026 08:30:00 GMT and more", "05 Foo 2026", "99999999999999999999", "Thu, 05 Nov 99999 08:30:00 GMT",
        "2026-11-05T08:30:00.Z extra", "Thu, 05 Nov", "2026-11-", "11-05T08:30:00Z", "5 Nov 2026 08:30 09:30",
        "Nov Dec 5 2026", "08:30:00", "GMT", "%s %d", "2026-11-05T08:30:00\u{202E}Z", "5 Nov 2026 08:30 GMT\u{1B}[2J"
    ])
    func `a date that doesn't exist is refused`(text: String) {
        #expect(Date(inFeed: text) == nil)
    }

    @Test(arguments: ["05/11/2026", "5/11/26 08:30", "06-11-05", "101126"])
    func `an ambiguous date is refused`(text: String) {
        #expect(Date(inFeed: text) == nil)
    }

    @Test func `a long text isn't searched for a date`() {
        for text in ["-", "9", "(", "Nov ", "年"] {
            #expect(Date(inFeed: String(repeating: text, count: 1_000_000)) == nil)
        }
    }

    @Test func `every day of four centuries follows the one before`() {
        // Four centuries have 146,097 days, of which 135,140 are before 1970.
        var expected = -135_140
        for year in 1600..<2000 {
            for month in 1...12 {
                for day in 1...31 {
                    guard let civilDay = CivilDay(year: year, month: month, day: day) else { continue }
                    if civilDay.daysSince1970 != expected { Issue.record("\(year)-\(month)-\(day)") }
                    expected += 1
                }
            }
        }
        #expect(expected == CivilDay(year: 2000, month: 1, day: 1)?.daysSince1970)
    }

    @Test func `the days of every week of a century match the calendar`() {
        var expected = CivilDay(year: 1949, month: 12, day: 26)?.daysSince1970 ?? 0
        for year in 1949..<2050 {
            for week in (year == 1949 ? 52 : 1)...53 {
                for weekday in 1...7 {
                    guard let day = CivilDay(year: year, week: week, weekday: weekday) else { continue }
                    if day.daysSince1970 != expected { Issue.record("\(year)-W\(week)-\(weekday)") }
                    expected += 1
                }
            }
        }
        #expect(expected == CivilDay(year: 2050, month: 1, day: 3)?.daysSince1970)
    }
}
