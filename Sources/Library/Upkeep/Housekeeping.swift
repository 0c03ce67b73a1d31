import Dispatch
package import FoundationEssentials
import SQLite
import Signals
import System

/// Applies the retention policy to feeds that got new items, or have too many or too old ones, to articles of web
/// pages, to pictures, and to files of episodes.
package final class Housekeeping: Sendable {
    private let library: Library
    private let grown = Locked<Set<FeedID>>([])
    private let subscriptions = ScopedDisposable()

    package init(_ library: Library) {
        self.library = library
        subscriptions.add(
            library.changes.onNext { [grown] change in
                if case .newItems(let feed, _, _) = change { grown.withLock { _ = $0.insert(feed) } }
            })
    }

    /// Works on the library's upkeep queue; `finish` gets errors there. Feeds may have their own retention by URL, and
    /// may be excluded from folding.
    package func start(
        keeping retention: Retention, except others: [String: Retention] = [:], cache: CacheLimits? = nil,
        downloads: DownloadSettings? = nil, foldingCopies: Bool, exceptIn unfolded: Set<String> = [], at now: Date,
        finish: @escaping @Sendable (LibraryFailure) -> Void
    ) {
        library.upkeep.async { [self] in
            do throws(LibraryFailure) {
                try run(
                    keeping: retention, except: others, cache: cache, downloads: downloads,
                    foldingCopies: foldingCopies, exceptIn: unfolded, at: now)
            } catch {
                finish(error)
            }
        }
    }

    /// The same for a thread that may wait.
    package func run(
        keeping retention: Retention, except others: [String: Retention] = [:], cache: CacheLimits? = nil,
        downloads: DownloadSettings? = nil, foldingCopies: Bool, exceptIn unfolded: Set<String> = [], at now: Date
    ) throws(LibraryFailure) {
        try library.foldCopies(foldingCopies, exceptIn: unfolded)
        // Finishes what an interrupted process left.
        try library.foldStored()
        if let cache {
            try library.discardCached(beyond: cache, at: now)
            try library.tidyPictures(at: now)
        }
        if let downloads { try library.tidyDownloads(downloads, at: now) }
        let grown = grown.withLock { feeds in
            defer { feeds = [] }
            return feeds
        }
        if retention == Retention(), others.isEmpty { return }
        let limits = [retention] + others.values
        for feed in try grown.union(library.feedsBeyond(limits, at: now)) {
            let own = others.isEmpty ? nil : try library.feed(feed).flatMap { others[$0.url] }
            let kept = own ?? retention
            if let bytes = kept.bytes { try library.discardText(beyond: bytes, in: feed, at: now) }
            if kept.judgesItems { try library.discard(beyond: kept, in: feed, at: now) }
        }
    }
}

extension Library {
    /// The empty pages that a file keeps, for new data.
    private static let spareShare = 10
    /// The number of pages returned at once, so that a user's mark doesn't wait.
    private static let pagesAtOnce = 64

    /// Returns the space of deleted items to the file system if it is much; returns the bytes.
    ///
    /// An older lede's file keeps its space and reuses it. Waits for the writer again and again, so it needs a thread
    /// that may wait.
    @discardableResult
    func giveBackSpace() throws(LibraryFailure) -> Int {
        var pages = 0
        while true {
            let given = try maintain { database in
                let spare = try database.number("page_count") / Self.spareShare
                return try database.freePages > spare ? database.vacuum(pages: Self.pagesAtOnce) : 0
            }
            guard given > 0 else { break }
            pages += given
        }
        return try pages * read { try $0.number("page_size") }
    }

    private func maintain<Result: Sendable>(
        _ body: @Sendable (Database) throws -> Result
    ) throws(LibraryFailure) -> Result {
        do { return try pool.maintain(body) } catch { throw failure(error) }
    }
}

extension Database {
    fileprivate func number(_ pragma: String) throws -> Int {
        try first("PRAGMA \(pragma)") { $0.int(0) } ?? 0
    }
}
