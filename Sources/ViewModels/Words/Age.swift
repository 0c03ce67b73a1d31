package import FoundationEssentials
import Spelling

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
        return LocalTime(date).written(
            as: format.split(separator: "%L", omittingEmptySubsequences: false).joined(separator: age))
    }
}
