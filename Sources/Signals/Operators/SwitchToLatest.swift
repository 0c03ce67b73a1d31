extension Signal {
    /// The values of the signal that came last; those before it are disposed of, and nothing of them comes any more.
    ///
    ///     source          --A--------B--------|
    ///     A                 --1--2--3--4--|
    ///     B                          --a--b-----c--|
    ///     switchToLatest  ----1--2--3--a--b-----c--|
    ///
    /// It completes when the source and its last signal have; a failure of either ends it.
    public func switchToLatest<Output: Sendable>() -> Signal<Output, Failure>
    where Value == Signal<Output, Failure> {
        flatten(.latest)
    }
}
