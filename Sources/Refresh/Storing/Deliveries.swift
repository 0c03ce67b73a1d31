import Dispatch
import Library
import Locks

/// Hands to the library what was fetched. What comes while it writes becomes its next transaction.
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

    /// The bytes of documents that one transaction takes, which is what a mark of the person's may have to wait for.
    private static let batch = 4 << 20
    /// How long the first may wait for others: an unchanged feed is quickly noted, but each transaction has its price.
    private static let patience = DispatchTimeInterval.milliseconds(10)

    private let library: Library
    /// Its own, since it waits for the writer, which parsing should not.
    private let storing = DispatchQueue(label: "lede.refresh.storing", qos: .utility)
    private let state = Locked(State())

    init(to library: Library) {
        self.library = library
    }

    /// Stores what was fetched, of a document of this many bytes, and calls `finish` on a queue of its own.
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
        // The writer works on the thread of who waits for it.
        giveWay()
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
