extension Signal {
    /// Sends a value if no other follows it within `interval`. At the end it sends a waiting value at once, then the
    /// end.
    ///
    ///     source       --1-2-3--------4|
    ///     debounce(3)  ---------3-----4|
    public func debounce(for interval: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let machine = StateMachine(Debounce<Value>.idle, to: receive) {
                (message: Ticking<Value, Failure>, debounce, machine) in
                switch (message, debounce) {
                case (.event(.next(let value)), .idle):
                    debounce = .waiting(value, due: scheduler.now + interval)
                    alarm.set(after: interval, machine)
                case (.event(.next(let value)), .waiting):
                    debounce = .waiting(value, due: scheduler.now + interval)
                case (.event(let end), _):
                    if case .waiting(let value, _) = debounce { machine.emit(.next(value)) }
                    machine.emit(end)
                case (.tick, .waiting(let value, let due)):
                    // The timer runs from the first value of a burst, so one timer serves all of it.
                    let rest = due - scheduler.now
                    if rest > .zero {
                        alarm.set(after: rest, machine)
                    } else {
                        debounce = .idle
                        machine.emit(.next(value))
                    }
                case (.tick, .idle): break
                }
            }
            start({ machine.send(.event($0)) }, subscription)
        })
    }
}

private enum Debounce<Value> {
    case idle
    /// The latest value, which is sent at `due` unless another replaces it.
    case waiting(Value, due: Duration)
}

extension Signal {
    /// Sends a value at once, then at most one per interval: the latest. At the end it sends a waiting value at once,
    /// then the end.
    ///
    ///     source       --1-2-3-----4--|
    ///     throttle(3)  --1--3------4--|
    public func throttle(for interval: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let machine = StateMachine(Throttle<Value>.open, to: receive) {
                (message: Ticking<Value, Failure>, throttle, machine) in
                switch (message, throttle) {
                case (.event(.next(let value)), .open):
                    throttle = .shut(latest: nil)
                    machine.emit(.next(value))
                    alarm.set(after: interval, machine)
                case (.event(.next(let value)), .shut):
                    throttle = .shut(latest: value)
                case (.tick, .shut(let latest?)):
                    throttle = .shut(latest: nil)
                    machine.emit(.next(latest))
                    alarm.set(after: interval, machine)
                case (.tick, _):
                    throttle = .open
                case (.event(let end), _):
                    if case .shut(let latest?) = throttle { machine.emit(.next(latest)) }
                    machine.emit(end)
                }
            }
            start({ machine.send(.event($0)) }, subscription)
        })
    }
}

private enum Throttle<Value> {
    case open
    /// A value was sent less than an interval ago; the latest since then waits.
    case shut(latest: Value?)
}

extension Signal {
    /// Sends values and completion later, by `interval`. A failure comes at once and drops waiting values.
    ///
    ///     source    --1-2-----3|
    ///     delay(3)  -----1-2-----3|
    public func delay(by interval: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            let alarm = Alarm(scheduler, of: subscription)
            let machine = StateMachine(RingBuffer<Delayed<Value, Failure>>(), to: receive) {
                (message: Ticking<Value, Failure>, waiting, machine) in
                switch message {
                case .event(.failed(let failure)): machine.emit(.failed(failure))
                case .event(let event):
                    waiting.append(Delayed(event: event, due: scheduler.now + interval))
                    if waiting.count == 1 { alarm.set(after: interval, machine) }
                case .tick:
                    let now = scheduler.now
                    while let first = waiting.first, first.due <= now {
                        _ = waiting.popFirst()
                        machine.emit(first.event)
                    }
                    // Runs one timer at a time, for the first waiting event.
                    if let next = waiting.first {
                        alarm.set(after: next.due - now, machine)
                    }
                }
            }
            // As a part, so that the source stops at its end, and not only when that arrives.
            start(partOf: subscription) { machine.send(.event($0)) }
        })
    }
}

private struct Delayed<Value: Sendable, Failure: Error>: Sendable {
    let event: Event<Value, Failure>
    let due: Duration
}

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
            let machine = StateMachine(scheduler.now + interval, to: receive) {
                (message: Ticking<Value, Failure>, due, machine) in
                switch message {
                case .event(let event):
                    machine.emit(event)
                    due = scheduler.now + interval
                case .tick:
                    // A value only moves the deadline, so one timer serves many values.
                    let rest = due - scheduler.now
                    if rest > .zero {
                        alarm.set(after: rest, machine)
                    } else {
                        machine.emit(.failed(failure))
                    }
                }
            }
            alarm.set(after: interval, machine)
            start({ machine.send(.event($0)) }, subscription)
        })
    }

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
            let machine = StateMachine(TimedBuffer<Value>(), to: receive) {
                (message: Ticking<Value, Failure>, buffer, machine) in
                switch message {
                case .event(.next(let value)):
                    if buffer.values.isEmpty { buffer.due = scheduler.now + interval }
                    buffer.values.append(value)
                    if buffer.values.count == count {
                        machine.emit(.next(buffer.values.takeAll()))
                    } else if !buffer.isTimed {
                        buffer.isTimed = true
                        alarm.set(after: interval, machine)
                    }
                case .event(let end):
                    if !buffer.values.isEmpty { machine.emit(.next(buffer.values.takeAll())) }
                    machine.emit(end.map { [$0] })
                case .tick:
                    // The tick may come from an interval that ended early, when the next has already begun.
                    let rest = buffer.due - scheduler.now
                    buffer.isTimed = !buffer.values.isEmpty && rest > .zero
                    if buffer.isTimed {
                        alarm.set(after: rest, machine)
                    } else if !buffer.values.isEmpty {
                        machine.emit(.next(buffer.values.takeAll()))
                    }
                }
            }
            start({ machine.send(.event($0)) }, subscription)
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
            let machine = StateMachine(Int128(0), to: receive) { (_: Ticking<Value, Failure>, told, machine) in
                let count = intervalsPassed()
                // A clock read slightly early doesn't end the same interval twice.
                if count > told {
                    told = count
                    machine.emit(.next(Int(count)))
                }
                let next = start + Duration(attoseconds: (intervalsPassed() + 1) * interval.attoseconds)
                alarm.set(after: next - scheduler.now, machine)
            }
            machine.send(.tick)
        })
    }
}

extension Signal where Value == Void {
    /// Sends one value after `delay`, then completes.
    ///
    ///     timer(3)  ---()|
    public static func timer(after delay: Duration, on scheduler: some Scheduler) -> Signal {
        Signal(serial: { receive, subscription in
            subscription.add(
                scheduler.run(after: delay) {
                    receive(.next(()))
                    receive(.completed)
                })
        })
    }
}

/// The one timer of a timed operator. Setting it again cancels the previous time.
private struct Alarm<Clock: Scheduler>: Sendable {
    private let clock: Clock
    private let timer = SerialDisposable()

    init(_ clock: Clock, of subscription: CompositeDisposable) {
        self.clock = clock
        subscription.add(timer)
    }

    /// Sends the machine a tick after `delay`.
    func set<Value, Failure, State, Output, OutputFailure>(
        after delay: Duration, _ machine: StateMachine<Ticking<Value, Failure>, State, Output, OutputFailure>
    ) {
        timer.hold(clock.run(after: delay) { machine.send(.tick) })
    }
}

/// What a timed operator receives: events, and the tick of its timer.
enum Ticking<Value: Sendable, Failure: Error>: Sendable {
    case event(Event<Value, Failure>)
    case tick
}
