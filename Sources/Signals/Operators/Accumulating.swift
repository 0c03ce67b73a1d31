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

    /// Sends each value with the one before. The first comes with `initial`.
    ///
    ///     source              --1-----2-----3-----|
    ///     combinePrevious(0)  --(0,1)-(1,2)-(2,3)-|
    public func combinePrevious(_ initial: Value) -> Signal<(Value, Value), Failure> {
        scan((initial, initial)) { pair, value in (pair.1, value) }
    }

    /// Sends all values as one array on completion, or nothing after a failure.
    ///
    ///     source     --1--2--3--|
    ///     collect()  -----------[1, 2, 3]|
    public func collect() -> Signal<[Value], Failure> {
        reduce(into: []) { $0.append($1) }
    }

    /// Collects values into arrays of `count`; the last one may be shorter.
    public func collect(_ count: Int) -> Signal<[Value], Failure> { buffer(count) }

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

extension Signal {
    /// Sends a signal for each key, when its first value comes. That signal sends all values with this key.
    ///
    ///     source       --1--2--3--4--|
    ///     group(even)  --A--B--------|
    ///     A            --1-----3-----|
    ///     B            -----2-----4--|
    ///
    /// Such a signal is hot. It keeps its values for its first subscriber; later ones get later values. It ends with the
    /// source, and completes when the subscription that it came from is disposed of.
    public func group<Key: Hashable & Sendable>(
        by key: @escaping @Sendable (Value) -> Key
    ) -> Signal<SignalGroup<Key, Value, Failure>, Failure> {
        relay { receive in
            let groups = Serial<[Key: UnheardSubject<Value, Failure>]>([:])
            return { event in
                guard case .next(let value) = event else {
                    let ending = groups.state
                    groups.state = [:]
                    for group in ending.values { group.send(event) }
                    if case .failed(let failure) = event { receive(.failed(failure)) } else { receive(.completed) }
                    return
                }
                let key = key(value)
                if let group = groups.state[key] { return group.send(event) }
                let group = UnheardSubject<Value, Failure>()
                groups.update { $0[key] = group }
                group.send(event)
                receive(.next(SignalGroup(key: key, signal: group.signal)))
            }
        }
    }
}

/// The values of one key.
public struct SignalGroup<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Sendable {
    public let key: Key
    public let signal: Signal<Value, Failure>
}

/// A hot source that keeps its values until somebody subscribes.
private final class UnheardSubject<Value: Sendable, Failure: Error>: Sendable {
    /// The values that nobody got yet; nil once somebody has subscribed.
    private let broadcast = ReplayingBroadcast<[Value]?, Value, Failure>([]) { unheard in
        let values = unheard ?? []
        unheard = nil
        return { receive in for value in values { receive(.next(value)) } }
    }

    // It completes when nobody can send to it any longer.
    deinit { send(.completed) }

    var signal: Signal<Value, Failure> { broadcast.signal }

    func send(_ event: Event<Value, Failure>) {
        broadcast.send { unheard in
            if case .next(let value) = event { unheard?.append(value) }
            return (event, ())
        }
    }
}
