import Locks

extension Signal {
    /// Delivers the same events in the same order, one at a time, on a scheduler.
    ///
    ///     source        --1--2--|
    ///     deliver(on:)  ---1--2--|
    public func deliver(on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let delivery = Delivery(by: scheduler, of: subscription, to: receive)
            // As a part, so that the source stops at its end, and not only when that arrives.
            start(partOf: subscription) { delivery.enqueue($0) }
        })
    }
}

/// Events on their way to a scheduler. A burst of them is one piece of work.
private final class Delivery<Value: Sendable, Failure: Error>: Sendable {
    private struct State: Sendable {
        var waiting: [Event<Value, Failure>] = []
        var isUnderWay = false
    }

    private let scheduler: any Scheduler
    private let subscription: CompositeDisposable
    private let receive: Signal<Value, Failure>.Receive
    private let state = Locked(State())

    init(
        by scheduler: any Scheduler, of subscription: CompositeDisposable,
        to receive: @escaping Signal<Value, Failure>.Receive
    ) {
        self.scheduler = scheduler
        self.subscription = subscription
        self.receive = receive
    }

    func enqueue(_ event: Event<Value, Failure>) {
        let isFirst = state.withLock { state in
            state.waiting.append(event)
            defer { state.isUnderWay = true }
            return !state.isUnderWay
        }
        if isFirst { scheduler.run(deliver) }
    }

    private func deliver() {
        let burst = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for event in burst where !subscription.isDisposed { receive(event) }
        let hasMore = state.withLock { state in
            state.isUnderWay = !state.waiting.isEmpty
            return state.isUnderWay
        }
        // Events that came meanwhile go to the end of the queue, so that a continuous source leaves time for others.
        if hasMore { scheduler.run(deliver) }
    }
}
