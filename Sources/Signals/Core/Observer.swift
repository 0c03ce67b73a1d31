/// A subscriber as the work behind a signal sees it: the target for events, from any thread.
///
/// It delivers one event at a time and ends once. An event sent during a delivery waits, but its sender doesn't. After
/// the subscription it releases the subscriber and ignores events.
public final class Observer<Value: Sendable, Failure: Error>: Sendable {
    private enum Message {
        case event(Event<Value, Failure>)
        case letGo
    }

    private let turnstile = Turnstile<Message>()
    /// Nil after the subscription.
    private let receive: Serial<Signal<Value, Failure>.Receive?>
    private let subscription: CompositeDisposable

    init(of subscription: CompositeDisposable, _ receive: @escaping Signal<Value, Failure>.Receive) {
        self.receive = Serial(receive)
        self.subscription = subscription
        subscription.add { self.letGo() }
    }

    /// Whether the subscription is over. Long-running work checks this now and then.
    public var isDisposed: Bool { subscription.isDisposed }

    /// Sends an event. Does nothing after an end or a disposal.
    public func send(_ event: Event<Value, Failure>) {
        turnstile.pass(.event(event)) { handle($0) }
    }

    public func send(_ value: Value) { send(.next(value)) }

    private func letGo() { turnstile.pass(.letGo) { handle($0) } }

    private func handle(_ message: Message) {
        switch message {
        case .event(let event): deliver(event)
        case .letGo: receive.state = nil
        }
    }

    private func deliver(_ event: Event<Value, Failure>) {
        guard let receive = receive.state, !subscription.isDisposed else { return }
        if event.isEnd { self.receive.state = nil }
        receive(event)
    }
}
