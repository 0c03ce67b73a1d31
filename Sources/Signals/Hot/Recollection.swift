import Locks

/// A broadcast with a memory: who joins is told first what is remembered, and then all that is sent from then on.
final class Recollection<Memory: Sendable, Value: Sendable, Failure: Error>: Sendable {
    private let memory: Locked<Memory>
    private let broadcast = Broadcast<Value, Failure>()
    private let recall: @Sendable (Memory) -> [Event<Value, Failure>]

    init(_ memory: Memory, recall: @escaping @Sendable (Memory) -> [Event<Value, Failure>]) {
        self.memory = Locked(memory)
        self.recall = recall
    }

    var current: Memory { memory.withLock { $0 } }

    /// Sends an event once it is remembered. What is remembered changes in the order in which it is told.
    func send(_ event: Event<Value, Failure>, remember: (inout Memory) -> Void) {
        let message = Broadcast<Value, Failure>.Message.event(event)
        // What was remembered before goes after the lock: its deinit may call out.
        let (turn, _) = memory.withLock { memory in
            let before = memory
            remember(&memory)
            return (broadcast.enter(with: message), before)
        }
        broadcast.proceed(turn, with: message)
    }

    func join(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        // Held, so that nothing new comes between what is remembered.
        let observer = Observer(held: true, of: subscription, receive)
        let subscriber = broadcast.subscriber { observer.send($0) }
        let message = Broadcast<Value, Failure>.Message.join(subscriber)
        let (turn, memory) = memory.withLock { memory in (broadcast.enter(with: message), memory) }
        broadcast.proceed(turn, with: message)
        subscription.add { [broadcast] in broadcast.leave(subscriber.number) }
        observer.release(after: recall(memory))
    }
}
