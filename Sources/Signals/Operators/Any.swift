extension Signal {
    /// Whether any value passes the test: true at the first that does, false if the source completes without one.
    ///
    ///     source            --1--3--4--5--|
    ///     any(where: even)  --------true|
    public func any(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
        first(where: isWanted).reduce(false) { _, _ in true }
    }
}
