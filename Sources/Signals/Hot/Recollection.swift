import Locks

/// A broadcast with a memory: who joins is told first what is remembered, and then all that is sent from then on.
final class Recollection<Memory: Sendable, Value: Sendable, Failure: Error>: Sendable {
    /// Tells somebody of the events that they come too late for.
    typealias Recalled = @Sendable (_ receive: Signal<Value, Failure>.Receive) -> Void

    private typealias Sent = (turn: Broadcast<Value, Failure>.Turn, event: Event<Value, Failure>)

    private let memory: Locked<Memory>
    private let broadcast = Broadcast<Value, Failure>()
    private let recall: @Sendable (inout Memory) -> Recalled

    /// `recall` runs with the memory to itself, and what it gives without.
    init(_ memory: Memory, recall: @escaping @Sendable (inout Memory) -> Recalled) {
        self.memory = Locked(memory)
        self.recall = recall
    }

    var current: Memory { memory.withLock { $0 } }

    var signal: Signal<Value, Failure> { Signal(serial: { self.join($0, $1) }) }

    /// Changes what is remembered and tells of it: `change` runs with the memory to itself and returns the event, if any.
    ///
    /// Of two changes the first is the one told first. What a change lets go of it returns too, so that it goes after
    /// the lock: its deinit may call out.
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
        let latecomer = Latecomer(receive, subscription)
        let subscriber = broadcast.subscriber { latecomer.send($0) }
        let (turn, tell) = memory.withLock { memory in (broadcast.enter(with: subscriber), recall(&memory)) }
        broadcast.proceed(turn, with: subscriber)
        subscription.add { [broadcast] in broadcast.leave(subscriber.number) }
        latecomer.catchUp(tell)
    }
}
