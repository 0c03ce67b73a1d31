extension Signal {
    /// Sends the answer of a function that calls back: a value and completion, or a failure. The function runs once per
    /// subscriber, and only its first answer counts.
    ///
    ///     from { answer in … }  -----1|
    public static func from(
        _ ask: @escaping @Sendable (_ answer: @escaping @Sendable (Result<Value, Failure>) -> Void) -> Void
    ) -> Signal {
        Signal { observer in
            ask { result in
                switch result {
                case .success(let value):
                    observer.send(value)
                    observer.send(.completed)
                case .failure(let failure): observer.send(.failed(failure))
                }
            }
            return nil
        }
    }
}

extension Signal where Failure == Never {
    /// Sends the answer of a function that calls back with a value and never fails.
    public static func from(
        _ ask: @escaping @Sendable (_ answer: @escaping @Sendable (Value) -> Void) -> Void
    ) -> Signal {
        from { (answer: @escaping @Sendable (Result<Value, Never>) -> Void) in ask { answer(.success($0)) } }
    }
}
