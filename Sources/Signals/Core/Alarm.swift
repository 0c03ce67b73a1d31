/// The one timer of a timed operator. Setting it again cancels the previous time.
struct Alarm<Clock: Scheduler>: Sendable {
    private let clock: Clock
    private let timer = SerialDisposable()

    init(_ clock: Clock, of subscription: CompositeDisposable) {
        self.clock = clock
        subscription.add(timer)
    }

    /// Sends the junction a tick after `delay`.
    func set<Value, Failure, State, Output, OutputFailure>(
        after delay: Duration, _ junction: Junction<Ticking<Value, Failure>, State, Output, OutputFailure>
    ) {
        timer.hold(clock.run(after: delay) { junction.send(.tick) })
    }
}
