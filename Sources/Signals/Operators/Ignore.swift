extension Signal where Value: Equatable {
    /// All values but those that are the given one.
    ///
    ///     source     --1--2--1--3--|
    ///     ignore(1)  -----2-----3--|
    public func ignore(_ unwanted: Value) -> Signal { filter { $0 != unwanted } }
}
