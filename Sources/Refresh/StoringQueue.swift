import Dispatch
import FeedParser
import Library
import System

/// Stores results in the library. Those that come during a write form its next transaction.
final class StoringQueue: Sendable {
    private struct Waiting {
        let fetched: Fetched
        let size: Int
        let parsedSize: Int
        let finish: @Sendable (Result<Stored, LibraryFailure>) -> Void
    }

    private struct State {
        var waiting: [Waiting] = []
        var isStoring = false
    }

    /// The bytes of documents in one transaction. A user's mark may have to wait for it.
    private static let batch = 4 << 20
    /// How long the first result waits for others: storing an unchanged feed is quick, but each transaction has a
    /// price.
    private static let patience = DispatchTimeInterval.milliseconds(10)

    /// What is parsed and waits here.
    let backlog = ParsedBacklog()
    private let library: Library
    /// A separate queue, since it waits for the writer, which parsing shouldn't.
    private let storing = DispatchQueue(label: "lede.refresh.storing", qos: .utility)
    private let state = Locked(State())

    init(for library: Library) {
        self.library = library
    }

    /// Stores a result with a document of this size, and calls `finish` on the storing queue.
    func store(
        _ fetched: Fetched, size: Int, finish: @escaping @Sendable (Result<Stored, LibraryFailure>) -> Void
    ) {
        let waiting = Waiting(fetched: fetched, size: size, parsedSize: fetched.size, finish: finish)
        backlog.add(waiting.parsedSize)
        let isFirst = state.withLock { state in
            state.waiting.append(waiting)
            defer { state.isStoring = true }
            return !state.isStoring
        }
        if isFirst { storing.asyncAfter(deadline: .now() + Self.patience) { self.storeAll() } }
    }

    private func storeAll() {
        // The writer runs on the waiting thread.
        lowerPriority()
        while let batch = nextBatch() {
            let results = library.store(batch.map(\.fetched))
            for (waiting, result) in zip(batch, results) {
                backlog.remove(waiting.parsedSize)
                waiting.finish(result)
            }
        }
    }

    private func nextBatch() -> [Waiting]? {
        state.withLock { state in
            var size = 0
            let batch = Array(
                state.waiting.prefix { waiting in
                    defer { size += waiting.size }
                    return size < Self.batch
                })
            state.waiting.removeFirst(batch.count)
            state.isStoring = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }
}

/// Parsed documents that wait to be stored. Too many of them hold up parsing.
///
/// A document of a megabyte may contain a hundred thousand items, which take a hundred times as much memory when
/// parsed, and longer to store than to parse.
final class ParsedBacklog: Sendable {
    private struct State {
        var size = 0
        var heldUp: [@Sendable () -> Void] = []
    }

    /// The bytes from which parsing stops.
    private static let most = 32 << 20

    private let state = Locked(State())

    /// Whether parsing must wait. If so, `again` is called once there is room, on the thread that stored a document.
    func mustWait(_ again: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard state.size >= Self.most else { return false }
            state.heldUp.append(again)
            return true
        }
    }

    func add(_ size: Int) { state.withLock { $0.size += size } }

    func remove(_ size: Int) {
        let freed = state.withLock { state in
            state.size -= size
            guard state.size < Self.most else { return [] as [@Sendable () -> Void] }
            defer { state.heldUp = [] }
            return state.heldUp
        }
        for again in freed { again() }
    }
}

extension Fetched {
    /// Its approximate size in bytes.
    fileprivate var size: Int {
        guard case .document(let document) = outcome else { return 0 }
        return document.items.reduce(0) { size, item in
            size + 512 + (item.content?.utf8.count ?? 0) + (item.summary?.utf8.count ?? 0)
        }
    }
}
