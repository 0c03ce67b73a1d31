import FoundationEssentials
import Library

/// All that the list of feeds shows, as it was at one moment.
struct FeedListReading: Sendable {
    let all: [Feed]
    let failed: [Feed]
    let queries: [Query]
    let smart: SmartCounts
    /// How many items the last weeks brought each feed, this week last; nil where that was not looked at.
    let weeks: [FeedID: [Int]]?

    static let shownWeeks = 7

    /// `isHasty` leaves out what takes a moment, for which no key should wait: the weeks, and the counts of queries.
    init(_ library: Library, at now: Date, isHasty: Bool = false) throws(LibraryFailure) {
        all = try library.feeds()
        failed = all.filter { $0.lastError != nil }
        queries = try library.queries(now: now, isCounting: !isHasty)
        smart = try SmartCounts(library, at: now)
        weeks = isHasty ? nil : try library.historyOfFeeds(weeks: Self.shownWeeks, until: now)
    }
}
