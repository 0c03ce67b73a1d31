extension Signal {
    /// Sends the latest values of both signals whenever one sends a value, once both have sent one.
    ///
    ///     first          --1-----2--------|
    ///     second         -----a-----b--|
    ///     combineLatest  -----1a-2a-2b----|
    ///
    /// It completes when both have, or when one completes without a value. A failure of either ends it. With `map`, it
    /// turns a function of values into one of signals.
    public func combineLatest<Other: Sendable>(with other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(serial: { receive, subscription in
            let machine = StateMachine(LatestOfTwo<Value, Other>(), to: receive) {
                (side: Side<Value, Other, Failure>, latest, machine) in
                switch side {
                case .first(.next(let value)):
                    latest.first = value
                    latest.values.map { machine.emit(.next($0)) }
                case .second(.next(let value)):
                    latest.second = value
                    latest.values.map { machine.emit(.next($0)) }
                case .first(.failed(let failure)), .second(.failed(let failure)): machine.emit(.failed(failure))
                case .first(.completed):
                    latest.isFirstComplete = true
                    if latest.isExhausted { machine.emit(.completed) }
                case .second(.completed):
                    latest.isSecondComplete = true
                    if latest.isExhausted { machine.emit(.completed) }
                }
            }
            start(partOf: subscription) { machine.send(.first($0)) }
            other.start(partOf: subscription) { machine.send(.second($0)) }
        })
    }

    /// Sends the latest values of three signals.
    public func combineLatest<Second: Sendable, Third: Sendable>(
        with second: Signal<Second, Failure>, _ third: Signal<Third, Failure>
    ) -> Signal<(Value, Second, Third), Failure> {
        combineLatest(with: second).combineLatest(with: third).map { ($0.0, $0.1, $1) }
    }

    /// Sends the latest values of four signals.
    public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
        with second: Signal<Second, Failure>, _ third: Signal<Third, Failure>, _ fourth: Signal<Fourth, Failure>
    ) -> Signal<(Value, Second, Third, Fourth), Failure> {
        combineLatest(with: second).combineLatest(with: third.combineLatest(with: fourth))
            .map { ($0.0, $0.1, $1.0, $1.1) }
    }

    /// Sends the latest values of all signals, in the order of the signals. Completes at once without signals.
    public static func combineLatest(_ signals: [Signal]) -> Signal<[Value], Failure> {
        combine(signals, keeping: LatestValue())
    }
}

private struct LatestOfTwo<First: Sendable, Second: Sendable> {
    var first: First?
    var second: Second?
    var isFirstComplete = false
    var isSecondComplete = false

    var values: (First, Second)? {
        if let first, let second { (first, second) } else { nil }
    }

    /// Whether no further pair can come.
    var isExhausted: Bool {
        (isFirstComplete && isSecondComplete) || (isFirstComplete && first == nil)
            || (isSecondComplete && second == nil)
    }
}

extension Signal {
    /// Pairs the first value with the other's first, the second with the second, and so on. Early values wait.
    ///
    ///     first   --1--2-----------3--|
    ///     second  -------a--b--c------------
    ///     zip     -------1a-2b-----3c|
    ///
    /// It completes as soon as no further pair can come: when one has completed and all its values are sent. A failure
    /// of either ends it.
    public func zip<Other: Sendable>(with other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(serial: { receive, subscription in
            let machine = StateMachine(WaitingForPartners<Value, Other>(), to: receive) {
                (side: Side<Value, Other, Failure>, waiting, machine) in
                switch side {
                case .first(.next(let value)): waiting.first.append(value)
                case .second(.next(let value)): waiting.second.append(value)
                case .first(.completed): waiting.isFirstComplete = true
                case .second(.completed): waiting.isSecondComplete = true
                case .first(.failed(let failure)), .second(.failed(let failure)): machine.emit(.failed(failure))
                }
                if let pair = waiting.takePair() { machine.emit(.next(pair)) }
                if waiting.isExhausted { machine.emit(.completed) }
            }
            start(partOf: subscription) { machine.send(.first($0)) }
            other.start(partOf: subscription) { machine.send(.second($0)) }
        })
    }

    /// Combines the values of three signals by their position.
    public func zip<Second: Sendable, Third: Sendable>(
        with second: Signal<Second, Failure>, _ third: Signal<Third, Failure>
    ) -> Signal<(Value, Second, Third), Failure> {
        zip(with: second).zip(with: third).map { ($0.0, $0.1, $1) }
    }

    /// Combines the values of all signals by their position, in the order of the signals. Completes at once without
    /// signals.
    public static func zip(_ signals: [Signal]) -> Signal<[Value], Failure> {
        combine(signals, keeping: RingBuffer())
    }

    /// Sends each value with the latest one of the other signal, once that has sent one. Only the source triggers it.
    ///
    ///     source      --1-----2-----3--|
    ///     other       -----a-----b---------
    ///     withLatest  --------2a----3b-|
    ///
    /// It completes with the source, or if the other completes without a value. A failure of either ends it.
    public func withLatest<Other: Sendable>(from other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        Signal<(Value, Other), Failure>(serial: { receive, subscription in
            let machine = StateMachine(Other?.none, to: receive) {
                (side: Side<Value, Other, Failure>, latest, machine) in
                switch side {
                case .first(.next(let value)):
                    if let latest { machine.emit(.next((value, latest))) }
                case .second(.next(let value)): latest = value
                case .first(.completed): machine.emit(.completed)
                case .second(.completed):
                    if latest == nil { machine.emit(.completed) }
                case .first(.failed(let failure)), .second(.failed(let failure)): machine.emit(.failed(failure))
                }
            }
            // The other starts first, so that its immediate values are there for the source's immediate ones.
            other.start(partOf: subscription) { machine.send(.second($0)) }
            start(partOf: subscription) { machine.send(.first($0)) }
        })
    }

    /// Sends the source's latest value whenever the sampler sends one, even the same value again.
    ///
    ///     source   --1--2--------3------|
    ///     sampler  -------x---x------x-----x--|
    ///     sample   -------2---2------3-----3--|
    ///
    /// It completes with the sampler, or if the source completes without a value. A failure of either ends it.
    public func sample<Sampler: Sendable>(on sampler: Signal<Sampler, Failure>) -> Signal {
        sampler.withLatest(from: self).map { _, latest in latest }
    }

    /// Sends values until the replacement sends an event, then the replacement's.
    ///
    ///     source                 --1--2--3--4--|
    ///     replacement            -------a-----b-----|
    ///     take(untilReplacedBy)  --1--2-a-----b-----|
    ///
    /// The replacement starts with the source, whose completion doesn't end it. A failure of either does.
    public func take(untilReplacedBy replacement: Signal) -> Signal {
        Signal(serial: { receive, subscription in
            let source = subscription.makePart()
            let machine = StateMachine(false, to: receive) {
                (side: Side<Value, Value, Failure>, isReplaced, machine) in
                switch side {
                case .second(let event):
                    isReplaced = true
                    source.dispose()
                    machine.emit(event)
                case .first(.completed): break
                case .first(let event): if !isReplaced { machine.emit(event) }
                }
            }
            replacement.start(partOf: subscription) { machine.send(.second($0)) }
            start(in: source) { machine.send(.first($0)) }
        })
    }

    /// Sends the next values of all signals, in their order, as soon as each has one. `values` is empty storage for the
    /// values of one signal.
    private static func combine(_ signals: [Signal], keeping values: some KeptValues<Value>) -> Signal<[Value], Failure>
    {
        guard !signals.isEmpty else { return .empty }
        return Signal<[Value], Failure>(serial: { receive, subscription in
            let inputs = signals.map { _ in CombinedInput(values: values) }
            let machine = StateMachine(inputs, to: receive) {
                (message: (place: Int, event: Event<Value, Failure>), inputs, machine) in
                switch message.event {
                case .next(let value):
                    inputs[message.place].values.append(value)
                    guard !inputs.contains(where: \.values.isEmpty) else { break }
                    machine.emit(.next(inputs.indices.compactMap { inputs[$0].values.next() }))
                case .completed: inputs[message.place].isComplete = true
                case .failed(let failure): machine.emit(.failed(failure))
                }
                if inputs.contains(where: \.isExhausted) || inputs.allSatisfy(\.isComplete) { machine.emit(.completed) }
            }
            for (place, signal) in signals.enumerated() {
                signal.start(partOf: subscription) { machine.send((place, $0)) }
            }
        })
    }
}

/// Values of `zip` that wait for the other signal's.
private struct WaitingForPartners<First: Sendable, Second: Sendable> {
    var first = RingBuffer<First>()
    var second = RingBuffer<Second>()
    var isFirstComplete = false
    var isSecondComplete = false

    /// Whether no further pair can come.
    var isExhausted: Bool {
        (isFirstComplete && first.isEmpty) || (isSecondComplete && second.isEmpty)
            || (isFirstComplete && isSecondComplete)
    }

    mutating func takePair() -> (First, Second)? {
        guard !first.isEmpty, let other = second.popFirst() else { return nil }
        return first.popFirst().map { ($0, other) }
    }
}

/// What was kept of one of several combined signals.
private struct CombinedInput<Values: KeptValues> {
    var values: Values
    var isComplete = false

    /// Whether it has no more values to give, so that the others' can't be combined.
    var isExhausted: Bool { isComplete && values.isEmpty }
}

/// The values of one of several signals, kept until they can be combined with the others'.
private protocol KeptValues<Value>: Sendable {
    associatedtype Value: Sendable

    var isEmpty: Bool { get }

    mutating func append(_ value: Value)

    /// The next value to combine.
    mutating func next() -> Value?
}

/// Keeps every value until its turn.
extension RingBuffer: KeptValues {
    fileprivate mutating func next() -> Element? { popFirst() }
}

/// Keeps the latest value, and returns it every time.
private struct LatestValue<Value: Sendable>: KeptValues {
    private var value: Value?

    var isEmpty: Bool { value == nil }

    mutating func append(_ value: Value) { self.value = value }

    mutating func next() -> Value? { value }
}

/// An event, and which of two signals sent it.
private enum Side<First: Sendable, Second: Sendable, Failure: Error>: Sendable {
    case first(Event<First, Failure>)
    case second(Event<Second, Failure>)
}
