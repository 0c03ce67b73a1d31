extension Signal {
    /// Sends a value at once, then at most one per interval: the latest. At the end it sends a waiting value at once,
    /// then the end.
    ///
    ///     source       --1-2-3-----4--|
    ///     throttle(3)  --1--3------4--|
    public func throttle(for interval: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let junction = Junction(Throttle<Value>.open, to: receive) {
                (message: Ticking<Value, Failure>, throttle, junction) in
                switch (message, throttle) {
                case (.event(.next(let value)), .open):
                    throttle = .shut(latest: nil)
                    junction.emit(.next(value))
                    alarm.set(after: interval, junction)
                case (.event(.next(let value)), .shut):
                    throttle = .shut(latest: value)
                case (.tick, .shut(let latest?)):
                    throttle = .shut(latest: nil)
                    junction.emit(.next(latest))
                    alarm.set(after: interval, junction)
                case (.tick, _):
                    throttle = .open
                case (.event(let end), _):
                    if case .shut(let latest?) = throttle { junction.emit(.next(latest)) }
                    junction.emit(end)
                }
            }
            start({ junction.send(.event($0)) }, subscription)
        })
    }
}

private enum Throttle<Value> {
    case open
    /// A value was sent less than an interval ago; the latest since then waits.
    case shut(latest: Value?)
}
