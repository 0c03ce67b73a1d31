extension Signal {
    /// Puts a hot source between this signal and its subscribers, so that one subscription serves all of them.
    ///
    ///     source      --1--2--3--|
    ///     connect()   ^
    ///     subscribed  ^--1--2--3--|
    ///     and later        ^2--3--|
    ///
    /// With a `ReplaySubject` who comes late is told what was.
    public func multicast(over source: some HotSource<Value, Failure>) -> Connectable<Value, Failure> {
        Connectable(self, over: source)
    }
}
