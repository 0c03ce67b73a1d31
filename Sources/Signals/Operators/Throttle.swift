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
        guard wasOpen else { return }
        observer.send(value)
        waitToReopen()
    }

    private func waitToReopen() {
        scheduler.run(after: interval) { self.reopen() }
    }

    private func reopen() {
        guard enqueueLatest() else { return }
        observer.deliver()
        waitToReopen()
    }

    private func finish(_ end: Event<Value, Failure>) {
        _ = enqueueLatest()
        observer.send(end)
    }

    /// Puts the value that waits in line and tells whether there was one; where there is none, the throttle opens.
    ///
    /// The value is in line before the lock is free again, so an end that comes meanwhile does not overtake it.
    private func enqueueLatest() -> Bool {
        state.withLock { state in
            guard case .shut(let latest?) = state else {
                state = .open
                return false
            }
            observer.enqueue(.next(latest))
            state = .shut(latest: nil)
            return true
        }
    }
}
