extension Signal {
    /// Sends the elements of a sequence in order, then completes. It stops when the subscription ends, so the sequence
    /// may be endless.
    ///
    ///     from([1, 2, 3])  123|
    public static func from(_ elements: some Sequence<Value> & Sendable) -> Signal {
        Signal(serial: { receive, subscription in
            for element in elements {
                guard !subscription.isDisposed else { return }
                receive(.next(element))
            }
            receive(.completed)
        })
    }
}
