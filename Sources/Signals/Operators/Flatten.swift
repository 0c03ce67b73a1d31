extension Signal {
    /// Sends the values of the source's inner signals. The strategy says how many of them run at a time.
    ///
    ///     source           --A-----B---------|
    ///     A                  --1--2--3--|
    ///     B                        --a--b--|
    ///     flatten(.merge)  ----1--2a-3b------|
    ///
    /// It completes when the source and all inner signals have. A failure of any of them ends it. An inner signal
    /// starts after the previous one's start has returned.
    public func flatten<Output: Sendable>(_ strategy: FlattenStrategy) -> Signal<Output, Failure>
    where Value == Signal<Output, Failure> {
        Signal<Output, Failure>(serial: { receive, subscription in
            let flattening = Flattening(strategy, of: subscription, to: receive)
            start(partOf: subscription) { flattening.send(.outer($0)) }
        })
    }
}

/// The inner signals of one subscription.
///
/// They start outside the turnstile of the events, so that their values get through at once. They have their own
/// turnstile, so that a series of signals that end at once doesn't grow the stack.
private final class Flattening<Value: Sendable, Failure: Error>: Sendable {
    enum Message: Sendable {
        case outer(Event<Signal<Value, Failure>, Failure>)
        case inner(Event<Value, Failure>, of: CompositeDisposable)
    }

    /// A running inner signal and its subscription.
    private struct Inner: Sendable {
        let signal: Signal<Value, Failure>
        let subscription: CompositeDisposable
    }

    private struct State {
        var isOver = false
        var isSourceComplete = false
        var running = 0
        var waiting = RingBuffer<Signal<Value, Failure>>()
        /// The inner signal that was let in last.
        var latest: CompositeDisposable?
    }

    private let strategy: FlattenStrategy
    private let subscription: CompositeDisposable
    private let receive: Signal<Value, Failure>.Receive
    private let state = Serial(State())
    private let events = Turnstile<Message>()
    private let starts = Turnstile<Inner>()

    init(
        _ strategy: FlattenStrategy, of subscription: CompositeDisposable,
        to receive: @escaping Signal<Value, Failure>.Receive
    ) {
        self.strategy = strategy
        self.subscription = subscription
        self.receive = receive
    }

    func send(_ message: Message) {
        var next: (inner: Inner, turn: Turnstile<Inner>.Turn)?
        events.pass(message) { message in
            guard let inner = state.update({ handle(message, &$0) }) else { return }
            // Entering here keeps the order; the start itself comes after the turnstile.
            let turn = starts.enter(with: inner)
            if turn != .served { next = (inner, turn) }
        }
        if let next { starts.proceed(next.turn, with: next.inner) { start($0) } }
    }

    private func start(_ inner: Inner) {
        inner.signal.start(in: inner.subscription) { event in
            // Cleaned up before the next one starts.
            if event.isEnd { inner.subscription.dispose() }
            self.send(.inner(event, of: inner.subscription))
        }
    }

    /// Sends what follows from a message, and returns the inner signal to start next, if any.
    private func handle(_ message: Message, _ state: inout State) -> Inner? {
        guard !state.isOver else { return nil }
        switch message {
        case .outer(.next(let signal)): return accept(signal, &state)
        case .inner(_, let inner) where strategy.whenFull == .replace && inner !== state.latest: return nil
        case .inner(.next(let value), _): receive(.next(value))
        case .inner(.completed, _):
            state.running -= 1
            if let next = state.waiting.popFirst() { return letIn(next, &state) }
            completeIfDone(&state)
        case .outer(.completed):
            state.isSourceComplete = true
            completeIfDone(&state)
        case .outer(.failed(let failure)), .inner(.failed(let failure), _):
            state.isOver = true
            receive(.failed(failure))
        }
        return nil
    }

    private func accept(_ signal: Signal<Value, Failure>, _ state: inout State) -> Inner? {
        if state.running < strategy.room { return letIn(signal, &state) }
        switch strategy.whenFull {
        case .wait: state.waiting.append(signal)
        case .drop: break
        case .replace:
            state.running -= 1
            state.latest?.dispose()
            return letIn(signal, &state)
        }
        return nil
    }

    private func letIn(_ signal: Signal<Value, Failure>, _ state: inout State) -> Inner {
        let inner = Inner(signal: signal, subscription: subscription.makePart())
        state.running += 1
        state.latest = inner.subscription
        return inner
    }

    private func completeIfDone(_ state: inout State) {
        guard state.isSourceComplete && state.running == 0 else { return }
        state.isOver = true
        receive(.completed)
    }
}
