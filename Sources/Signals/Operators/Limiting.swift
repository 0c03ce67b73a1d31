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
            let machine = StateMachine((), to: receive) { (event: Event<Value, Failure>, _, machine) in
                machine.emit(event)
            }
            let waiting = other.take(1).start(partOf: subscription) { _ in machine.send(.completed) }
            // The source isn't started if the other signal has ended it already.
            if !waiting.isDisposed { start({ machine.send($0) }, subscription) }
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
            // Nil stands for the other signal's event.
            let machine = StateMachine(false, to: receive) { (event: Event<Value, Failure>?, isOpen, machine) in
                guard let event else { return isOpen = true }
                if isOpen || event.isEnd { machine.emit(event) }
            }
            other.take(1).start(partOf: subscription) { _ in machine.send(nil) }
            start({ machine.send($0) }, subscription)
        })
    }

    /// Sends only the end. The type says that no value comes, unless it stands for a signal of another type.
    ///
    ///     source          --1--2--3--|
    ///     ignoreValues()  -----------|
    public func ignoreValues<Other: Sendable>(as type: Other.Type = Never.self) -> Signal<Other, Failure> {
        relay { receive in
            { event in
                switch event {
                case .next: break
                case .completed: receive(.completed)
                case .failed(let failure): receive(.failed(failure))
                }
            }
        }
    }
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
