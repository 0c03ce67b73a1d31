package import FoundationEssentials
import Glibc

/// A moment as the clock on this person's wall shows it.
///
/// The zone is asked of the system: FoundationEssentials takes every machine's for GMT.
package struct ClockTime {
    private let parts: tm

    package init(_ date: Date) {
        // Years beyond any calendar, from a hostile library, would overflow the conversion.
        var seconds = time_t(max(-1e11, min(1e11, date.timeIntervalSince1970)))
        var parts = tm()
        localtime_r(&seconds, &parts)
        self.parts = parts
    }

    /// "21 November 2026, 05:10".
    package var spelledOut: String {
        "\(parts.tm_mday) \(Self.months[Int(parts.tm_mon)]) \(year), \(timeOfDay)"
    }

    /// "05:10".
    package var timeOfDay: String { "\(Self.twoDigits(parts.tm_hour)):\(Self.twoDigits(parts.tm_min))" }

    /// "2026-11-21 05:10".
    package var minute: String {
        "\(year)-\(Self.twoDigits(parts.tm_mon + 1))-\(Self.twoDigits(parts.tm_mday)) \(Self.twoDigits(parts.tm_hour)):\(Self.twoDigits(parts.tm_min))"
    }

    /// "21 Nov 2026".
    package var day: String { "\(dayOfMonth) \(year)" }

    /// "21 Nov".
    package var dayOfMonth: String { "\(parts.tm_mday) \(month)" }

    /// "Nov 2026".
    package var monthOfYear: String { "\(month) \(year)" }

    package var year: String { "\(Int(parts.tm_year) + 1900)" }

    /// As strftime(3) writes it; nothing where that is longer than any list has room for.
    package func written(as format: String) -> String {
        var parts = parts
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, strftime(start, buffer.count, format, &parts) > 0 else { return "" }
            return String(cString: start)
        }
    }

    /// The last midnight.
    static func startOfDay(_ now: Date) -> Date {
        var parts = ClockTime(now).parts
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
        // Whether the clock was put forward since is for mktime to say.
        parts.tm_isdst = -1
        return Date(timeIntervalSince1970: Double(mktime(&parts)))
    }

    /// Of today only the time, "05:10"; else with the day, "21 Nov 2026, 05:10".
    package func brief(at now: Date) -> String {
        let time = "\(Self.twoDigits(parts.tm_hour)):\(Self.twoDigits(parts.tm_min))"
        return day == ClockTime(now).day ? time : "\(day), \(time)"
    }

    private var month: String { Self.shortMonths[Int(parts.tm_mon)] }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December"
    ]

    private static let shortMonths = months.map { String($0.prefix(3)) }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
