extension Signal {
    /// One value, and the end.
    ///
    ///     just(1)  1|
    public static func just(_ value: Value) -> Signal {
        Signal(serial: { receive, _ in
            receive(.next(value))
            receive(.completed)
        })
    }

    /// The end alone.
    ///
    ///     empty  |
    public static var empty: Signal {
        Signal(serial: { receive, _ in receive(.completed) })
    }

    /// Nothing, for ever.
    ///
    ///     never  ------
    public static var never: Signal {
        Signal(serial: { _, _ in })
    }

    /// A failure alone.
    ///
    ///     fail(e)  x
    public static func fail(_ failure: Failure) -> Signal {
        Signal(serial: { receive, _ in receive(.failed(failure)) })
    }
}
