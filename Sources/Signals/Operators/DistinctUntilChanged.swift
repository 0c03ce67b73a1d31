extension Signal {
    /// Leaves out values that equal the previous one.
    ///
    ///     source                --1--1--2--1--|
    ///     distinctUntilChanged  --1-----2--1--|
    public func distinctUntilChanged(by areSame: @escaping @Sendable (Value, Value) -> Bool) -> Signal {
        relay { receive in
            let last = Serial<Value?>(nil)
            return { event in
                if case .next(let value) = event {
                    if let last = last.state, areSame(last, value) { return }
                    last.state = value
                }
                receive(event)
            }
        }
    }
}

extension Signal where Value: Equatable {
    public func distinctUntilChanged() -> Signal { distinctUntilChanged(by: ==) }
}
