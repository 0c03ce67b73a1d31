import Dispatch
package import FoundationEssentials
import Locks
import Signals

/// Keeps of feeds what a policy says, after something new has come into them: until then nothing in them grows.
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

    /// Does it on the library's queue of upkeep; `finish` is told there what went wrong. Of feeds by their addresses something else
    /// may be kept, and not folded.
    package func start(
        keeping retention: Retention, except others: [String: Retention] = [:], foldingCopies: Bool,
        exceptIn unfolded: Set<String> = [], at now: Date, finish: @escaping @Sendable (LibraryFailure) -> Void
    ) {
        library.upkeep.async { [self] in
            do throws(LibraryFailure) {
                try run(
                    keeping: retention, except: others, foldingCopies: foldingCopies, exceptIn: unfolded, at: now)
            } catch {
                finish(error)
            }
        }
    }

    /// The same for a thread that may wait.
    package func run(
        keeping retention: Retention, except others: [String: Retention] = [:], foldingCopies: Bool,
        exceptIn unfolded: Set<String> = [], at now: Date
    ) throws(LibraryFailure) {
        if try library.foldsCopies != foldingCopies { try library.setFoldsCopies(foldingCopies) }
        try library.setFoldsCopies(exceptIn: unfolded)
        // What a program that was ended in the middle of it has left.
        try library.foldStored()
        let grown = grown.withLock { feeds in
            defer { feeds = [] }
            return feeds
        }
        if retention == Retention(), others.isEmpty { return }
        for feed in grown {
            let own = others.isEmpty ? nil : try library.feed(feed).flatMap { others[$0.url] }
            let kept = own ?? retention
            if let bytes = kept.bytes { try library.discardText(beyond: bytes, in: feed, at: now) }
            if kept.judgesItems { try library.discard(beyond: kept, in: feed, at: now) }
        }
    }
}
