import Locks
import Synchronization

/// A subscriber who is told first what was before; what is sent meanwhile, by whatever thread, waits for that.
final class Latecomer<Value: Sendable, Failure: Error>: Sendable {
    private let receive: Signal<Value, Failure>.Receive
    private let subscription: CompositeDisposable
    private let hasCaughtUp = Atomic(false)
    /// Tells of what came meanwhile.
    private let waiting = Locked<[@Sendable () -> Void]>([])

    init(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        self.receive = receive
        self.subscription = subscription
    }

    /// Tells of what is sent now, one event at a time.
    func send(_ event: Event<Value, Failure>) {
        if hasCaughtUp.load(ordering: .acquiring) || !keep(event) { receive(event) }
    }

    /// Tells what was before, and then what came meanwhile, unless enough has been heard.
    func catchUp(_ tell: (Signal<Value, Failure>.Receive) -> Void) {
        tell { self.hear($0) }
        while true {
            let waiting = takeWaiting()
            if waiting.isEmpty { return }
            for tell in waiting { tell() }
        }
    }

    private func hear(_ event: Event<Value, Failure>) {
        if !subscription.isDisposed { receive(event) }
    }

    private func keep(_ event: Event<Value, Failure>) -> Bool {
        waiting.withLock { waiting in
            guard !hasCaughtUp.load(ordering: .relaxed) else { return false }
            waiting.append { self.hear(event) }
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
