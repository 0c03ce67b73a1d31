import FoundationEssentials
import Library
import MainQueue
import Signals

/// Looks for feeds that are due: at the start, at an interval, when the machine has slept, as it is set.
@MainActor final class RefreshClock {
    /// The feeds of one refresh are due one after the other again: who is due a little later comes along.
    private static let leeway = 60.0
    /// How long to wait where nothing could be reached, which is not the feeds' fault, and from then on twice as long
    /// each time. A feed is not due again before.
    private static let firstPause = 300.0
    private static let longestPause = 3600.0

    var settings = AutomaticRefresh() { didSet { setAlarm() } }

    private let scheduler: any Scheduler
    private let now: @Sendable () -> Date
    private let look: (Date) -> Bool
    private var lastLook: Date
    /// How many refreshes in a row came to nothing at all.
    private var failuresInARow = 0
    private let alarm = SerialDisposable()

    /// `look` asks for the feeds that are due at a date, and says whether there are any.
    init(
        scheduler: any Scheduler = QueueScheduler.main, now: @escaping @Sendable () -> Date = { Date() },
        look: @escaping (Date) -> Bool
    ) {
        self.scheduler = scheduler
        self.now = now
        self.look = look
        lastLook = now()
    }

    func noteStart() {
        if settings.atStart { lookNow() }
    }

    func noteWake() {
        // The scheduler's clock has slept too, and the alarm is late.
        if settings.onResume { lookNow() } else { setAlarm() }
    }

    /// Notes how a refresh ended that was asked for here: whether something was asked, and nothing answered.
    func noteEnd(nothingAnswered: Bool) {
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
