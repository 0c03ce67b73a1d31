extension Signal {
    /// Sends values up to the first one that fails the test, then completes.
    ///
    ///     source            --1--2--3--1--|
    ///     take(while: < 3)  --1--2--|
    public func take(while isWanted: @escaping @Sendable (Value) -> Bool) -> Signal {
        relay { receive in
            let isOver = Serial(false)
            return { event in
                guard !isOver.state else { return }
                if case .next(let value) = event, !isWanted(value) {
                    isOver.state = true
                    receive(.completed)
                } else {
                    receive(event)
                }
            }
        }
    }
}
