import Dispatch
import Library
import Locks

/// Passes results to the library. Those that come during a write form its next transaction.
final class Deliveries: Sendable {
    private struct Delivery {
        let fetched: Fetched
        let size: Int
        let finish: @Sendable (Result<Stored, LibraryFailure>) -> Void
    }

    private struct State {
        var waiting: [Delivery] = []
        var isStoring = false
    }

    /// The bytes of documents in one transaction. A user's mark may have to wait for it.
    private static let batch = 4 << 20
    /// How long the first result waits for others: storing an unchanged feed is quick, but each transaction has a
    /// price.
    private static let patience = DispatchTimeInterval.milliseconds(10)

    private let library: Library
    /// A separate queue, since it waits for the writer, which parsing shouldn't.
    private let storing = DispatchQueue(label: "lede.refresh.storing", qos: .utility)
    private let state = Locked(State())

    init(to library: Library) {
        self.library = library
    }

    /// Stores a result with a document of this size, and calls `finish` on the storing queue.
    func deliver(
        _ fetched: Fetched, size: Int, finish: @escaping @Sendable (Result<Stored, LibraryFailure>) -> Void
    ) {
        let isFirst = state.withLock { state in
            state.waiting.append(Delivery(fetched: fetched, size: size, finish: finish))
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
            for (delivery, result) in zip(batch, results) { delivery.finish(result) }
        }
    }

    private func nextBatch() -> [Delivery]? {
        state.withLock { state in
            var size = 0
            let batch = Array(
                state.waiting.prefix { delivery in
                    defer { size += delivery.size }
                    return size < Self.batch
                })
            state.waiting.removeFirst(batch.count)
            state.isStoring = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }
}
