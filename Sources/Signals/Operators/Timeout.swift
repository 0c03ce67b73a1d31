extension Signal {
    /// Fails if no event comes within `interval` of the subscription or of the previous value.
    ///
    ///     source      --1--2---------3--|
    ///     timeout(4)  --1--2---x
    ///
    /// To limit the first value only, or the whole signal, use a `timer`.
    public func timeout(after interval: Duration, failingWith failure: Failure, on scheduler: some Scheduler) -> Signal
    {
        Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let junction = Junction(scheduler.now + interval, to: receive) {
                (message: Ticking<Value, Failure>, due, junction) in
                switch message {
                case .event(let event):
                    junction.emit(event)
                    due = scheduler.now + interval
                case .tick:
                    // A value only moves the deadline, so one timer serves many values.
                    let rest = due - scheduler.now
                    if rest > .zero {
                        alarm.set(after: rest, junction)
                    } else {
                        junction.emit(.failed(failure))
                    }
                }
            }
            alarm.set(after: interval, junction)
            start({ junction.send(.event($0)) }, subscription)
        })
    }
}
