extension Signal {
    /// These values at once, and then the source's.
    ///
    ///     source        --1--2--|
    ///     startWith(0)  0-1--2--|
    public func startWith(_ values: Value...) -> Signal {
        Signal(serial: { receive, subscription in
            for value in values { receive(.next(value)) }
            // The source is not even started for one who has heard enough.
            if !subscription.isDisposed { start(receive, subscription) }
        })
    }
}
