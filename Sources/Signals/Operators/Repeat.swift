extension Signal {
    /// Starts the signal anew each time it completes, so that it runs so many times, and for ever where nothing is said.
    /// A failure ends it.
    ///
    ///     source     --1--2--|
    ///     repeat(2)  --1--2----1--2--|
    ///
    /// What completed is cleaned up before it is started anew.
    public func `repeat`(_ count: Int = .max) -> Signal {
        precondition(count >= 0, "a count is not negative")
        guard count > 0 else { return .empty }
        return Signal(serial: { receive, subscription in
            let rounds = Succession(partOf: subscription)
            let remaining = Serial(count)
            @Sendable func round(_ part: CompositeDisposable) {
                remaining.state -= 1
                start(in: part) { event in
                    guard case .completed = event, remaining.state > 0 else { return receive(event) }
                    rounds.next(round)
                }
            }
            rounds.next(round)
        })
    }
}
