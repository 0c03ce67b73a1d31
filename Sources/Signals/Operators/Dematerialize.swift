extension Signal where Failure == Never {
    /// The events that the values stand for, up to the first end among them: what `materialize` was made of.
    ///
    ///     source         --1--2--x--3--|
    ///     dematerialize  --1--2--x
    ///
    /// A source that completes before it sends an end completes.
    public func dematerialize<Inner: Sendable, InnerFailure: Error>() -> Signal<Inner, InnerFailure>
    where Value == Event<Inner, InnerFailure> {
        relay { receive in
            let isOver = Serial(false)
            return { event in
                guard !isOver.state else { return }
                switch event {
                case .next(let inner):
                    isOver.state = inner.isEnd
                    receive(inner)
                case .completed: receive(.completed)
                }
            }
        }
    }
}
