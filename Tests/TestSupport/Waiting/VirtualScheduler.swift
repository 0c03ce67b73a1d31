import Locks
package import Signals

/// A clock that moves only when it is told to, so that what takes time can be tested without waiting.
///
/// Work is done by whoever moves the clock, in the order of its time, and of two at one time the one asked for first.
package final class VirtualScheduler: Scheduler {
    private struct Appointment: Sendable {
        let number: Int
        let time: Duration
        let work: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now = Duration.zero
        var asked = 0
        /// In the order in which they are due.
        var appointments: [Appointment] = []
    }

    private let state = Locked(State())

    package init() {}

    package var now: Duration { state.withLock { $0.now } }

    package func run(_ work: @escaping @Sendable () -> Void) {
        _ = run(after: .zero, work)
    }

    package func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) -> any Disposable {
        let number = state.withLock { state in
            state.asked += 1
            let time = state.now + max(delay, .zero)
            let place = state.appointments.firstIndex { $0.time > time } ?? state.appointments.endIndex
            state.appointments.insert(Appointment(number: state.asked, time: time, work: work), at: place)
            return state.asked
        }
        return ActionDisposable { [state] in
            // What the work holds goes after the lock: its deinit may call out.
            _ = state.withLock { state in
                state.appointments.firstIndex { $0.number == number }.map { state.appointments.remove(at: $0) }
            }
        }
    }

    /// Moves the clock on and does everything that falls due, at its time, also what is asked for on the way.
    package func advance(by interval: Duration = .zero) {
        let end = now + interval
        while let next = takeNext(until: end) { next.work() }
    }

    /// Moves the clock to the next appointment, or to the end where there is none before.
    private func takeNext(until end: Duration) -> Appointment? {
        state.withLock { state in
            guard let first = state.appointments.first, first.time <= end else {
                state.now = max(state.now, end)
                return nil
            }
            state.now = first.time
            return state.appointments.removeFirst()
        }
    }
}
