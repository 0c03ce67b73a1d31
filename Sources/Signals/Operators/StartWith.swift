extension Signal {
    /// Sends these values at once, then those of the source.
    ///
    ///     source        --1--2--|
    ///     startWith(0)  0-1--2--|
    public func startWith(_ values: Value...) -> Signal {
        Signal(serial: { receive, subscription in
            // If the subscription ends meanwhile, the rest isn't sent and the source isn't started.
            for value in values where !subscription.isDisposed { receive(.next(value)) }
            if !subscription.isDisposed { start(receive, subscription) }
        })
    }
}
