extension Signal where Failure == Never {
    /// The same events, as a signal that might fail, to go together with one that does.
    ///
    ///     source          --1--2--|
    ///     promoteFailure  --1--2--|
    public func promoteFailure<OtherFailure: Error>(
        to type: OtherFailure.Type = OtherFailure.self
    ) -> Signal<Value, OtherFailure> {
        relay { receive in
            { event in
                switch event {
                case .next(let value): receive(.next(value))
                case .completed: receive(.completed)
                }
            }
        }
    }
}
