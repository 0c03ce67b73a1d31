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
            let metronome = Metronome(interval: interval, scheduler: scheduler, receive: receive)
            subscription.add(metronome.timer)
            metronome.wait()
        })
    }
}

private final class Metronome<Failure: Error>: Sendable {
    let timer = SerialDisposable()

    private let interval: Duration
    private let scheduler: any Scheduler
    private let receive: Signal<Int, Failure>.Receive
    private let start: Duration
    private let told = Serial(0)

    init(interval: Duration, scheduler: some Scheduler, receive: @escaping Signal<Int, Failure>.Receive) {
        self.interval = interval
        self.scheduler = scheduler
        self.receive = receive
        start = scheduler.now
    }

    func wait() {
        let passed = scheduler.now - start
        let next = Duration(attoseconds: (passed.attoseconds / interval.attoseconds + 1) * interval.attoseconds)
        timer.hold(scheduler.run(after: next - passed) { self.tick() })
    }

    private func tick() {
        let count = Int((scheduler.now - start).attoseconds / interval.attoseconds)
        // A clock that is read a moment early ends no interval twice.
        if count > told.state {
            told.state = count
            receive(.next(count))
        }
        wait()
    }
}
