extension Signal {
    /// Sends values and completion later, by `interval`. A failure comes at once and drops waiting values.
    ///
    ///     source    --1-2-----3|
    ///     delay(3)  -----1-2-----3|
    public func delay(by interval: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let junction = Junction(RingBuffer<Delayed<Value, Failure>>(), to: receive) {
                (message: Ticking<Value, Failure>, waiting, junction) in
                switch message {
                case .event(.failed(let failure)): junction.emit(.failed(failure))
                case .event(let event):
                    waiting.append(Delayed(event: event, due: scheduler.now + interval))
                    if waiting.count == 1 { alarm.set(after: interval, junction) }
                case .tick:
                    let now = scheduler.now
                    while let first = waiting.first, first.due <= now {
                        _ = waiting.popFirst()
                        junction.emit(first.event)
                    }
                    // Runs one timer at a time, for the first waiting event.
                    if let next = waiting.first {
                        alarm.set(after: next.due - now, junction)
                    }
                }
            }
            // As a part, so that the source stops at its end, and not only when that arrives.
            start(partOf: subscription) { junction.send(.event($0)) }
        })
    }
}

private struct Delayed<Value: Sendable, Failure: Error>: Sendable {
    let event: Event<Value, Failure>
    let due: Duration
}
