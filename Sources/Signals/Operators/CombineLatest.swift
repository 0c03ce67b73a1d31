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
        meet(other, in: Latest(), Latest())
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
