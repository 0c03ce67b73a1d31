extension Signal {
    /// Passes all events on, and runs the given actions before the subscriber gets the event.
    ///
    ///     source     --1-----2-----|
    ///     on(next:)  --1-----2-----|
    ///                  next  next
    ///
    /// `ended` follows `completed` and `failed`. `disposed` comes once and last: after the subscription is over and its
    /// work is cleaned up, whether it ended or was disposed of.
    public func on(
        started: (@Sendable () -> Void)? = nil,
        next: (@Sendable (Value) -> Void)? = nil,
        completed: (@Sendable () -> Void)? = nil,
        failed: (@Sendable (Failure) -> Void)? = nil,
        ended: (@Sendable () -> Void)? = nil,
        disposed: (@Sendable () -> Void)? = nil
    ) -> Signal {
        Signal(serial: { receive, subscription in
            started?()
            // A separate part, so that what the source adds later is also cleaned up before `disposed`.
            let work = CompositeDisposable()
            subscription.add(work)
            start(
                { event in
                    switch event {
                    case .next(let value): next?(value)
                    case .completed: completed?()
                    case .failed(let failure): failed?(failure)
                    }
                    if event.isEnd { ended?() }
                    receive(event)
                }, work)
            if let disposed { subscription.add(disposed) }
        })
    }
}
