extension Signal {
    /// Collects values into arrays of `count`. A new array begins every `skip` values, so arrays overlap or leave
    /// values out; by default it begins when the previous one is full.
    ///
    ///     source              --1--2-------3-------4-------|
    ///     buffer(2)           -----[1, 2]----------[3, 4]--|
    ///     buffer(2, skip: 1)  -----[1, 2]--[2, 3]--[3, 4]--[4]|
    ///
    /// Completion sends every array that was begun, however short. A failure sends none of them.
    public func buffer(_ count: Int, skip: Int? = nil) -> Signal<[Value], Failure> {
        let stride = skip ?? count
        precondition(count > 0 && stride > 0, "a count is positive")
        return relay { receive in
            let windows = Serial(Windows<Value>(count: count, stride: stride))
            return { event in
                switch event {
                case .next(let value):
                    if let full = windows.update({ $0.add(value) }) { receive(.next(full)) }
                case .completed:
                    while let begun = windows.update({ $0.takeBegun() }) { receive(.next(begun)) }
                    receive(.completed)
                case .failed(let failure): receive(.failed(failure))
                }
            }
        }
    }
}

/// The arrays of `buffer` that aren't full yet.
private struct Windows<Value: Sendable>: Sendable {
    let count: Int
    let stride: Int
    /// The values since the oldest array began.
    private var values: [Value] = []
    /// The number of coming values that belong to no array.
    private var gap = 0

    init(count: Int, stride: Int) {
        self.count = count
        self.stride = stride
    }

    /// Adds a value, and returns the array that it fills, if any.
    mutating func add(_ value: Value) -> [Value]? {
        guard gap == 0 else {
            gap -= 1
            return nil
        }
        values.append(value)
        guard values.count == count else { return nil }
        gap = max(0, stride - count)
        return takeBegun()
    }

    /// Removes the oldest array, and returns it as it is.
    mutating func takeBegun() -> [Value]? {
        guard !values.isEmpty else { return nil }
        let oldest = values
        values.removeFirst(min(stride, values.count))
        return oldest
    }
}
