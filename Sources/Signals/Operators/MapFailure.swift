extension Signal {
    /// The same values; a failure is transformed.
    ///
    ///     source          --1--2--x
    ///     mapFailure(→y)  --1--2--y
    public func mapFailure<OtherFailure: Error>(
        _ transform: @escaping @Sendable (Failure) -> OtherFailure
    ) -> Signal<Value, OtherFailure> {
        relay { receive in
            { event in
                switch event {
                case .next(let value): receive(.next(value))
                case .completed: receive(.completed)
                case .failed(let failure): receive(.failed(transform(failure)))
                }
            }
        }
    }
}
