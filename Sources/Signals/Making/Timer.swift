extension Signal where Value == Void {
    /// Sends one value after `delay`, then completes.
    ///
    ///     timer(3)  ---()|
    public static func timer(after delay: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            subscription.add(
                scheduler.run(after: delay) {
                    receive(.next(()))
                    receive(.completed)
                })
        })
    }
}
