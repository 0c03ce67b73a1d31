/// Where events from several sides meet: it deals with one message at a time and emits what comes of it.
///
/// After it has emitted an end, messages are dropped.
final class Junction<Message: Sendable, State, Value: Sendable, Failure: Error>: Sendable {
    /// What a message does to the state; what is to be told because of it goes to the junction's `emit`.
    typealias Deal = @Sendable (Message, inout State, Junction) -> Void

    private let turnstile = Turnstile<Message>()
    private let state: Serial<State>
    private let isOver = Serial(false)
    private let deal: Deal
    private let receive: Signal<Value, Failure>.Receive

    init(_ state: State, to receive: @escaping Signal<Value, Failure>.Receive, deal: @escaping Deal) {
        self.state = Serial(state)
        self.receive = receive
        self.deal = deal
    }

    func send(_ message: Message) {
        turnstile.pass(message) { message in
            if !isOver.state { state.update { deal(message, &$0, self) } }
        }
    }

    /// Tells the subscriber; only for use while a message is dealt with.
    func emit(_ event: Event<Value, Failure>) {
        guard !isOver.state else { return }
        isOver.state = event.isEnd
        receive(event)
    }
}
