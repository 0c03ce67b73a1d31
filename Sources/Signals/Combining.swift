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
        // Without `meet`, which isn't specialised for the caller's types and takes five times as long.
        Signal<(Value, Other), Failure>(serial: { receive, subscription in
            let junction = Junction(LatestOfTwo<Value, Other>(), to: receive) {
                (side: Side<Value, Other, Failure>, latest, junction) in
                switch side {
                case .first(.next(let value)):
                    latest.first = value
                    latest.values.map { junction.emit(.next($0)) }
                case .second(.next(let value)):
                    latest.second = value
                    latest.values.map { junction.emit(.next($0)) }
                case .first(.failed(let failure)), .second(.failed(let failure)): junction.emit(.failed(failure))
                case .first(.completed):
                    latest.isFirstComplete = true
                    if latest.isExhausted { junction.emit(.completed) }
                case .second(.completed):
                    latest.isSecondComplete = true
                    if latest.isExhausted { junction.emit(.completed) }
                }
            }
            start(partOf: subscription) { junction.send(.first($0)) }
            other.start(partOf: subscription) { junction.send(.second($0)) }
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
        meet(signals, in: Latest())
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
        meet(other, in: RingBuffer(), RingBuffer())
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
        meet(signals, in: RingBuffer())
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
            let junction = Junction(Other?.none, to: receive) {
                (side: Side<Value, Other, Failure>, latest, junction) in
                switch side {
                case .first(.next(let value)):
                    if let latest { junction.emit(.next((value, latest))) }
                case .second(.next(let value)): latest = value
                case .first(.completed): junction.emit(.completed)
                case .second(.completed):
                    if latest == nil { junction.emit(.completed) }
                case .first(.failed(let failure)), .second(.failed(let failure)): junction.emit(.failed(failure))
                }
            }
            // The other starts first, so that its immediate values are there for the source's immediate ones.
            other.start(partOf: subscription) { junction.send(.second($0)) }
            start(partOf: subscription) { junction.send(.first($0)) }
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

    /// Combines both signals' values as soon as each lane has one.
    func meet<First: Lane<Value>, Second: Lane>(
        _ other: Signal<Second.Value, Failure>, in first: First, _ second: Second
    ) -> Signal<(Value, Second.Value), Failure> {
        Signal<(Value, Second.Value), Failure>(serial: { receive, subscription in
            let meeting = Meeting(first: Party(lane: first), second: Party(lane: second))
            let junction = Junction(meeting, to: receive) {
                (side: Side<Value, Second.Value, Failure>, meeting, junction) in
                switch side {
                case .first(.next(let value)): meeting.first.lane.append(value)
                case .second(.next(let value)): meeting.second.lane.append(value)
                case .first(.completed): meeting.first.isComplete = true
                case .second(.completed): meeting.second.isComplete = true
                case .first(.failed(let failure)), .second(.failed(let failure)): junction.emit(.failed(failure))
                }
                if side.isNext, let pair = meeting.next() { junction.emit(.next(pair)) }
                if meeting.isOver { junction.emit(.completed) }
            }
            start(partOf: subscription) { junction.send(.first($0)) }
            other.start(partOf: subscription) { junction.send(.second($0)) }
        })
    }

    /// Combines all signals' values as soon as each lane has one.
    static func meet(_ signals: [Signal], in lane: some Lane<Value>) -> Signal<[Value], Failure> {
        guard !signals.isEmpty else { return .empty }
        return Signal<[Value], Failure>(serial: { receive, subscription in
            let meeting = Assembly(parties: signals.map { _ in Party(lane: lane) })
            let junction = Junction(meeting, to: receive) {
                (message: (place: Int, event: Event<Value, Failure>), meeting, junction) in
                switch message.event {
                case .next(let value):
                    meeting.parties[message.place].lane.append(value)
                    if let values = meeting.next() { junction.emit(.next(values)) }
                case .completed: meeting.parties[message.place].isComplete = true
                case .failed(let failure): junction.emit(.failed(failure))
                }
                if meeting.isOver { junction.emit(.completed) }
            }
            for (place, signal) in signals.enumerated() {
                signal.start(partOf: subscription) { junction.send((place, $0)) }
            }
        })
    }
}

private struct Party<Kept: Lane> {
    var lane: Kept
    var isComplete = false

    /// Whether it has no more values to give, so that the others' can't be combined.
    var isExhausted: Bool { isComplete && lane.isEmpty }
}

private struct Meeting<First: Lane, Second: Lane> {
    var first: Party<First>
    var second: Party<Second>

    var isOver: Bool {
        first.isExhausted || second.isExhausted || (first.isComplete && second.isComplete)
    }

    mutating func next() -> (First.Value, Second.Value)? {
        guard !first.lane.isEmpty, !second.lane.isEmpty else { return nil }
        guard let one = first.lane.next(), let other = second.lane.next() else { return nil }
        return (one, other)
    }
}

/// A meeting of any number of signals.
private struct Assembly<Kept: Lane> {
    var parties: [Party<Kept>]

    var isOver: Bool { parties.contains(where: \.isExhausted) || parties.allSatisfy(\.isComplete) }

    mutating func next() -> [Kept.Value]? {
        guard !parties.contains(where: \.lane.isEmpty) else { return nil }
        return parties.indices.compactMap { parties[$0].lane.next() }
    }
}

/// The values of one of several signals, kept until they can be combined with the others'.
protocol Lane<Value>: Sendable {
    associatedtype Value: Sendable

    var isEmpty: Bool { get }

    mutating func append(_ value: Value)

    /// The next value to combine.
    mutating func next() -> Value?
}

/// Keeps every value until its turn.
extension RingBuffer: Lane {
    mutating func next() -> Element? { popFirst() }
}

/// Keeps the latest value, and returns it every time.
private struct Latest<Value: Sendable>: Lane {
    private var value: Value?

    var isEmpty: Bool { value == nil }

    mutating func append(_ value: Value) { self.value = value }

    mutating func next() -> Value? { value }
}

/// An event, and which of two signals sent it.
enum Side<First: Sendable, Second: Sendable, Failure: Error>: Sendable {
    case first(Event<First, Failure>)
    case second(Event<Second, Failure>)

    /// Whether it is a value.
    var isNext: Bool {
        switch self {
        case .first(.next), .second(.next): true
        default: false
        }
    }
}
