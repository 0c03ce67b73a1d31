import Locks

/// One subscriber's end of a signal: it makes delivery serial, ends it once, and holds what to clean up.
///
/// An event sent while another is being delivered, from whatever thread, waits its turn; no lock is held while
/// the subscriber runs. A source that must keep one order for many subscribers enqueues under its own lock
/// and delivers after it.
package final class Observer<Value: Sendable, Failure: Error>: Disposable {
    package typealias Receive = @Sendable (Event<Value, Failure>) -> Void

    private struct State {
        /// Nil when the subscription is over.
        var receive: Receive?
        var waiting: [Event<Value, Failure>] = []
        var isDelivering = false
    }

    private let state: Locked<State>
    private let cleanUp = CompositeDisposable()

    package init(_ receive: @escaping Receive) {
        state = Locked(State(receive: receive))
    }

    /// Sends an event; after an end or a disposal it goes nowhere.
    package func send(_ event: Event<Value, Failure>) {
        enqueue(event)
        deliver()
    }

    package func send(_ value: Value) { send(.next(value)) }

    /// Puts an event in line without delivering it.
    func enqueue(_ event: Event<Value, Failure>) {
        state.withLock { state in
            if state.receive != nil { state.waiting.append(event) }
        }
    }

    /// Delivers what waits, unless a delivery is under way, which then takes it along.
    func deliver() {
        var isOurs = false
        while let (event, receive) = next(isOurs: &isOurs) {
            receive(event)
            if event.isEnd { dispose() }
        }
    }

    /// Adds what is to be disposed of when the subscription ends; at once where it has ended already.
    package func onEnd(_ part: any Disposable) { cleanUp.add(part) }

    /// Stops delivery, lets go of the subscriber and cleans up.
    package func dispose() {
        // What is let go of goes after the lock: its deinit may call out, and dispose of this once more.
        _ = state.withLock { state in
            defer {
                state.receive = nil
                state.waiting = []
            }
            return (state.receive, state.waiting)
        }
        cleanUp.dispose()
    }

    private func next(isOurs: inout Bool) -> (Event<Value, Failure>, Receive)? {
        let mayDeliver = isOurs
        let next: (Event<Value, Failure>, Receive)? = state.withLock { state in
            guard mayDeliver || !state.isDelivering else { return nil }
            guard let receive = state.receive, !state.waiting.isEmpty else {
                state.isDelivering = false
                return nil
            }
            state.isDelivering = true
            return (state.waiting.removeFirst(), receive)
        }
        isOurs = next != nil
        return next
    }
}
