package import FoundationEssentials

/// How long ago something was, as short as a column of a list wants it.
package struct Age {
    /// "now", "5m", "2h", "3d", and the day itself when that is longer ago than a fortnight.
    package private(set) var text: String

    /// As the person wants dates to be written, which is what strftime(3) takes and `%L` for how many days ago it was.
    package init(of date: Date, at now: Date, format: String) {
        self = Age(of: date, at: now)
        if !format.isEmpty { text = Self.text(of: date, at: now, format: format) }
    }

    package init(of date: Date, at now: Date) {
        let minutes = Int(max(0, min(now.timeIntervalSince(date), 1e11)) / 60)
        text =
            switch minutes {
            case 0: "now"
            case ..<60: "\(minutes)m"
            case ..<(24 * 60): "\(minutes / 60)h"
            case ..<(14 * 24 * 60): "\(minutes / (24 * 60))d"
            default: ClockTime(date).day
            }
    }

    private static func text(of date: Date, at now: Date, format: String) -> String {
        let days = Int(max(0, min(now.timeIntervalSince(date), 1e11)) / 86_400)
        let age = days == 0 ? "today" : "\(days) \(days == 1 ? "day" : "days") ago"
        return ClockTime(date).written(
            as: format.split(separator: "%L", omittingEmptySubsequences: false).joined(separator: age))
    }
}
