/// The one timer of an operator about time: set anew, it calls off the time that it waited for before.
struct Alarm<Clock: Scheduler>: Sendable {
    private let clock: Clock
    private let timer = SerialDisposable()

    init(_ clock: Clock, of subscription: CompositeDisposable) {
        self.clock = clock
        subscription.add(timer)
    }

    /// Sends the junction a tick when so much time has passed.
    func set<Value, Failure, State, Output, OutputFailure>(
        after delay: Duration, _ junction: Junction<Ticking<Value, Failure>, State, Output, OutputFailure>
    ) {
        timer.hold(clock.run(after: delay) { junction.send(.tick) })
    }
}
