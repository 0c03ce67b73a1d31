import FoundationEssentials
import MainQueue
import Signals

/// Tells the reader when ages on its screen have grown, and when a new day has begun, even if nobody presses a key.
///
/// Checks minutes as they pass, and hours and days every ten minutes.
@MainActor package final class AgeClock {
    /// Changes when shown ages have to be drawn again.
    @Published package internal(set) var ticks = 0

    private let scheduler: any Scheduler
    private let now: @Sendable () -> Date
    private let dayBegins: () -> Void
    private let alarm = SerialDisposable()
    private var next = Date.distantFuture
    private var youngest = Date.distantPast
    /// The beginning of the day at the last check.
    private var day = Date.distantPast

    init(
        scheduler: any Scheduler = QueueScheduler.main, now: @escaping @Sendable () -> Date = { Date() },
        dayBegins: @escaping () -> Void
    ) {
        self.scheduler = scheduler
        self.now = now
        self.dayBegins = dayBegins
    }

    /// Follows the dates that are shown now.
    func follow(_ dates: some Sequence<Date>) {
        youngest = dates.max() ?? .distantPast
        let now = now()
        // Usually no newer date has come, and the alarm stays.
        if now.addingTimeInterval(pause(at: now)) < next { setAlarm(at: now) }
    }

    /// Checks the clock: the machine and the scheduler may have slept.
    func tick() {
        let now = now()
        if LocalTime.startOfDay(now) != day { dayBegins() }
        setAlarm(at: now)
        ticks += 1
    }

    private func setAlarm(at now: Date) {
        day = LocalTime.startOfDay(now)
        let pause = pause(at: now)
        next = now.addingTimeInterval(pause)
        alarm.hold(
            scheduler.run(after: .seconds(pause)) { [weak self] in MainQueue.assume { self?.tick() } })
    }

    /// How many seconds the shown ages stay right, within this day.
    private func pause(at now: Date) -> Double {
        let age = now.timeIntervalSince(youngest)
        let pause = age < 3600 ? 60.0 : age < 14 * 86_400 ? 600 : .infinity
        // A day may have 23 or 25 hours.
        let tomorrow = LocalTime.startOfDay(LocalTime.startOfDay(now).addingTimeInterval(30 * 3600))
        return min(pause, max(1, tomorrow.timeIntervalSince(now)))
    }
}
