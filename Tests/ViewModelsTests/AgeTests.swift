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
    func `an age is as short as possible`(seconds: TimeInterval, text: String) {
        #expect(Age(of: now - seconds, at: now).text == text)
    }

    @Test func `the age of an old item is its day, and of a very old one its month or year`() {
        #expect(Age(of: now - 40 * 86400, at: now).text.hasSuffix(" Oct"))
        #expect(Age(of: now - 400 * 86400, at: now).text == "Oct 2022")
        #expect(Age(of: now - 400 * 86400, at: now, isNarrow: true).text == "2022")
    }

    @Test func `an age counts calendar days if the format asks for them`() {
        let midnight = LocalTime.startOfDay(now)
        for (seconds, text) in [(0.0, "today"), (-1, "1 day ago"), (-86_400, "1 day ago"), (-86_401, "2 days ago")] {
            let late = midnight + 20 * 3600
            #expect(Age(of: midnight + seconds, at: late, format: "%L").text == text)
        }
    }

    @Test(arguments: ["", "%A, %d %B %Y", "%L", "%H:%M"], [true, false])
    func `an age fits the column of a list, whatever the date`(format: String, isNarrow: Bool) {
        let column = DateColumn(at: now, format: format, isNarrow: isNarrow)
        for days in 0..<900 { #expect(column.text(of: now - Double(days) * 86_400).utf8.count <= column.width) }
    }

    @Test(arguments: [Double.infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
    func `the age of an impossible date causes no crash`(seconds: Double) {
        #expect(!Age(of: Date(timeIntervalSince1970: seconds), at: now).text.isEmpty)
        #expect(!LocalTime(Date(timeIntervalSince1970: seconds)).spelledOut.isEmpty)
    }
}
