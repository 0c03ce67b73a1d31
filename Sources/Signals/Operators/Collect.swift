extension Signal {
    /// Sends all values as one array on completion, or nothing after a failure.
    ///
    ///     source     --1--2--3--|
    ///     collect()  -----------[1, 2, 3]|
    public func collect() -> Signal<[Value], Failure> {
        reduce(into: []) { $0.append($1) }
    }

    /// Collects values into arrays of `count`; the last one may be shorter.
    public func collect(_ count: Int) -> Signal<[Value], Failure> { buffer(count) }
}
