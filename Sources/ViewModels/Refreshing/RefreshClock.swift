import FoundationEssentials
import Library
import MainQueue
import Signals

/// Refreshes the feeds that are due at the start, at an interval, and when the machine wakes, as the settings say.
@MainActor final class RefreshClock {
    /// Feeds refreshed together become due one after the other. Those due within this time are fetched, too.
    private static let leeway = 60.0
    /// How long to wait if no server answered, which isn't the feeds' fault. The pause doubles each time. Feeds aren't
    /// due again earlier.
    private static let firstPause = 300.0
    private static let longestPause = 3600.0

    var settings = AutomaticRefresh() { didSet { setAlarm() } }

    private let scheduler: any Scheduler
    private let now: @Sendable () -> Date
    private let look: (Date) -> Bool
    private var lastLook: Date
    /// The number of refreshes in a row without any answer.
    private var failuresInARow = 0
    private let alarm = SerialDisposable()

    /// `look` refreshes the feeds due at a date, and returns whether there are any.
    init(
        scheduler: any Scheduler = QueueScheduler.main, now: @escaping @Sendable () -> Date = { Date() },
        look: @escaping (Date) -> Bool
    ) {
        self.scheduler = scheduler
        self.now = now
        self.look = look
        lastLook = now()
    }

    func handleStart() {
        if settings.atStart { lookNow() }
    }

    func handleWake() {
        // The scheduler's clock has slept, too, so the alarm is late.
        if settings.onResume { lookNow() } else { setAlarm() }
    }

    /// Notes the end of an automatic refresh. `nothingAnswered` says whether it got no answer at all.
    func handleEnd(nothingAnswered: Bool) {
        failuresInARow = nothingAnswered ? failuresInARow + 1 : 0
        setAlarm()
    }

    private func lookNow() {
        lastLook = now()
        if !look(lastLook + Self.leeway) { failuresInARow = 0 }
        setAlarm()
    }

    private func setAlarm() {
        let pauses = [settings.interval?.inSeconds, pauseAfterFailure].compactMap { $0 }
        guard let pause = pauses.min() else { return alarm.release() }
        let wait = lastLook.addingTimeInterval(pause).timeIntervalSince(now())
        alarm.hold(
            scheduler.run(after: .seconds(max(0, min(wait, pause)))) { [weak self] in
                MainQueue.assume { self?.lookNow() }
            })
    }

    private var pauseAfterFailure: Double? {
        guard failuresInARow > 0 else { return nil }
        let doublings = Double(1 << min(failuresInARow - 1, 10))
        return min(Self.firstPause * doublings, Self.longestPause)
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
