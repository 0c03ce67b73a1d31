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
}
