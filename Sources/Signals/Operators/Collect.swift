extension Signal {
    /// All values as one array, when they are complete; after a failure nothing.
    ///
    ///     source     --1--2--3--|
    ///     collect()  -----------[1, 2, 3]|
    public func collect() -> Signal<[Value], Failure> {
        reduce(into: []) { $0.append($1) }
    }

    /// The values in arrays of so many, the last of which may have fewer.
    public func collect(_ count: Int) -> Signal<[Value], Failure> { buffer(count) }
}
