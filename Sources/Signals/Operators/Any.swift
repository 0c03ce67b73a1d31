extension Signal {
    /// Whether a value passes the test: true with the first one that does, false when the source completes without.
    ///
    ///     source            --1--3--4--5--|
    ///     any(where: even)  --------true|
    public func any(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
        first(where: isWanted).reduce(false) { _, _ in true }
    }
}
