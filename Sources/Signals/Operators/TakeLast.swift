extension Signal {
    /// The last values, so many of them at most, when the source completes; after a failure none.
    ///
    ///     source         --1--2--3--|
    ///     take(last: 2)  -----------23|
    public func take(last count: Int) -> Signal {
        precondition(count >= 0, "a count is not negative")
        guard count > 0 else { return ignoreValues(as: Value.self) }
        return relay { receive in
            let latest = Serial(Latest<Value>(count: count))
            return { event in
                switch event {
                case .next(let value): latest.update { $0.add(value) }
                case .completed:
                    for value in latest.state.inOrder { receive(.next(value)) }
                    receive(.completed)
                case .failed: receive(event)
                }
            }
        }
    }
}

/// The latest values of many, in a ring.
private struct Latest<Value: Sendable>: Sendable {
    let count: Int
    private var values: [Value] = []
    /// The place of the oldest value, which the next one takes when the ring is full.
    private var oldest = 0

    init(count: Int) {
        self.count = count
    }

    mutating func add(_ value: Value) {
        if values.count < count {
            values.append(value)
        } else {
            values[oldest] = value
            oldest = (oldest + 1) % count
        }
    }

    var inOrder: ArraySlice<Value> { values[oldest...] + values[..<oldest] }
}
