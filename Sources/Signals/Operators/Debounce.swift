extension Signal {
    /// Sends a value if no other follows it within `interval`. At the end it sends a waiting value at once, then the
    /// end.
    ///
    ///     source       --1-2-3--------4|
    ///     debounce(3)  ---------3-----4|
    public func debounce(for interval: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let junction = Junction(Debounce<Value>.idle, to: receive) {
                (message: Ticking<Value, Failure>, debounce, junction) in
                switch (message, debounce) {
                case (.event(.next(let value)), .idle):
                    debounce = .waiting(value, due: scheduler.now + interval)
                    alarm.set(after: interval, junction)
                case (.event(.next(let value)), .waiting):
                    debounce = .waiting(value, due: scheduler.now + interval)
                case (.event(let end), _):
                    if case .waiting(let value, _) = debounce { junction.emit(.next(value)) }
                    junction.emit(end)
                case (.tick, .waiting(let value, let due)):
                    // The timer runs from the first value of a burst, so one timer serves all of it.
                    let rest = due - scheduler.now
                    if rest > .zero {
                        alarm.set(after: rest, junction)
                    } else {
                        debounce = .idle
                        junction.emit(.next(value))
                    }
                case (.tick, .idle): break
                }
            }
            start({ junction.send(.event($0)) }, subscription)
        })
    }
}

private enum Debounce<Value> {
    case idle
    /// The latest value, which is sent at `due` unless another replaces it.
    case waiting(Value, due: Duration)
}
