import Configuration
import FoundationEssentials
import Signals
import System

/// Refreshes the feeds that are due at the start, when they become due, and when the machine wakes, as the settings
/// say.
///
/// Nothing wakes it until the next feed is due, and nothing ever does while the settings switch it off.
@MainActor final class RefreshClock {
    /// Feeds refreshed together become due one after the other. Those due within this time are fetched, too.
    private static let leeway = 60.0
    /// How long to wait if no server answered, which isn't the feeds' fault. The pause doubles each time. Feeds aren't
    /// due again earlier.
    private static let firstPause = 300.0
    private static let longestPause = 3600.0

    var settings = AutomaticRefresh() { didSet { if settings != oldValue { setAlarm() } } }

    private let scheduler: any Scheduler
    private let now: @Sendable () -> Date
    private let nextDue: () -> Date?
    private let look: (Date) -> Bool
    private var hasStarted = false
    /// When the last automatic refresh began.
    private var lastRefresh = Date.distantPast
    /// The number of refreshes in a row without any answer.
    private var failuresInARow = 0
    private let alarm = SerialDisposable()

    /// `nextDue` returns when the next feed is due; nil if none ever is. `look` refreshes the feeds due at a date, and
    /// returns whether there are any.
    init(
        scheduler: any Scheduler = QueueScheduler.main, now: @escaping @Sendable () -> Date = { Date() },
        nextDue: @escaping () -> Date?, look: @escaping (Date) -> Bool
    ) {
        self.scheduler = scheduler
        self.now = now
        self.nextDue = nextDue
        self.look = look
    }

    /// Before this time lede starts no refresh by itself; nil if it starts none while it is open.
    var earliest: Date? {
        guard settings.pause != nil, let pause else { return nil }
        // The clock may have been set back since.
        return min(lastRefresh, now()).addingTimeInterval(pause)
    }

    func handleStart() {
        hasStarted = true
        if settings.atStart { lookNow() } else { setAlarm() }
    }

    func handleWake() {
        // The scheduler's clock has slept, too, so the alarm is late.
        if settings.onResume { lookNow() } else { setAlarm() }
    }

    /// Notes that the network is back.
    func handleReturn() {
        guard hasStarted else { return }
        failuresInARow = 0
        if settings.pause != nil { lookNow() } else { setAlarm() }
    }

    /// Notes that feeds have come, or that they may be due at other times.
    func handleChange() { setAlarm() }

    /// Notes the end of an automatic refresh. `nothingAnswered` says whether it got no answer at all.
    func handleEnd(nothingAnswered: Bool) {
        failuresInARow = nothingAnswered ? failuresInARow + 1 : 0
        setAlarm()
    }

    private func lookNow() {
        let now = now()
        if look(now + Self.leeway) {
            lastRefresh = now
            // The end of the refresh sets the next one.
            alarm.release()
        } else {
            failuresInARow = 0
            setAlarm()
        }
    }

    private func setAlarm() {
        guard hasStarted, let next = nextLook else { return alarm.release() }
        let wait = max(0, next.timeIntervalSince(now()))
        alarm.hold(scheduler.run(after: .seconds(wait)) { [weak self] in MainQueue.assume { self?.lookNow() } })
    }

    private var nextLook: Date? {
        if let earliest { return nextDue().map { max($0, earliest) } }
        return pause.map { lastRefresh.addingTimeInterval($0) }
    }

    private var pause: Double? { [settings.pause?.inSeconds, pauseAfterFailure].compactMap { $0 }.min() }

    private var pauseAfterFailure: Double? {
        guard failuresInARow > 0 else { return nil }
        let doublings = Double(1 << min(failuresInARow - 1, 10))
        return min(Self.firstPause * doublings, Self.longestPause)
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

/// When lede refreshes feeds by itself. It fetches only those that are due.
package struct AutomaticRefresh: Equatable, Sendable {
    package var atStart = false
    /// The shortest time between two refreshes while lede is open; nil if it starts none by itself then.
    package var pause: Duration?
    /// When the machine wakes.
    package var onResume = false

    /// Never refreshes.
    package init() {}
}

extension AutomaticRefresh {
    init(_ config: Config) {
        let isAutomatic = config.isOn(.autoReload)
        atStart = isAutomatic || config.isOn(.refreshOnStartup)
        pause = isAutomatic ? .seconds(60 * config.number(.reloadTime)) : nil
        onResume = isAutomatic || config.isOn(.refreshOnResume)
    }
}

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
