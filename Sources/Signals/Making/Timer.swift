extension Signal where Value == Void {
    /// One value when so much time has passed since the subscription, and the end.
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
