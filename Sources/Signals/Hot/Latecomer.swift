import Locks
import Synchronization

/// A subscriber who is told first what was before; what is sent meanwhile, by whatever thread, waits for that.
final class Latecomer<Value: Sendable, Failure: Error>: Sendable {
    private let receive: Signal<Value, Failure>.Receive
    private let subscription: CompositeDisposable
    private let hasCaughtUp = Atomic(false)
    private let waiting = Locked<[Event<Value, Failure>]>([])

    init(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        self.receive = receive
        self.subscription = subscription
    }

    /// Tells of what is sent now, one event at a time.
    func send(_ event: Event<Value, Failure>) {
        if hasCaughtUp.load(ordering: .acquiring) || !keep(event) { receive(event) }
    }

    /// Tells what was before, and then what came meanwhile, unless enough has been heard.
    func catchUp(with events: [Event<Value, Failure>]) {
        var events = events
        repeat {
            for event in events where !subscription.isDisposed { receive(event) }
            events = takeWaiting()
        } while !events.isEmpty
    }

    private func keep(_ event: Event<Value, Failure>) -> Bool {
        waiting.withLock { waiting in
            guard !hasCaughtUp.load(ordering: .relaxed) else { return false }
            waiting.append(event)
            return true
        }
    }

    private func takeWaiting() -> [Event<Value, Failure>] {
        waiting.withLock { waiting in
            if waiting.isEmpty { hasCaughtUp.store(true, ordering: .releasing) }
            defer { waiting = [] }
            return waiting
        }
    }
}
