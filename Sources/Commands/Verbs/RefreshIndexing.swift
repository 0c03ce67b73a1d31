import Dispatch
import Library
import Locks
import Refresh

/// Indexes the new items of a refresh, so that the next search doesn't have to.
///
/// It begins beside the fetching, which mostly waits for servers.
final class RefreshIndexing: Sendable {
    private let library: Library
    /// A queue of its own, because indexing a first refresh takes a second.
    private let queue = DispatchQueue(label: "lede.refresh.indexing", qos: .utility)
    private let isAsked = Locked(false)

    init(_ library: Library) { self.library = library }

    /// Indexes what has come so far, in the background.
    func begin() {
        let isNew = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return !isAsked
        }
        guard isNew else { return }
        queue.async { [self] in
            lowerPriority()
            isAsked.withLock { $0 = false }
            // What fails here is reported at the end.
            try? library.indexForSearch { _ in }
        }
    }

    /// Indexes the rest, and tells now and then how many items are left.
    func finish(tell: (_ left: Int) -> Void) throws {
        queue.sync {}
        try library.indexForSearch(tell: tell)
    }
}
