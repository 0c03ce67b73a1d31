import FeedParser
import FoundationEssentials

/// The hours and days in UTC for which a feed announces no items.
struct SkippedTimes {
    private let hours: Set<Int>
    private let days: Set<Int>

    /// If all hours or all days are skipped, the feed's hint is ignored.
    init(_ hints: ScheduleHints) {
        let (hours, days) = (hints.skippedHours, hints.skippedDays)
        self.hours = (0..<24).allSatisfy(hours.contains) ? [] : hours
        self.days = (0..<7).allSatisfy(days.contains) ? [] : days
    }

    /// The first moment from `date` on that isn't skipped.
    func end(from date: Date) -> Date {
        guard !hours.isEmpty || !days.isEmpty, abs(date.timeIntervalSince1970) < 1e11 else { return date }
        let start = Int((date.timeIntervalSince1970 / 3600).rounded(.down))
        // Everything repeats after a week, so one of these hours is open.
        let open = (start...(start + 7 * 24)).first { !isSkipped(hour: $0) } ?? start
        return open == start ? date : Date(timeIntervalSince1970: Double(open) * 3600)
    }

    /// The hour is counted from 1970.
    private func isSkipped(hour: Int) -> Bool {
        let day = hour >= 0 ? hour / 24 : (hour - 23) / 24
        // 1 January 1970 was a Thursday.
        return hours.contains(hour - day * 24) || days.contains(((day + 4) % 7 + 7) % 7)
    }
}
