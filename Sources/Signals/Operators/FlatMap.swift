extension Signal {
    /// Sends the values of the signals that `transform` makes of each value. The strategy says how many of them run at
    /// a time.
    ///
    ///     source            --1-----2---------|
    ///     transform(1)        --a--b--c--|
    ///     transform(2)              --d--e--|
    ///     flatMap(.merge)   ----a--bd-ce-------|
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
}
