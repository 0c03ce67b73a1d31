package import FoundationEssentials
import Spelling

/// How long ago something was, as short as a column of a list wants it.
package struct Age {
    /// "now", "5m", "2h", "3d", and when that is longer ago than a fortnight the day, or the month of long ago: "6 Nov",
    /// "Jun 2024", and where there is no room for that the year.
    package let text: String

    /// Within so many days each month is known without its year.
    private static let daysOfMonths = 300

    /// As the person wants dates to be written, which is what strftime(3) takes and `%L` for how many days ago it was.
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
            case ..<(Self.daysOfMonths * 24 * 60): ClockTime(date).dayOfMonth
            default: isNarrow ? ClockTime(date).year : ClockTime(date).monthOfYear
            }
    }

    private static func text(of date: Date, at now: Date, format: String) -> String {
        // Days of the calendar, as the list of today's items has them; one may be an hour shorter.
        let today = ClockTime.startOfDay(now)
        let days =
            date >= today ? 0 : Int(min(today.timeIntervalSince(ClockTime.startOfDay(date)), 1e11) / 86_400 + 0.5)
        let age = days == 0 ? "today" : days.counted("day") + " ago"
        return ClockTime(date).written(
            as: format.split(separator: "%L", omittingEmptySubsequences: false).joined(separator: age))
    }
}
