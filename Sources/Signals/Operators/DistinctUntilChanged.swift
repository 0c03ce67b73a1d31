import Locks

extension Signal where Value: Equatable {
    /// Only the values that differ from the one before.
    ///
    ///     source                --1--1--2--1--|
    ///     distinctUntilChanged  --1-----2--1--|
    package func distinctUntilChanged() -> Signal {
        Signal { observer in
            let last = Locked<Value?>(nil)
            return subscribe { event in
                guard case .next(let value) = event else { return observer.send(event) }
                let isNew = last.withLock { last in
                    defer { last = value }
                    return last != value
                }
                if isNew { observer.send(event) }
            }
        }
    }
}
