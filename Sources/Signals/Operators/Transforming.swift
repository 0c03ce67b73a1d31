extension Signal {
    /// Transforms each value.
    ///
    ///     source   --1--2--3--|
    ///     map(×2)  --2--4--6--|
    public func map<Output: Sendable>(_ transform: @escaping @Sendable (Value) -> Output) -> Signal<Output, Failure> {
        relay { receive in { event in receive(event.map(transform)) } }
    }

    /// Sends the same value for each one of the source.
    ///
    ///     source         --1--2--3--|
    ///     mapReplace(a)  --a--a--a--|
    public func mapReplace<Output: Sendable>(_ value: Output) -> Signal<Output, Failure> { map { _ in value } }

    /// Transforms each value, and fails at the first for which `transform` throws.
    ///
    ///     source              --"1"--"2"--"a"--"3"--|
    ///     tryMap(parseInt)    --1----2----x
    public func tryMap<Output: Sendable>(
        _ transform: @escaping @Sendable (Value) throws(Failure) -> Output
    ) -> Signal<Output, Failure> {
        relay { receive in
            let isOver = Serial(false)
            return { event in
                guard !isOver.state else { return }
                do throws(Failure) {
                    switch event {
                    case .next(let value): receive(.next(try transform(value)))
                    case .completed: receive(.completed)
                    case .failed(let failure): receive(.failed(failure))
                    }
                } catch {
                    isOver.state = true
                    receive(.failed(error))
                }
            }
        }
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

    /// Leaves out one value wherever it comes.
    ///
    ///     source     --1--2--1--3--|
    ///     ignore(1)  -----2-----3--|
    public func ignore(_ unwanted: Value) -> Signal { filter { $0 != unwanted } }
}

extension Signal {
    /// Sends every event as a value. The end is a value, too, and completion follows it. It never fails.
    ///
    ///     source       --1--2--x
    ///     materialize  --1--2--x|
    public func materialize() -> Signal<Event<Value, Failure>, Never> {
        relay { receive in
            { event in
                receive(.next(event))
                if event.isEnd { receive(.completed) }
            }
        }
    }
}

extension Signal where Failure == Never {
    /// Sends the events that the values are, up to the first end among them. This undoes `materialize`.
    ///
    ///     source         --1--2--x--3--|
    ///     dematerialize  --1--2--x
    ///
    /// It completes with its source if no value is an end.
    public func dematerialize<Output: Sendable, OutputFailure: Error>() -> Signal<Output, OutputFailure>
    where Value == Event<Output, OutputFailure> {
        relay { receive in
            let isOver = Serial(false)
            return { event in
                guard !isOver.state else { return }
                switch event {
                case .next(let output):
                    isOver.state = output.isEnd
                    receive(output)
                case .completed: receive(.completed)
                }
            }
        }
    }
}
