import FeedParser
import FoundationEssentials

/// The hours and days of UTC in which a feed says that nothing comes.
struct SkippedTimes {
    private let hours: Set<Int>
    private let days: Set<Int>

    /// A feed that leaves no hour or no day has not thought about it, and is taken to say nothing.
    init(_ hints: ScheduleHints) {
        let (hours, days) = (hints.skippedHours, hints.skippedDays)
        self.hours = (0..<24).allSatisfy(hours.contains) ? [] : hours
        self.days = (0..<7).allSatisfy(days.contains) ? [] : days
    }

    /// The first moment from a date on that is in none of them.
    func end(from date: Date) -> Date {
        guard !hours.isEmpty || !days.isEmpty, abs(date.timeIntervalSince1970) < 1e11 else { return date }
        let start = Int((date.timeIntervalSince1970 / 3600).rounded(.down))
        // In a week everything comes round once, so that one of these is open.
        let open = (start...(start + 7 * 24)).first { !isSkipped(hour: $0) } ?? start
        return open == start ? date : Date(timeIntervalSince1970: Double(open) * 3600)
    }

    /// Of an hour that is counted from 1970 on.
    private func isSkipped(hour: Int) -> Bool {
        let day = hour >= 0 ? hour / 24 : (hour - 23) / 24
        // The first of January 1970 was a Thursday.
        return hours.contains(hour - day * 24) || days.contains(((day + 4) % 7 + 7) % 7)
    }
}
