import Locks

/// A broadcast with a memory: a new subscriber first gets what is remembered, and then all later events.
final class ReplayingBroadcast<Memory: Sendable, Value: Sendable, Failure: Error>: Sendable {
    /// Sends a late subscriber the events that it missed.
    typealias Replay = @Sendable (_ receive: Signal<Value, Failure>.Receive) -> Void

    private typealias Sent = (turn: Broadcast<Value, Failure>.Turn, event: Event<Value, Failure>)

    private let memory: Locked<Memory>
    private let broadcast = Broadcast<Value, Failure>()
    private let recall: @Sendable (inout Memory) -> Replay

    /// `recall` runs under the memory's lock; the closure that it returns doesn't.
    init(_ memory: Memory, recall: @escaping @Sendable (inout Memory) -> Replay) {
        self.memory = Locked(memory)
        self.recall = recall
    }

    var current: Memory { memory.withLock { $0 } }

    var signal: Signal<Value, Failure> { Signal(serial: { self.join($0, $1) }) }

    /// Changes the memory and sends the event that `change` returns, if any. `change` runs under the memory's lock.
    ///
    /// Events are sent in the order of their changes. `change` also returns the values that it drops, so that they are
    /// released after the lock: their deinit may call out.
    @discardableResult
    func send<Outgoing: Sendable>(_ change: (inout Memory) -> (Event<Value, Failure>?, Outgoing)) -> Bool {
        let (sent, _) = memory.withLock { memory -> (Sent?, Outgoing) in
            let (event, outgoing) = change(&memory)
            guard let event else { return (nil, outgoing) }
            return ((broadcast.enter(with: event), event), outgoing)
        }
        guard let sent else { return false }
        broadcast.proceed(sent.turn, with: sent.event)
        return true
    }

    private func join(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        let late = LateSubscriber(receive, subscription)
        let subscriber = broadcast.subscriber { late.send($0) }
        let (turn, tell) = memory.withLock { memory in (broadcast.enter(with: subscriber), recall(&memory)) }
        broadcast.proceed(turn, with: subscriber)
        subscription.add { [broadcast] in broadcast.leave(subscriber.number) }
        late.catchUp(tell)
    }
}
