import Locks

/// A clock that moves only when it is told to, so that what takes time can be tested without waiting.
///
/// Work is done by whoever moves the clock, in the order of its time, and of two at one time the one asked for first.
public final class VirtualScheduler: Scheduler {
    private struct Appointment: Sendable {
        let time: Duration
        let work: PendingWork
    }

    private struct State: Sendable {
        var now = Duration.zero
        /// In the order in which they are due.
        var appointments: [Appointment] = []
    }

    private let state = Locked(State())

    public init() {}

    public var now: Duration { state.withLock { $0.now } }

    public func run(_ work: @escaping @Sendable () -> Void) {
        _ = run(after: .zero, work)
    }

    public func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        let pending = PendingWork(work)
        state.withLock { state in
            let time = state.now + max(delay, .zero)
            let place = state.appointments.firstIndex { $0.time > time } ?? state.appointments.endIndex
            state.appointments.insert(Appointment(time: time, work: pending), at: place)
        }
        return pending
    }

    /// Moves the clock on and does everything that falls due, at its time, also what is asked for on the way.
    public func advance(by interval: Duration = .zero) {
        let end = now + interval
        while let next = takeNext(until: end) { next.run() }
    }

    /// Moves the clock to the next appointment, or to the end where there is none before.
    private func takeNext(until end: Duration) -> PendingWork? {
        state.withLock { state in
            guard let first = state.appointments.first, first.time <= end else {
                state.now = max(state.now, end)
                return nil
            }
            state.now = first.time
            return state.appointments.removeFirst().work
        }
    }
}
