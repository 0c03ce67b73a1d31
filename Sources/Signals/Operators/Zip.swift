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
}
