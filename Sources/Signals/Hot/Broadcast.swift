import Synchronization

/// The subscribers of a hot source, who all hear of the same events in the same order.
final class Broadcast<Value: Sendable, Failure: Error>: Sendable {
    enum Message {
        case event(Event<Value, Failure>)
        case join(Subscriber)
        case leave(number: Int)
    }

    /// One of those who listen.
    struct Subscriber: Sendable {
        let number: Int
        let receive: Signal<Value, Failure>.Receive
    }

    fileprivate enum State {
        case live([Subscriber])
        case ended(Event<Value, Failure>)
    }

    private let turnstile = Turnstile<Message>()
    private let state = Serial(State.live([]))
    private let subscribersSoFar = Atomic(0)

    func send(_ event: Event<Value, Failure>) { turnstile.pass(.event(event)) { deal($0) } }

    /// Has someone hear of what is sent from now on, for as long as the subscription lasts.
    func join(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        let subscriber = subscriber(receive)
        turnstile.pass(.join(subscriber)) { deal($0) }
        subscription.add { self.leave(subscriber.number) }
    }

    func leave(_ number: Int) { turnstile.pass(.leave(number: number)) { deal($0) } }

    /// A subscriber who has not joined yet.
    func subscriber(_ receive: @escaping Signal<Value, Failure>.Receive) -> Subscriber {
        Subscriber(number: subscribersSoFar.add(1, ordering: .relaxed).newValue, receive: receive)
    }

    /// Gets a message in line, for one who keeps the order under a lock and goes on when that is free again.
    func enter(with message: Message) -> Turnstile<Message>.Turn { turnstile.enter(with: message) }

    func proceed(_ turn: Turnstile<Message>.Turn, with message: Message) {
        turnstile.proceed(turn, with: message) { deal($0) }
    }

    private func deal(_ message: Message) {
        switch message {
        case .event(let event): deliver(event)
        case .join(let subscriber): add(subscriber)
        case .leave(let number): state.update { $0.change { $0.remove(number: number) } }
        }
    }

    // Nobody joins or leaves while this goes on: who comes meanwhile waits in the turnstile.
    private func deliver(_ event: Event<Value, Failure>) {
        guard case .live(let subscribers) = state.state else { return }
        if event.isEnd { state.state = .ended(event) }
        for subscriber in subscribers { subscriber.receive(event) }
    }

    private func add(_ subscriber: Subscriber) {
        if case .ended(let end) = state.state { return subscriber.receive(end) }
        state.update { $0.change { $0.append(subscriber) } }
    }
}

extension Broadcast.State {
    // The list is taken out while it changes, so that it changes where it is and is not copied.
    fileprivate mutating func change(_ change: (inout [Broadcast.Subscriber]) -> Void) {
        guard case .live(var subscribers) = self else { return }
        self = .live([])
        change(&subscribers)
        self = .live(subscribers)
    }
}

extension Array {
    fileprivate mutating func remove<Value, Failure>(number: Int)
    where Element == Broadcast<Value, Failure>.Subscriber {
        guard let place = firstIndex(where: { $0.number == number }) else { return }
        remove(at: place)
    }
}
