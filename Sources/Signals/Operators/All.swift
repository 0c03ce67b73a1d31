extension Signal {
    /// Whether all values pass the test: false with the first one that doesn't, true when the source completes without.
    ///
    ///     source            --2--4--5--6--|
    ///     all(where: even)  --------false|
    public func all(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
        any { !isWanted($0) }.map { !$0 }
    }
}
