extension Signal {
    /// Collects the values of an interval into an array. An interval begins with a value, and ends early at `count`
    /// values.
    ///
    ///     source                --1-2--------3-4-5-6--|
    ///     buffer(5)             -------[1,2]------[3,4,5][6]|
    ///     buffer(5, at most 2)  ----[1,2]------[3,4]-[5,6]|
    ///
    /// It never sends an empty array. At the end it sends waiting values at once, then the end.
    public func buffer(
        for interval: Duration, atMost count: Int = .max, on scheduler: some Scheduler
    ) -> Signal<[Value], Failure> {
        precondition(count > 0, "a buffer holds something")
        return Signal<[Value], Failure>(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let junction = Junction(TimedBuffer<Value>(), to: receive) {
                (message: Ticking<Value, Failure>, buffer, junction) in
                switch message {
                case .event(.next(let value)):
                    if buffer.values.isEmpty { buffer.due = scheduler.now + interval }
                    buffer.values.append(value)
                    if buffer.values.count == count {
                        junction.emit(.next(buffer.values.takeAll()))
                    } else if !buffer.isTimed {
                        buffer.isTimed = true
                        alarm.set(after: interval, junction)
                    }
                case .event(let end):
                    if !buffer.values.isEmpty { junction.emit(.next(buffer.values.takeAll())) }
                    junction.emit(end.map { [$0] })
                case .tick:
                    // The tick may come from an interval that ended early, when the next has already begun.
                    let rest = buffer.due - scheduler.now
                    buffer.isTimed = !buffer.values.isEmpty && rest > .zero
                    if buffer.isTimed {
                        alarm.set(after: rest, junction)
                    } else if !buffer.values.isEmpty {
                        junction.emit(.next(buffer.values.takeAll()))
                    }
                }
            }
            start({ junction.send(.event($0)) }, subscription)
        })
    }
}

private struct TimedBuffer<Value> {
    var values: [Value] = []
    /// The time at which to send the values.
    var due = Duration.zero
    var isTimed = false
}

extension Array {
    fileprivate mutating func takeAll() -> [Element] {
        defer { self = [] }
        return self
    }
}
