extension Signal {
    /// Combines the values with an initial result, and sends the result after each value. It doesn't send the initial
    /// result.
    ///
    ///     source      --1--2--3--|
    ///     scan(0, +)  --1--3--6--|
    public func scan<Result: Sendable>(
        _ initial: Result, _ combine: @escaping @Sendable (Result, Value) -> Result
    ) -> Signal<Result, Failure> {
        scan(into: initial) { result, value in result = combine(result, value) }
    }

    /// Combines the values with an initial result, which each value changes in place, and sends it after each.
    public func scan<Result: Sendable>(
        into initial: Result, _ update: @escaping @Sendable (inout Result, Value) -> Void
    ) -> Signal<Result, Failure> {
        relay { receive in
            let result = Serial(initial)
            return { event in
                receive(
                    event.map { value in
                        result.update { update(&$0, value) }
                        return result.state
                    })
            }
        }
    }
}
