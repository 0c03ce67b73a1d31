extension Signal {
    /// Each event as a value, also the end, which is followed by completion. It never fails.
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
