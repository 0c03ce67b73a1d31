extension Signal {
    /// Each value, transformed.
    ///
    ///     source   --1--2--3--|
    ///     map(×2)  --2--4--6--|
    package func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Signal<Output, Failure> {
        Signal<Output, Failure> { observer in
            subscribe { event in
                switch event {
                case .next(let value): observer.send(.next(transform(value)))
                case .completed: observer.send(.completed)
                case .failed(let failure): observer.send(.failed(failure))
                }
            }
        }
    }
}
