/// Merges messages from several sides: it handles one at a time and emits the resulting events.
///
/// After it has emitted an end, it drops messages.
final class Junction<Message: Sendable, State, Value: Sendable, Failure: Error>: Sendable {
    /// Applies a message to the state. It passes resulting events to the junction's `emit`.
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

    /// Sends an event to the subscriber. Only call this while handling a message.
    func emit(_ event: Event<Value, Failure>) {
        guard !isOver.state else { return }
        isOver.state = event.isEnd
        receive(event)
    }
}
