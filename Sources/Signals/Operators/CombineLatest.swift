extension Signal {
    /// The latest values of both, whenever either sends one and the other has sent one before.
    ///
    ///     first          --1-----2--------|
    ///     second         -----a-----b--|
    ///     combineLatest  -----1a-2a-2b----|
    ///
    /// It completes when both have, or when one has that never sent a value; a failure of either ends it. Mapped, it
    /// lifts a function of values to one of signals.
    public func combineLatest<Other: Sendable>(with other: Signal<Other, Failure>) -> Signal<(Value, Other), Failure> {
        // Not by way of `meet`, which is not compiled anew for the types of a caller and costs five times as much.
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

    /// The latest values of three.
    public func combineLatest<Second: Sendable, Third: Sendable>(
        with second: Signal<Second, Failure>, _ third: Signal<Third, Failure>
    ) -> Signal<(Value, Second, Third), Failure> {
        combineLatest(with: second).combineLatest(with: third).map { ($0.0, $0.1, $1) }
    }

    /// The latest values of four.
    public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
        with second: Signal<Second, Failure>, _ third: Signal<Third, Failure>, _ fourth: Signal<Fourth, Failure>
    ) -> Signal<(Value, Second, Third, Fourth), Failure> {
        combineLatest(with: second).combineLatest(with: third.combineLatest(with: fourth))
            .map { ($0.0, $0.1, $1.0, $1.1) }
    }

    /// The latest values of all, in the order of the signals; of none it is empty.
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

    /// Whether there can be no further pair.
    var isExhausted: Bool {
        (isFirstComplete && isSecondComplete) || (isFirstComplete && first == nil)
            || (isSecondComplete && second == nil)
    }
}
