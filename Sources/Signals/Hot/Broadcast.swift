import Synchronization

/// The subscribers of a hot source, which all get the same events in the same order.
///
/// A thread that finds the source busy leaves a closure. A message type for each type of values would cost at start,
/// where many sources are made, as much as the source itself.
final class Broadcast<Value: Sendable, Failure: Error>: Sendable {
    typealias Turn = Turnstile<@Sendable () -> Void>.Turn

    /// One of the subscribers.
    struct Subscriber: Sendable {
        let number: Int
        fileprivate let receive: Signal<Value, Failure>.Receive
    }

    private let turnstile = Turnstile<@Sendable () -> Void>()
    private let subscribers = Serial<[Subscriber]>([])
    /// Nil before the end.
    private let end = Serial<Event<Value, Failure>?>(nil)
    private let subscribersSoFar = Atomic(0)

    func send(_ event: Event<Value, Failure>) { proceed(enter(with: event), with: event) }

    /// Subscribes to what is sent from now on, for as long as the subscription lasts.
    func join(_ receive: @escaping Signal<Value, Failure>.Receive, _ subscription: CompositeDisposable) {
        let subscriber = subscriber(receive)
        proceed(enter(with: subscriber), with: subscriber)
        subscription.add { self.leave(subscriber.number) }
    }

    func leave(_ number: Int) { turnstile.pass({ self.remove(number) }) { $0() } }

    /// Creates a subscriber that hasn't joined yet.
    func subscriber(_ receive: @escaping Signal<Value, Failure>.Receive) -> Subscriber {
        Subscriber(number: subscribersSoFar.add(1, ordering: .relaxed).newValue, receive: receive)
    }

    // A caller enters under its own lock, which keeps the order, and proceeds after releasing that lock.

    func enter(with event: Event<Value, Failure>) -> Turn { turnstile.enter(with: { self.deliver(event) }) }

    func proceed(_ turn: Turn, with event: Event<Value, Failure>) {
        turnstile.proceed(turn, with: { self.deliver(event) }) { $0() }
    }

    func enter(with subscriber: Subscriber) -> Turn { turnstile.enter(with: { self.add(subscriber) }) }

    func proceed(_ turn: Turn, with subscriber: Subscriber) {
        turnstile.proceed(turn, with: { self.add(subscriber) }) { $0() }
    }

    // Nobody joins or leaves meanwhile: that waits in the turnstile.
    private func deliver(_ event: Event<Value, Failure>) {
        guard end.state == nil else { return }
        let hearing = subscribers.state
        if event.isEnd {
            end.state = event
            subscribers.state = []
        }
        for subscriber in hearing { subscriber.receive(event) }
    }

    private func add(_ subscriber: Subscriber) {
        if let end = end.state { subscriber.receive(end) } else { subscribers.update { $0.append(subscriber) } }
    }

    private func remove(_ number: Int) {
        subscribers.update { subscribers in
            if let place = subscribers.firstIndex(where: { $0.number == number }) { subscribers.remove(at: place) }
        }
    }
}
