extension Signal {
    /// Transforms each value, and leaves out those that become nil.
    ///
    ///     source               --"1"--"a"--"3"--|
    ///     compactMap(Int.init) --1----------3----|
    public func compactMap<Output: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Output?
    ) -> Signal<Output, Failure> {
        relay { receive in
            { event in
                switch event {
                case .next(let value):
                    if let output = transform(value) { receive(.next(output)) }
                case .completed: receive(.completed)
                case .failed(let failure): receive(.failed(failure))
                }
            }
        }
    }
}
