package import FoundationEssentials
import SQLite

/// How a feed's fetches have gone, for `lede doctor`.
package struct FeedHealth: Equatable, Sendable {
    package let feed: Feed
    package let details: FeedDetails
    /// The last answer, and the size of the last document.
    package let figures: TransferFigures
    /// The last fetches with a document or a failure, latest first.
    package let history: [PastFetch]
}

/// A fetch with a document or a failure.
package struct PastFetch: Equatable, Sendable {
    package let date: Date
    /// The number of new items; nil if it failed.
    package let newItems: Int?
    package let figures: TransferFigures
}

extension Library {
    /// The health of the user's feeds, in their order.
    package func health() throws(LibraryFailure) -> [FeedHealth] {
        let feeds = try feeds()
        let details = try details(of: feeds)
        return try read { database in
            let (figures, histories) = (try database.figuresOfFeeds(), try database.fetchHistories())
            return zip(feeds, details).map { feed, details in
                FeedHealth(
                    feed: feed, details: details, figures: figures[feed.id] ?? TransferFigures(),
                    history: histories[feed.id] ?? [])
            }
        }
    }

    /// Checks all pages of the file; returns what is wrong, in words.
    package func quickCheck() throws(LibraryFailure) -> [String] { try read { try $0.problems(.quick) } }

    package func sqliteVersion() throws(LibraryFailure) -> String {
        try read { try $0.first("SELECT sqlite_version()") { $0.text(0) } ?? "" }
    }
}

extension Database {
    fileprivate func figuresOfFeeds() throws -> [FeedID: TransferFigures] {
        var figures: [FeedID: TransferFigures] = [:]
        try each("SELECT feed, status, received, took, size FROM fetches") { row in
            figures[FeedID(row.integer(0))] = TransferFigures(row, from: 1, size: row.optionalInteger(4))
        }
        return figures
    }

    fileprivate func fetchHistories() throws -> [FeedID: [PastFetch]] {
        var histories: [FeedID: [PastFetch]] = [:]
        try each("SELECT feed, at, new_items, status, received, took FROM fetch_history ORDER BY feed, at DESC") {
            row in
            histories[FeedID(row.integer(0)), default: []].append(
                PastFetch(
                    date: row.date(1), newItems: row.optionalInt(2),
                    figures: TransferFigures(row, from: 3, size: nil)))
        }
        return histories
    }
}

extension TransferFigures {
    /// Reads three columns in a row.
    fileprivate init(_ row: borrowing Row, from column: Int32, size: Int64?) {
        self.init(
            status: row.optionalInt(.position(column)),
            received: row.optionalInt(.position(column + 1)),
            milliseconds: row.optionalInt(.position(column + 2)), size: size.map { Int($0) })
    }
}
