extension Signal {
    /// Leaves out values until the first one that fails the test.
    ///
    ///     source            --1--2--3--1--|
    ///     skip(while: < 3)  --------3--1--|
    public func skip(while isUnwanted: @escaping @Sendable (Value) -> Bool) -> Signal {
        relay { receive in
            let isSkipping = Serial(true)
            return { event in
                if isSkipping.state, case .next(let value) = event {
                    if isUnwanted(value) { return }
                    isSkipping.state = false
                }
                receive(event)
            }
        }
    }
}
