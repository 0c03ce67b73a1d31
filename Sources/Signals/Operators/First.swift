extension Signal {
    /// The first value, and the end. Where there is none, the end alone.
    ///
    ///     source   --1--2--3--|
    ///     first()  --1|
    public func first() -> Signal { take(1) }

    /// The first value that passes the test, and the end.
    public func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal { filter(isWanted).take(1) }
}
