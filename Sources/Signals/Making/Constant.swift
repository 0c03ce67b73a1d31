extension Signal {
    /// Sends one value, then completes.
    ///
    ///     just(1)  1|
    public static func just(_ value: Value) -> Signal {
        Signal(serial: { receive, _ in
            receive(.next(value))
            receive(.completed)
        })
    }

    /// Completes at once.
    ///
    ///     empty  |
    public static var empty: Signal {
        Signal(serial: { receive, _ in receive(.completed) })
    }

    /// Sends nothing and never ends.
    ///
    ///     never  ------
    public static var never: Signal {
        Signal(serial: { _, _ in })
    }

    /// Fails at once.
    ///
    ///     fail(e)  x
    public static func fail(_ failure: Failure) -> Signal {
        Signal(serial: { receive, _ in receive(.failed(failure)) })
    }
}
