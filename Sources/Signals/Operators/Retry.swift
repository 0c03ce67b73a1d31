extension Signal {
    /// Starts the signal anew each time it fails, at most so many times, and for ever where nothing is said. The last
    /// failure is told.
    ///
    ///     source    --1--x
    ///     retry(1)  --1----1--x
    ///
    /// What failed is cleaned up before it is started anew.
    public func retry(_ count: Int = .max) -> Signal {
        precondition(count >= 0, "a count is not negative")
        return Signal(serial: { receive, subscription in
            let attempts = Succession(partOf: subscription)
            let remaining = Serial(count)
            @Sendable func attempt(_ part: CompositeDisposable) {
                start(in: part) { event in
                    guard case .failed = event, remaining.state > 0 else { return receive(event) }
                    remaining.state -= 1
                    attempts.next(attempt)
                }
            }
            attempts.next(attempt)
        })
    }
}
