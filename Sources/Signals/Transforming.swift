extension Signal {
    /// Transforms each value.
    ///
    ///     source   --1--2--3--|
    ///     map(×2)  --2--4--6--|
    public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Signal<Output, Failure> {
        relay { receive in { event in receive(event.map(transform)) } }
    }

    /// Transforms each value, and leaves out those that become nil.
    ///
    ///     source               --"1"--"a"--"3"--|
    ///     compactMap(Int.init) --1----------3----|
    public func compactMap<Output: Sendable>(
        _ transform: @escaping @Sendable (Value) -> Output?
    ) -> Signal<Output, Failure> {
        relay { receive in
            { event in
                switch event {
                case .next(let value):
                    if let output = transform(value) { receive(.next(output)) }
                case .completed: receive(.completed)
                case .failed(let failure): receive(.failed(failure))
                }
            }
        }
    }

    /// Keeps only values that pass the test.
    ///
    ///     source        --1--2--3--4--|
    ///     filter(even)  -----2-----4--|
    public func filter(_ isWanted: @escaping @Sendable (Value) -> Bool) -> Signal {
        relay { receive in
            { event in
                if case .next(let value) = event, !isWanted(value) { return }
                receive(event)
            }
        }
    }

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
    /// Sends the first `count` values, then completes.
    ///
    ///     source   --1--2--3--4--|
    ///     take(2)  --1--2|
    public func take(_ count: Int) -> Signal {
        precondition(count >= 0, "a count is not negative")
        guard count > 0 else { return .empty }
        return relay { receive in
            let remaining = Serial(count)
            return { event in
                guard remaining.state > 0 else { return }
                if case .next = event { remaining.state -= 1 }
                let isLast = remaining.state == 0
                receive(event)
                if isLast { receive(.completed) }
            }
        }
    }

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

    /// Sends values until another signal sends one or completes, then completes.
    ///
    ///     source       --1--2--3--4--|
    ///     other        --------a-----|
    ///     take(until)  --1--2--|
    public func take<Other: Sendable>(until other: Signal<Other, Never>) -> Signal {
        Signal(serial: { receive, subscription in
            let junction = Junction((), to: receive) { (event: Event<Value, Failure>, _, junction) in
                junction.emit(event)
            }
            let waiting = other.take(1).start(partOf: subscription) { _ in junction.send(.completed) }
            // The source isn't started if the other signal has ended it already.
            if !waiting.isDisposed { start({ junction.send($0) }, subscription) }
        })
    }

    /// Sends values until a scope is disposed of or deallocated, then completes. It doesn't hold the scope.
    public func take(until scope: ScopedDisposable) -> Signal { take(until: scope.end) }

    /// Leaves out the first `count` values.
    ///
    ///     source   --1--2--3--4--|
    ///     skip(2)  --------3--4--|
    public func skip(_ count: Int) -> Signal {
        precondition(count >= 0, "a count is not negative")
        return relay { receive in
            let remaining = Serial(count)
            return { event in
                if case .next = event, remaining.state > 0 {
                    remaining.state -= 1
                } else {
                    receive(event)
                }
            }
        }
    }

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

    /// Leaves out values until another signal sends a value or completes. An end comes at once.
    ///
    ///     source       --1--2--3--4--|
    ///     other        -------a------|
    ///     skip(until)  --------3--4--|
    public func skip<Other: Sendable>(until other: Signal<Other, Never>) -> Signal {
        Signal(serial: { receive, subscription in
            let junction = Junction(false, to: receive) { (message: Message<Value, Failure>, isOpen, junction) in
                switch message {
                case .opened: isOpen = true
                case .event(let event): if isOpen || event.isEnd { junction.emit(event) }
                }
            }
            other.take(1).start(partOf: subscription) { _ in junction.send(.opened) }
            start({ junction.send(.event($0)) }, subscription)
        })
    }
}

private enum Message<Value: Sendable, Failure: Error>: Sendable {
    case event(Event<Value, Failure>)
    case opened
}

extension Signal {
    /// Sends the first value, then completes. Passes the end on if it comes first.
    ///
    ///     source   --1--2--3--|
    ///     first()  --1|
    public func first() -> Signal { take(1) }

    /// Sends the first value that passes the test, then completes.
    public func first(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal { filter(isWanted).take(1) }

    /// Whether any value passes the test: true at the first that does, false if the source completes without one.
    ///
    ///     source            --1--3--4--5--|
    ///     any(where: even)  --------true|
    public func any(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
        first(where: isWanted).reduce(false) { _, _ in true }
    }

    /// Whether all values pass the test: false at the first that doesn't, true if the source completes without one.
    ///
    ///     source            --2--4--5--6--|
    ///     all(where: even)  --------false|
    public func all(where isWanted: @escaping @Sendable (Value) -> Bool) -> Signal<Bool, Failure> {
        any { !isWanted($0) }.map { !$0 }
    }
}
