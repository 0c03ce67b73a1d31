import FoundationEssentials
import Library

/// How many items the last weeks brought each feed, and what that hangs on.
struct FeedHistory: Sendable {
    /// This week last, of feeds that had any.
    let weeks: [FeedID: [Int]]
    private let day: Int
    private let newest: ItemID?
    private let feeds: Int

    static let shownWeeks = 7

    /// Asks the library, but where it would say the same again: it takes its time, and every mark has the feeds read anew.
    init(_ library: Library, of feeds: [Feed], at now: Date, after known: FeedHistory?) throws(LibraryFailure) {
        day = Int((now.timeIntervalSince1970 / 86_400).rounded(.down))
        newest = feeds.lazy.compactMap(\.newestItem).max()
        self.feeds = feeds.count
        if let known, (known.day, known.newest, known.feeds) == (day, newest, feeds.count) {
            weeks = known.weeks
        } else {
            weeks = try library.historyOfFeeds(weeks: Self.shownWeeks, until: now)
        }
    }
}
