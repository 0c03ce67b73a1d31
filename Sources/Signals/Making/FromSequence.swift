extension Signal {
    /// The elements of a sequence, one after the other, and the end. It stops where nobody listens any longer, so the
    /// sequence may be endless.
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
