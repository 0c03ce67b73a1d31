import FoundationEssentials
import MainQueue
import Signals

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
