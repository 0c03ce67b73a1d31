import Dispatch
package import FoundationEssentials
import Locks
import Signals

/// Applies the retention policy to feeds that got new items, or have too many or too old ones, to articles of web
/// pages, and to pictures.
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
        foldingCopies: Bool, exceptIn unfolded: Set<String> = [], at now: Date,
        finish: @escaping @Sendable (LibraryFailure) -> Void
    ) {
        library.upkeep.async { [self] in
            do throws(LibraryFailure) {
                try run(
                    keeping: retention, except: others, cache: cache, foldingCopies: foldingCopies,
                    exceptIn: unfolded, at: now)
            } catch {
                finish(error)
            }
        }
    }

    /// The same for a thread that may wait.
    package func run(
        keeping retention: Retention, except others: [String: Retention] = [:], cache: CacheLimits? = nil,
        foldingCopies: Bool, exceptIn unfolded: Set<String> = [], at now: Date
    ) throws(LibraryFailure) {
        if try library.foldsCopies != foldingCopies { try library.setFoldsCopies(foldingCopies) }
        try library.setFoldsCopies(exceptIn: unfolded)
        // Finishes what an interrupted process left.
        try library.foldStored()
        if let cache {
            try library.discardCached(beyond: cache, at: now)
            try library.tidyPictures(at: now)
        }
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
