import FoundationEssentials
import Library

/// All that the list of feeds shows, as it was at one moment.
struct FeedListReading: Sendable {
    let all: [Feed]
    let failed: [Feed]
    let names: [FeedID: String]
    let queries: [Query]
    let smart: SmartCounts
    /// Nil where that was not looked at.
    let history: FeedHistory?
    /// The first of the lines `highlight-feed` that means each feed; nil where that was not looked at.
    let highlights: [FeedID: Int]?

    /// `isHasty` leaves out what takes a moment, for which no key should wait: the history, the counts of queries, and what
    /// `filters` are true of.
    init(
        _ library: Library, highlighting filters: [Filter?], at now: Date, after known: FeedHistory? = nil,
        isHasty: Bool = false
    ) throws(LibraryFailure) {
        all = try library.feeds()
        failed = all.filter { $0.lastError != nil }
        names = Dictionary(all.map { ($0.id, $0.displayName) }) { first, _ in first }
        queries = try library.queries(now: now, isCounting: !isHasty)
        smart = try SmartCounts(library, at: now)
        history = isHasty ? nil : try FeedHistory(library, of: all, at: now, after: known)
        highlights = isHasty ? nil : try library.lines(of: filters, at: now)
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
