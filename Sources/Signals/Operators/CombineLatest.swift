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
