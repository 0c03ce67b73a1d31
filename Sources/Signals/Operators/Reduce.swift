extension Signal {
    /// Combines all values with an initial result, and sends the result on completion. After a failure it sends none.
    ///
    ///     source        --1--2--3--|
    ///     reduce(0, +)  -----------6|
    public func reduce<Result: Sendable>(
        _ initial: Result, _ combine: @escaping @Sendable (Result, Value) -> Result
    ) -> Signal<Result, Failure> {
        reduce(into: initial) { result, value in result = combine(result, value) }
    }

    /// Combines all values with an initial result, which each value changes in place.
    public func reduce<Result: Sendable>(
        into initial: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
    ) -> Signal<Result, Failure> {
        relay { receive in
            let result = Serial(initial)
            return { event in
                switch event {
                case .next(let value): result.update { update(&$0, value) }
                case .completed:
                    receive(.next(result.state))
                    receive(.completed)
                case .failed(let failure): receive(.failed(failure))
                }
            }
        }
    }
}
