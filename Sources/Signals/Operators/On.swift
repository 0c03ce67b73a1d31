extension Signal {
    /// The same events; on the way the given actions are taken, before the subscriber hears of what they are taken for.
    ///
    ///     source     --1-----2-----|
    ///     on(next:)  --1-----2-----|
    ///                  next  next
    ///
    /// `ended` follows `completed` and `failed`. `disposed` comes once and last, when the subscription is over and its
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
            // Apart, so that what the source adds later is cleaned up before `disposed`, too.
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
