extension Signal {
    /// The signal that is made for each subscriber when it comes.
    ///
    ///     deferred { .just(now) }  now|
    public static func deferred(_ make: @escaping @Sendable () -> Signal) -> Signal {
        Signal(serial: { receive, subscription in make().start(receive, subscription) })
    }
}
