import FoundationEssentials
import Library

/// Everything that the list of feeds shows, read at one moment.
struct FeedListReading: Sendable {
    /// What may have changed since an earlier reading.
    enum Extent: Comparable, Sendable {
        /// Only counts, and what takes longer to find out about the same feeds.
        case counts
        case everything
    }

    let all: [Feed]
    let failed: [Feed]
    let movedCount: Int
    let names: FeedNames
    let queries: [Query]
    let smart: SmartCounts
    /// The date of each feed's newest item, or newest unread item; empty if no order needs it.
    let newest: [FeedID: Date]
    /// Nil until it is counted.
    let history: FeedHistory?
    /// The index of the first line with `highlight-feed` that matches each feed.
    let highlights: [FeedID: Int]

    /// An empty reading, before the first.
    init(history: FeedHistory? = nil) {
        (all, failed, movedCount, names, queries, smart) = ([], [], 0, FeedNames(of: []), [], SmartCounts())
        (self.history, highlights, newest) = (history, [:], [:])
    }

    /// Reuses what can't have changed since an earlier reading.
    ///
    /// If `isHasty`, also reuses what takes longer than a key should wait: the history, the counts of saved searches,
    /// and the matches of `filters`.
    init(
        _ library: Library, _ extent: Extent, after known: FeedListReading, highlighting filters: [Filter?] = [],
        for order: FeedOrder = .none, at now: Date, isHasty: Bool = false
    ) throws(LibraryFailure) {
        if extent == .counts, let recounted = try library.recounted(known.all) {
            (all, names) = (recounted, known.names)
        } else {
            // A feed that hasn't changed keeps its old value, and so its row.
            let former = Dictionary(known.all.map { ($0.id, $0) }) { first, _ in first }
            all = try library.feeds().map { feed in former[feed.id].map(feed.sharing) ?? feed }
            names = FeedNames(of: all)
        }
        failed = all.filter(\.hasFailed)
        movedCount = all.count { $0.hasMoved && !$0.hasFailed }
        smart = try SmartCounts(library, at: now)
        newest = order.isByDate ? try library.newestDates(unreadOnly: order.isByUnreadDate) : [:]
        let queries = try library.queries(now: now, isCounting: !isHasty)
        if isHasty {
            self.queries = queries.map { query in known.queries.first { $0.id == query.id } ?? query }
            (history, highlights) = (known.history, known.highlights)
        } else {
            self.queries = queries
            history = try FeedHistory(library, of: all, at: now, after: known.history)
            highlights = try library.lines(of: filters, at: now)
        }
    }
}

extension Library {
    /// The index of the first filter that matches each feed.
    fileprivate func lines(of filters: [Filter?], at now: Date) throws(LibraryFailure) -> [FeedID: Int] {
        var lines: [FeedID: Int] = [:]
        for (line, filter) in filters.enumerated() {
            guard let filter else { continue }
            for feed in try feeds(matching: filter, now: now) where lines[feed] == nil { lines[feed] = line }
        }
        return lines
    }
}
