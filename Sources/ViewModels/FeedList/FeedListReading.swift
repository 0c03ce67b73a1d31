import FoundationEssentials
import Library

/// All that the list of feeds shows, as it was at one moment.
struct FeedListReading: Sendable {
    /// How much may be others than it was at an earlier reading.
    enum Extent: Comparable, Sendable {
        /// How much feeds have, how much of that is unread, and what takes longer to find out of them.
        case counts
        case everything
    }

    let all: [Feed]
    let failed: [Feed]
    let movedCount: Int
    let names: FeedNames
    let queries: [Query]
    let smart: SmartCounts
    /// The date of each feed's newest item; empty if no order needs it.
    let newest: [FeedID: Date]
    /// Nil until that was looked at.
    let history: FeedHistory?
    /// The first of the lines `highlight-feed` that means each feed.
    let highlights: [FeedID: Int]

    /// Of no feeds, where nothing was read yet.
    init(history: FeedHistory? = nil) {
        (all, failed, movedCount, names, queries, smart) = ([], [], 0, FeedNames(of: []), [], SmartCounts())
        (self.history, highlights, newest) = (history, [:], [:])
    }

    /// Takes from an earlier reading what can't be another by now.
    ///
    /// `isHasty` takes from there, too, what needs a moment, for which no key should wait: the history, the counts of
    /// queries, and what `filters` are true of.
    init(
        _ library: Library, _ extent: Extent, after known: FeedListReading, highlighting filters: [Filter?] = [],
        isDated: Bool = false, at now: Date, isHasty: Bool = false
    ) throws(LibraryFailure) {
        if extent == .counts, let recounted = try library.recounted(known.all) {
            (all, names) = (recounted, known.names)
        } else {
            // Rows that show a feed which is as it was stay, and keep it.
            let former = Dictionary(known.all.map { ($0.id, $0) }) { first, _ in first }
            all = try library.feeds().map { feed in former[feed.id].map(feed.sharing) ?? feed }
            names = FeedNames(of: all)
        }
        failed = all.filter(\.hasFailed)
        movedCount = all.count { $0.hasMoved && !$0.hasFailed }
        smart = try SmartCounts(library, at: now)
        newest = isDated ? try library.newestDates() : [:]
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
    /// The place of the first of the filters that is true of each feed.
    fileprivate func lines(of filters: [Filter?], at now: Date) throws(LibraryFailure) -> [FeedID: Int] {
        var lines: [FeedID: Int] = [:]
        for (line, filter) in filters.enumerated() {
            guard let filter else { continue }
            for feed in try feeds(matching: filter, now: now) where lines[feed] == nil { lines[feed] = line }
        }
        return lines
    }
}
