package import FoundationEssentials

/// How long ago something was, as short as a column of a list wants it.
package struct Age {
    /// "now", "5m", "2h", "3d", and the day itself when that is longer ago than a fortnight.
    package let text: String

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
}
