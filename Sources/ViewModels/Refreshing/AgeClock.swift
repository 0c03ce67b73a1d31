import FoundationEssentials
import MainQueue
import Signals

/// Tells a reader that nobody touches when the ages on its screen have grown, and when a day has begun.
///
/// Minutes are told as they pass, hours and days ten minutes late at most.
@MainActor package final class AgeClock {
    /// Changes when what is shown with its age has to be drawn anew.
    @Published package internal(set) var ticks = 0

    private let scheduler: any Scheduler
    private let now: @Sendable () -> Date
    private let dayBegins: () -> Void
    private let alarm = SerialDisposable()
    private var next = Date.distantFuture
    private var youngest = Date.distantPast
    /// When the day began of the last look at the clock.
    private var day = Date.distantPast

    init(
        scheduler: any Scheduler = QueueScheduler.main, now: @escaping @Sendable () -> Date = { Date() },
        dayBegins: @escaping () -> Void
    ) {
        self.scheduler = scheduler
        self.now = now
        self.dayBegins = dayBegins
    }

    /// Notes the dates of what is shown from now on.
    func follow(_ dates: some Sequence<Date>) {
        youngest = dates.max() ?? .distantPast
        let now = now()
        // Most often nothing younger has come, and the alarm stays as it is.
        if now.addingTimeInterval(pause(at: now)) < next { setAlarm(at: now) }
    }

    /// Looks at the clock: the machine may have slept, and the scheduler with it.
    func tick() {
        let now = now()
        if ClockTime.startOfDay(now) != day { dayBegins() }
        setAlarm(at: now)
        ticks += 1
    }

    private func setAlarm(at now: Date) {
        day = ClockTime.startOfDay(now)
        let pause = pause(at: now)
        next = now.addingTimeInterval(pause)
        alarm.hold(
            scheduler.run(after: .seconds(pause)) { [weak self] in MainQueue.assume { self?.tick() } })
    }

    /// How long the ages that are shown are right, within this day.
    private func pause(at now: Date) -> Double {
        let age = now.timeIntervalSince(youngest)
        let pause = age < 3600 ? 60.0 : age < 14 * 86_400 ? 600 : .infinity
        // A day may have an hour more or less than others.
        let tomorrow = ClockTime.startOfDay(ClockTime.startOfDay(now).addingTimeInterval(30 * 3600))
        return min(pause, max(1, tomorrow.timeIntervalSince(now)))
    }
}
