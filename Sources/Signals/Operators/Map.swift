extension Signal {
    /// Transforms each value.
    ///
    ///     source   --1--2--3--|
    ///     map(×2)  --2--4--6--|
    public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Signal<Output, Failure> {
        relay { receive in { event in receive(event.map(transform)) } }
    }
}
