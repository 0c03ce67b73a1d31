extension Signal {
    /// Whether all values pass the test: false at the first that doesn't, true if the source completes without one.
    ///
    ///     source            --2--4--5--6--|
    ///     all(where: even)  --------false|
    public func all(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
        any { !isWanted($0) }.map { !$0 }
    }
}
