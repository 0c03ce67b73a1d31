extension Signal {
    /// The values until another signal sends one or completes, and then the end.
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
            // The source is not even started where it is over before.
            if !waiting.isDisposed { start({ junction.send($0) }, subscription) }
        })
    }

    /// The values until a scope is disposed of or goes out of life, and then the end. The scope is not held.
    public func take(until scope: ScopedDisposable) -> Signal { take(until: scope.end) }
}
