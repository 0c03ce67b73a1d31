extension Signal {
    /// Ignores the source's values, then continues with `next` when the source completes. A failure of the source ends
    /// it.
    ///
    ///     source  --1--2--|
    ///     next            ---3--4--|
    ///     then    -----------3--4--|
    public func then<Output: Sendable>(_ next: Signal<Output, Failure>) -> Signal<Output, Failure> {
        Signal<Output, Failure>(serial: { receive, subscription in
            let part = subscription.makePart()
            start(in: part) { event in
                switch event {
                case .next: break
                case .failed(let failure): receive(.failed(failure))
                case .completed:
                    part.dispose()
                    next.start(partOf: subscription, receive)
                }
            }
        })
    }
}
