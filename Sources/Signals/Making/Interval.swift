extension Signal where Value == Int {
    /// How many intervals have passed, at the end of each, for ever.
    ///
    ///     interval(3)  ---1--2--3--4--
    ///
    /// It follows the scheduler's clock and does not drift. Where the scheduler or the subscriber was busy, the latest
    /// number comes alone: what was missed is left out and not made up for by a burst.
    public static func interval(every interval: Duration, on scheduler: some Scheduler) -> Signal {
        precondition(interval > .zero, "an interval takes some time")
        return Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let start = scheduler.now
            @Sendable func intervalsPassed() -> Int128 { (scheduler.now - start).attoseconds / interval.attoseconds }
            let junction = Junction(Int128(0), to: receive) { (_: Ticking<Value, Failure>, told, junction) in
                let count = intervalsPassed()
                // A clock that is read a moment early ends no interval twice.
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
