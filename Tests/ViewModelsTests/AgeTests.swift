import Foundation
import Testing

@testable import ViewModels

@Suite struct `An age` {
    private let now = Date(timeIntervalSince1970: 1_700_000_000)

    @Test(
        arguments: [
            (0.0, "now"), (59, "now"), (60, "1m"), (3599, "59m"), (3600, "1h"), (86399, "23h"), (86400, "1d"),
            (13 * 86400, "13d"), (-5, "now")
        ] as [(TimeInterval, String)])
    func `is told as short as can be`(seconds: TimeInterval, text: String) {
        #expect(Age(of: now - seconds, at: now).text == text)
    }

    @Test func `of more than a fortnight is the day itself, and of long ago the month or the year`() {
        #expect(Age(of: now - 40 * 86400, at: now).text.hasSuffix(" Oct"))
        #expect(Age(of: now - 400 * 86400, at: now).text == "Oct 2022")
        #expect(Age(of: now - 400 * 86400, at: now, isNarrow: true).text == "2022")
    }

    @Test func `counts days as a calendar does, where the person wants them counted`() {
        let midnight = ClockTime.startOfDay(now)
        for (seconds, text) in [(0.0, "today"), (-1, "1 day ago"), (-86_400, "1 day ago"), (-86_401, "2 days ago")] {
            let late = midnight + 20 * 3600
            #expect(Age(of: midnight + seconds, at: late, format: "%L").text == text)
        }
    }

    @Test(arguments: ["", "%A, %d %B %Y", "%L", "%H:%M"], [true, false])
    func `fits the column of a list, whenever it was`(format: String, isNarrow: Bool) {
        let column = DateColumn(at: now, format: format, isNarrow: isNarrow)
        for days in 0..<900 { #expect(column.text(of: now - Double(days) * 86_400).utf8.count <= column.width) }
    }

    @Test(arguments: [Double.infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
    func `of a date that no calendar has is no crash`(seconds: Double) {
        #expect(!Age(of: Date(timeIntervalSince1970: seconds), at: now).text.isEmpty)
        #expect(!ClockTime(Date(timeIntervalSince1970: seconds)).spelledOut.isEmpty)
    }
}
