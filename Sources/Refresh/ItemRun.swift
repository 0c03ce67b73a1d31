import Dispatch
import Library
import Signals
import System

/// The items for which one subscriber waits.
final class ItemRun<Event: Sendable>: Sendable {
    private struct State: Sendable {
        var left: Set<ItemID>
        var unreported: Int
        var isOver = false
    }

    let purpose: PagePurpose
    /// Each once, in order.
    let items: [ItemID]
    let reach = Locked(Reach<ItemID>())
    private let observer: Observer<Event, Never>
    private let state: Locked<State>

    init(_ items: [ItemID], for purpose: PagePurpose, _ observer: Observer<Event, Never>) {
        var seen: Set<ItemID> = []
        self.items = items.filter { seen.insert($0).inserted }
        self.purpose = purpose
        self.observer = observer
        state = Locked(State(left: seen, unreported: seen.count))
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Tells of an item that isn't finished.
    func tell(_ event: Event, of item: ItemID) {
        if state.withLock({ $0.left.contains(item) }) { observer.send(.next(event)) }
    }

    /// Tells once what became of an item.
    func report(_ event: Event, of item: ItemID) {
        guard state.withLock({ $0.left.remove(item) }) != nil else { return }
        observer.send(.next(event))
        let isLast = state.withLock { state in
            state.unreported -= 1
            return state.unreported == 0
        }
        if isLast { complete() }
    }

    fileprivate func complete() { observer.send(.completed) }
    fileprivate func stop() { state.withLock { $0.isOver = true } }
}

extension FetchQueue {
    /// Fetches these items for each subscriber by the jobs that `begin` returns, and completes when all are finished.
    /// Disposing of the subscription stops it.
    func fetch<Job: FetchJob, Event>(
        _ items: [ItemID], for purpose: PagePurpose, on queue: DispatchQueue,
        begin: @escaping @Sendable (ItemRun<Event>) -> [Job]
    ) -> Signal<Event, Never> where Job.Run == ItemRun<Event> {
        Signal { observer in
            let run = ItemRun(items, for: purpose, observer)
            queue.async {
                if run.items.isEmpty { return run.complete() }
                self.add(begin(run))
                // The run may have been stopped before it had jobs.
                if run.isOver { self.leave(run, Job.self) }
            }
            return ActionDisposable {
                run.stop()
                self.leave(run, Job.self)
            }
        }
    }
}
