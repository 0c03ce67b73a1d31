extension Signal {
    /// Sends the values. After a failure, continues with the signal that `recover` returns for it.
    ///
    ///     source    --1--2--x
    ///     recovery           -8--9--|
    ///     catch     --1--2----8--9--|
    ///
    /// It cleans up the failed signal's work before it starts the other one.
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
