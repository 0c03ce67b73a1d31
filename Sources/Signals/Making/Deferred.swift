extension Signal {
    /// Makes a signal for each subscriber when it subscribes.
    ///
    ///     deferred { .just(now) }  now|
    public static func deferred(_ make: @escaping @Sendable () -> Signal) -> Signal {
        Signal(serial: { receive, subscription in make().start(receive, subscription) })
    }
}
