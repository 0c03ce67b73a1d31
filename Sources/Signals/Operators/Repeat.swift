extension Signal {
    /// Starts the signal again each time it completes, `count` times or, by default, for ever. A failure ends it.
    ///
    ///     source     --1--2--|
    ///     repeat(2)  --1--2----1--2--|
    ///
    /// It cleans up each round before it starts the next.
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
