import Locks
import Synchronization

/// A subscriber that first gets earlier events. Events sent meanwhile, by any thread, wait for that.
final class LateSubscriber<Value: Sendable, Failure: Error>: Sendable {
    private let receive: Signal<Value, Failure>.Receive
    private let subscription: CompositeDisposable
    private let hasCaughtUp = Atomic(false)
    /// Passes on what came meanwhile.
    private let waiting = Locked<[@Sendable () -> Void]>([])

    init(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        self.receive = receive
        self.subscription = subscription
    }

    /// Passes on an event that is sent now, one at a time.
    func send(_ event: Event<Value, Failure>) {
        if hasCaughtUp.load(ordering: .acquiring) || !keep(event) { receive(event) }
    }

    /// Passes on earlier events, then those that came meanwhile, unless the subscription has ended.
    func catchUp(_ tell: (Signal<Value, Failure>.Receive) -> Void) {
        tell { self.deliver($0) }
        while true {
            let waiting = takeWaiting()
            if waiting.isEmpty { return }
            for tell in waiting { tell() }
        }
    }

    private func deliver(_ event: Event<Value, Failure>) {
        if !subscription.isDisposed { receive(event) }
    }

    private func keep(_ event: Event<Value, Failure>) -> Bool {
        waiting.withLock { waiting in
            guard !hasCaughtUp.load(ordering: .relaxed) else { return false }
            waiting.append { self.deliver(event) }
            return true
        }
    }

    private func takeWaiting() -> [@Sendable () -> Void] {
        waiting.withLock { waiting in
            if waiting.isEmpty { hasCaughtUp.store(true, ordering: .releasing) }
            defer { waiting = [] }
            return waiting
        }
    }
}
