extension Signal {
    /// Fails when so much time has passed without an event: since the subscription, and then since each value.
    ///
    ///     source      --1--2---------3--|
    ///     timeout(4)  --1--2---x
    ///
    /// A limit for the first value alone, or for the whole of it, is made with a `timer`.
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
                    // A value only moves the time that is due: so one timer serves many values.
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
