import Locks

extension Signal {
    /// A value at once, then at most one an interval: the latest that came in the meantime.
    ///
    ///     source       --1-2-3-----4--|
    ///     throttle(3)  --1--3------4--|
    package func throttle(for interval: Duration, on scheduler: Scheduler) -> Signal {
        Signal { observer in
            let throttle = Throttle(interval: interval, scheduler: scheduler, observer: observer)
            return subscribe { throttle.take($0) }
        }
    }
}

private final class Throttle<Value: Sendable, Failure: Error>: Sendable {
    private enum State: Sendable {
        case open
        /// A value went out less than an interval ago; the latest since then waits.
        case shut(latest: Value?)
    }

    private let interval: Duration
    private let scheduler: Scheduler
    private let observer: Observer<Value, Failure>
    private let state = Locked(State.open)

    init(interval: Duration, scheduler: Scheduler, observer: Observer<Value, Failure>) {
        self.interval = interval
        self.scheduler = scheduler
        self.observer = observer
    }

    func take(_ event: Event<Value, Failure>) {
        guard case .next(let value) = event else { return finish(event) }
        let wasOpen = state.withLock { state in
            if case .open = state {
                state = .shut(latest: nil)
                return true
            }
            state = .shut(latest: value)
            return false
        }
        if wasOpen { send(value) }
    }

    private func send(_ value: Value) {
        observer.send(value)
        scheduler.run(after: interval) { self.reopen() }
    }

    private func reopen() {
        if let latest = takeLatest(leaving: .shut(latest: nil)) { send(latest) }
    }

    private func finish(_ end: Event<Value, Failure>) {
        if let latest = takeLatest(leaving: .open) { observer.send(latest) }
        observer.send(end)
    }

    /// The value that waits; where none does, the throttle opens.
    private func takeLatest(leaving next: State) -> Value? {
        state.withLock { state in
            guard case .shut(let latest?) = state else {
                state = .open
                return nil
            }
            state = next
            return latest
        }
    }
}
