package import Signals
import System

/// A clock that only moves when it is told to, so that code that takes time can be tested without waiting.
///
/// The caller that moves the clock does the work, in the order of its time. Work due at the same time is done in the
/// order in which it was scheduled.
package final class VirtualScheduler: Scheduler {
    private struct Appointment: Sendable {
        let number: Int
        let time: Duration
        let work: @Sendable () -> Void
    }

    private struct State: Sendable {
        var now = Duration.zero
        var asked = 0
        /// The appointments in the order of their time.
        var appointments: [Appointment] = []
    }

    private let state = Locked(State())

    package init() {}

    package var now: Duration { state.withLock { $0.now } }

    /// The times of the work that waits.
    package var pending: [Duration] { state.withLock { $0.appointments.map(\.time) } }

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
            // What the work holds is released after the lock, because its deinit may call out.
            _ = state.withLock { state in
                state.appointments.firstIndex { $0.number == number }.map { state.appointments.remove(at: $0) }
            }
        }
    }

    /// Moves the clock and does all work that becomes due, each at its time, including work scheduled on the way.
    package func advance(by interval: Duration = .zero) {
        let end = now + interval
        while let next = takeNext(until: end) { next.work() }
    }

    /// Moves the clock to the next appointment, or to the end if there is none before.
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
