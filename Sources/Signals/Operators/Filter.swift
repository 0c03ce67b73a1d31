extension Signal {
    /// Keeps only values that pass the test.
    ///
    ///     source        --1--2--3--4--|
    ///     filter(even)  -----2-----4--|
    public func filter(_ isWanted: @escaping @Sendable (Value) -> Bool) -> Signal {
        relay { receive in
            { event in
                if case .next(let value) = event, !isWanted(value) { return }
                receive(event)
            }
        }
    }
}
