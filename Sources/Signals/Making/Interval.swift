extension Signal where Value == Int {
    /// Sends the number of passed intervals at the end of each, for ever.
    ///
    ///     interval(3)  ---1--2--3--4--
    ///
    /// It follows the scheduler's clock and doesn't drift. If the scheduler or the subscriber was busy, it sends only
    /// the latest number: it doesn't catch up in a burst.
    public static func interval(every interval: Duration, on scheduler: some Scheduler) -> Signal {
        precondition(interval > .zero, "an interval takes some time")
        return Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let start = scheduler.now
            @Sendable func intervalsPassed() -> Int128 { (scheduler.now - start).attoseconds / interval.attoseconds }
            let junction = Junction(Int128(0), to: receive) { (_: Ticking<Value, Failure>, told, junction) in
                let count = intervalsPassed()
                // A clock read slightly early doesn't end the same interval twice.
                if count > told {
                    told = count
                    junction.emit(.next(Int(count)))
                }
                let next = start + Duration(attoseconds: (intervalsPassed() + 1) * interval.attoseconds)
                alarm.set(after: next - scheduler.now, junction)
            }
            junction.send(.tick)
        })
    }
}
