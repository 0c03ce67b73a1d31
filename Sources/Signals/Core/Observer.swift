/// A subscriber as the work behind a signal sees it: somebody to send events to, from any thread.
///
/// It makes delivery serial and ends it once. An event sent while another is being delivered waits its turn, and its
/// sender does not wait. When the subscription is over it lets go of the subscriber, and what is sent goes nowhere.
public final class Observer<Value: Sendable, Failure: Error>: Sendable {
    private enum Message {
        case event(Event<Value, Failure>)
        case letGo
    }

    private let turnstile = Turnstile<Message>()
    /// Nil when the subscription is over.
    private let receive: Serial<Signal<Value, Failure>.Receive?>
    private let subscription: CompositeDisposable

    init(of subscription: CompositeDisposable, _ receive: @escaping Signal<Value, Failure>.Receive) {
        self.receive = Serial(receive)
        self.subscription = subscription
        subscription.add { self.letGo() }
    }

    /// Whether nobody listens any longer; work that takes its time asks now and then.
    public var isDisposed: Bool { subscription.isDisposed }

    /// Sends an event; after an end or a disposal it goes nowhere.
    public func send(_ event: Event<Value, Failure>) {
        turnstile.pass(.event(event)) { deal($0) }
    }

    public func send(_ value: Value) { send(.next(value)) }

    private func letGo() { turnstile.pass(.letGo) { deal($0) } }

    private func deal(_ message: Message) {
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
