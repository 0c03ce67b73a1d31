package import FoundationEssentials
import Glibc

/// A moment in the user's time zone.
///
/// Uses the system's conversion, because FoundationEssentials takes every time zone for GMT.
package struct LocalTime {
    private let parts: tm

    package init(_ date: Date) {
        // Dates from a hostile library could overflow the conversion.
        var seconds = time_t(max(-1e11, min(1e11, date.timeIntervalSince1970)))
        var parts = tm()
        localtime_r(&seconds, &parts)
        self.parts = parts
    }

    /// The first whole minute from then on, for what must not be done before.
    package init(minuteAfter date: Date) { self.init(date + 59) }

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

    /// The date in a format of strftime(3); empty if it is too long for any list.
    package func written(as format: String) -> String {
        var parts = parts
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress, strftime(start, buffer.count, format, &parts) > 0 else { return "" }
            return String(cString: start)
        }
    }

    /// The last midnight.
    static func startOfDay(_ now: Date) -> Date {
        var parts = LocalTime(now).parts
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (0, 0, 0)
        // Lets mktime find out whether daylight saving time applied.
        parts.tm_isdst = -1
        return Date(timeIntervalSince1970: Double(mktime(&parts)))
    }

    /// The time for today, "05:10"; otherwise with the day, "21 Nov 2026, 05:10".
    package func brief(at now: Date) -> String {
        let time = "\(Self.twoDigits(parts.tm_hour)):\(Self.twoDigits(parts.tm_min))"
        return day == LocalTime(now).day ? time : "\(day), \(time)"
    }

    private var month: String { Self.shortMonths[Int(parts.tm_mon)] }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December"
    ]

    private static let shortMonths = months.map { String($0.prefix(3)) }

    private static func twoDigits(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
