package import FoundationEssentials
import Glibc
import Library
import System
import Typesetting

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
    fileprivate var dayOfMonth: String { "\(parts.tm_mday) \(month)" }

    /// "Nov 2026".
    fileprivate var monthOfYear: String { "\(month) \(year)" }

    package var year: String { "\(Int(parts.tm_year) + 1900)" }

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

/// An item's age or date, short enough for a column.
package struct Age {
    /// "now", "5m", "2h" or "3d". Older than two weeks: the day, such as "6 Nov". Much older: the month, such as "Jun
    /// 2024", or only the year if there is no room.
    package let text: String

    /// Days within which a month is clear without its year.
    private static let daysOfMonths = 300

    /// `format` is the user's date format for strftime(3), in which `%L` stands for the number of days ago.
    package init(of date: Date, at now: Date, format: String = "", isNarrow: Bool = false) {
        guard format.isEmpty else {
            text = Self.text(of: date, at: now, format: format)
            return
        }
        let minutes = Int(max(0, min(now.timeIntervalSince(date), 1e11)) / 60)
        text =
            switch minutes {
            case 0: "now"
            case ..<60: "\(minutes)m"
            case ..<(24 * 60): "\(minutes / 60)h"
            case ..<(14 * 24 * 60): "\(minutes / (24 * 60))d"
            case ..<(Self.daysOfMonths * 24 * 60): LocalTime(date).dayOfMonth
            default: isNarrow ? LocalTime(date).year : LocalTime(date).monthOfYear
            }
    }

    private static func text(of date: Date, at now: Date, format: String) -> String {
        // Calendar days, as in the list of today's items. A day may have 23 or 25 hours.
        let today = LocalTime.startOfDay(now)
        let days =
            date >= today ? 0 : Int(min(today.timeIntervalSince(LocalTime.startOfDay(date)), 1e11) / 86_400 + 0.5)
        let age = days == 0 ? "today" : days.counted("day") + " ago"
        return date.inLocalTime(
            format.split(separator: "%L", omittingEmptySubsequences: false).joined(separator: age))
    }
}

/// The column of dates in a list, with the same width in all rows.
package struct DateColumn {
    package let width: Int
    private let now: Date
    private let format: String
    private let isNarrow: Bool

    /// `format` is the user's date format, as for `Age`.
    package init(at now: Date, format: String, isNarrow: Bool) {
        (self.now, self.format, self.isNarrow) = (now, format, isNarrow)
        // Not all dates of the list are known, so the width is that of the longest possible date.
        width =
            format.isEmpty
            ? isNarrow ? 6 : 8
            : Age(of: Self.longest, at: Self.longest.addingTimeInterval(999 * 86_400), format: format).text.cellWidth
    }

    /// A Wednesday in September, late in the month and at noon.
    private static let longest = Date(timeIntervalSince1970: 1_664_366_400)

    /// Whether dates have to be as short as possible.
    package static func isNarrow(_ columns: Int) -> Bool { columns < 56 }

    package func text(of date: Date) -> String { Age(of: date, at: now, format: format, isNarrow: isNarrow).text }
}
