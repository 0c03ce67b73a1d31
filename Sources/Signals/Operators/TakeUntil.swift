extension Signal {
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
}
