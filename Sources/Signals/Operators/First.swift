extension Signal {
    /// Sends the first value, then completes. Passes the end on if it comes first.
    ///
    ///     source   --1--2--3--|
    ///     first()  --1|
    public func first() -> Signal { take(1) }

    /// Sends the first value that passes the test, then completes.
    public func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal { filter(isWanted).take(1) }
}
