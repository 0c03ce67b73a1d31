extension Signal {
    /// The values; after a failure, those of the signal that `recover` makes of it, and its end.
    ///
    ///     source    --1--2--x
    ///     recovery           -8--9--|
    ///     catch     --1--2----8--9--|
    ///
    /// The failed signal's work is cleaned up before the other one is started.
    public func `catch`<OtherFailure: Error>(
        _ recover: @escaping @Sendable (Failure) -> Signal<Value, OtherFailure>
    ) -> Signal<Value, OtherFailure> {
        Signal<Value, OtherFailure>(serial: { receive, subscription in
            let succession = Succession(partOf: subscription)
            succession.next { part in
                start(in: part) { event in
                    switch event {
                    case .next(let value): receive(.next(value))
                    case .completed: receive(.completed)
                    case .failed(let failure): succession.next { recover(failure).start(in: $0, receive) }
                    }
                }
            }
        })
    }
}
