extension Signal {
    /// Sends the values of the signals that `transform` makes of each value. The strategy says how many of them run at
    /// a time.
    ///
    ///     source            --1-----2---------|
    ///     transform(1)        --a--b--c--|
    ///     transform(2)              --d--e--|
    ///     flatMap(.merge)   ----a--bd-ce-------|
    ///     flatMap(.concat)  ----a--b--c----d--e--|
    ///     flatMap(.latest)  ----a--b--d--e-----|
    ///
    /// It completes when the source and all inner signals have. A failure of any of them ends it.
    public func flatMap<Output: Sendable>(
        _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
    ) -> Signal<Output, Failure> {
        map(transform).flatten(strategy)
    }

    /// `flatMap(.latest)`: each inner signal replaces the previous one.
    public func flatMapLatest<Output: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Signal<Output, Failure>
    ) -> Signal<Output, Failure> {
        flatMap(.latest, transform)
    }

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
/// They start outside the mailbox of the events, so that their values get through at once. They have their own
/// mailbox, so that a series of signals that end at once doesn't grow the stack.
private final class Flattening<Value: Sendable, Failure: Error>: Sendable {
    enum Input: Sendable {
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
    private let events = SerialMailbox<Input>()
    private let starts = SerialMailbox<Inner>()

    init(
        _ strategy: FlattenStrategy, of subscription: CompositeDisposable,
        to receive: @escaping Signal<Value, Failure>.Receive
    ) {
        self.strategy = strategy
        self.subscription = subscription
        self.receive = receive
    }

    func send(_ input: Input) {
        var next: (inner: Inner, admission: SerialMailbox<Inner>.Admission)?
        events.pass(input) { input in
            guard let inner = state.update({ handle(input, &$0) }) else { return }
            // Entering here keeps the order; the start itself comes after the mailbox.
            let admission = starts.enter(with: inner)
            if admission != .served { next = (inner, admission) }
        }
        if let next { starts.proceed(next.admission, with: next.inner) { start($0) } }
    }

    private func start(_ inner: Inner) {
        inner.signal.start(in: inner.subscription) { event in
            // Cleaned up before the next one starts.
            if event.isEnd { inner.subscription.dispose() }
            self.send(.inner(event, of: inner.subscription))
        }
    }

    /// Sends what follows from an event, and returns the inner signal to start next, if any.
    private func handle(_ input: Input, _ state: inout State) -> Inner? {
        guard !state.isOver else { return nil }
        switch input {
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

/// How many inner signals run at a time, and what happens to others.
public struct FlattenStrategy: Sendable {
    enum WhenFull {
        case wait, replace, drop
    }

    let room: Int
    fileprivate let whenFull: WhenFull

    /// Runs all at once, and sends their values as they come.
    public static let merge = merge(atMost: .max)

    /// Runs at most `count` at once. Others wait in order until one completes.
    public static func merge(atMost count: Int) -> FlattenStrategy {
        precondition(count > 0, "where none may run, all would wait for ever")
        return FlattenStrategy(room: count, whenFull: .wait)
    }

    /// Runs one at a time. Others wait in order until it completes.
    public static let concat = merge(atMost: 1)

    /// Disposes of the running one when the next comes.
    public static let latest = FlattenStrategy(room: 1, whenFull: .replace)

    /// Ignores those that come while one runs.
    public static let first = FlattenStrategy(room: 1, whenFull: .drop)
}

extension Signal {
    /// Sends the values of both signals as they come.
    ///
    ///     source  --1-----2----|
    ///     other   -----a-----b----|
    ///     merge   --1--a--2--b----|
    ///
    /// It completes when both have. A failure of either ends it.
    public func merge(with other: Signal) -> Signal { .merge([self, other]) }

    /// Sends the values of all signals as they come. It completes when all have, and a failure of any ends it.
    ///
    ///     first   --1-----------|
    ///     second  -----2----|
    ///     third   --------3--|
    ///     merge   --1--2--3-----|
    public static func merge(_ signals: [Signal]) -> Signal {
        Signal<Signal, Failure>.from(signals).flatten(.merge)
    }

    /// Sends the values, then continues with `next` when the source completes. A failure of the source ends it.
    ///
    ///     source  --1--2--|
    ///     next            ---3--4--|
    ///     concat  --1--2-----3--4--|
    ///
    /// It cleans up the source before it starts the next signal.
    public func concat(with next: Signal) -> Signal {
        Signal(serial: { receive, subscription in
            let part = subscription.makePart()
            start(in: part) { event in
                guard case .completed = event else { return receive(event) }
                part.dispose()
                next.start(partOf: subscription, receive)
            }
        })
    }

    /// Sends the values of each signal after those before it have completed.
    ///
    ///     first   --1--2--|
    ///     second          ---3--|
    ///     third                 --4--|
    ///     concat  --1--2-----3----4--|
    public static func concat(_ signals: [Signal]) -> Signal {
        Signal<Signal, Failure>.from(signals).flatten(.concat)
    }

    /// Ignores the source's values, then continues with `next` when the source completes. A failure of the source ends
    /// it.
    ///
    ///     source  --1--2--|
    ///     next            ---3--4--|
    ///     then    -----------3--4--|
    public func then<Output: Sendable>(_ next: Signal<Output, Failure>) -> Signal<Output, Failure> {
        ignoreValues(as: Output.self).concat(with: next)
    }

    /// Starts the signal again each time it completes, `count` times or, by default, for ever. A failure ends it.
    ///
    ///     source     --1--2--|
    ///     repeat(2)  --1--2----1--2--|
    ///
    /// It cleans up each round before it starts the next.
    public func `repeat`(_ count: Int = .max) -> Signal {
        precondition(count >= 0, "a count is not negative")
        guard count > 0 else { return .empty }
        return Signal(serial: { receive, subscription in
            let rounds = SequentialSteps(partOf: subscription)
            let remaining = Serial(count)
            @Sendable func round(_ part: CompositeDisposable) {
                remaining.state -= 1
                start(in: part) { event in
                    guard case .completed = event, remaining.state > 0 else { return receive(event) }
                    rounds.next(round)
                }
            }
            rounds.next(round)
        })
    }

    /// Starts the signal again each time it fails, `count` times or, by default, for ever. Then it passes the failure on.
    ///
    ///     source    --1--x
    ///     retry(1)  --1----1--x
    ///
    /// It cleans up each attempt before it starts the next.
    public func retry(_ count: Int = .max) -> Signal {
        precondition(count >= 0, "a count is not negative")
        return Signal(serial: { receive, subscription in
            let attempts = SequentialSteps(partOf: subscription)
            let remaining = Serial(count)
            @Sendable func attempt(_ part: CompositeDisposable) {
                start(in: part) { event in
                    guard case .failed = event, remaining.state > 0 else { return receive(event) }
                    remaining.state -= 1
                    attempts.next(attempt)
                }
            }
            attempts.next(attempt)
        })
    }

    /// Sends the values. After a failure, continues with the signal that `recover` returns for it.
    ///
    ///     source    --1--2--x
    ///     recovery           -8--9--|
    ///     catch     --1--2----8--9--|
    ///
    /// It cleans up the failed signal's work before it starts the other one.
    public func `catch`<OtherFailure: Error>(
        _ recover: @escaping @Sendable (Failure) -> Signal<Value, OtherFailure>
    ) -> Signal<Value, OtherFailure> {
        Signal<Value, OtherFailure>(serial: { receive, subscription in
            let steps = SequentialSteps(partOf: subscription)
            steps.next { part in
                start(in: part) { event in
                    switch event {
                    case .next(let value): receive(.next(value))
                    case .completed: receive(.completed)
                    case .failed(let failure): steps.next { recover(failure).start(in: $0, receive) }
                    }
                }
            }
        })
    }

    /// Sends these values at once, then those of the source.
    ///
    ///     source        --1--2--|
    ///     startWith(0)  0-1--2--|
    public func startWith(_ values: Value...) -> Signal {
        Signal(serial: { receive, subscription in
            // If the subscription ends meanwhile, the rest isn't sent and the source isn't started.
            for value in values where !subscription.isDisposed { receive(.next(value)) }
            if !subscription.isDisposed { start(receive, subscription) }
        })
    }
}
