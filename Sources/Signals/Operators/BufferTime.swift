extension Signal {
    /// The values of an interval together; it begins with a value, and ends early where there are so many of them.
    ///
    ///     source                --1-2--------3-4-5-6--|
    ///     buffer(5)             -------[1,2]------[3,4,5][6]|
    ///     buffer(5, at most 2)  ----[1,2]------[3,4]-[5,6]|
    ///
    /// Without a value nothing is sent. An end waits for nothing: the values that wait come at once, before it.
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
                    // The timer may be that of an interval which ended early, and the next one have begun.
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
    /// When the values are to go out.
    var due = Duration.zero
    var isTimed = false
}

extension Array {
    fileprivate mutating func takeAll() -> [Element] {
        defer { self = [] }
        return self
    }
}
