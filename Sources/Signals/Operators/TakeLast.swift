extension Signal {
    /// Sends the last values, at most `count`, when the source completes. After a failure it sends none.
    ///
    ///     source         --1--2--3--|
    ///     take(last: 2)  -----------23|
    public func take(last count: Int) -> Signal {
        precondition(count >= 0, "a count is not negative")
        return relay { receive in
            let last = Serial(RingBuffer<Value>())
            return { event in
                switch event {
                case .next(let value): _ = last.update { $0.append(value, keeping: count) }
                case .completed:
                    for value in last.state.elements { receive(.next(value)) }
                    receive(.completed)
                case .failed: receive(event)
                }
            }
        }
    }
}
