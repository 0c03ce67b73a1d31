extension Signal {
    /// These values at once, and then the source's.
    ///
    ///     source        --1--2--|
    ///     startWith(0)  0-1--2--|
    public func startWith(_ values: Value...) -> Signal {
        Signal(serial: { receive, subscription in
            // Who has heard enough hears no more, and the source is not even started.
            for value in values where !subscription.isDisposed { receive(.next(value)) }
            if !subscription.isDisposed { start(receive, subscription) }
        })
    }
}
