import FoundationEssentials
import Library
import Signals

extension ReaderModel {
    /// When to refresh without being told to. It may change at any time.
    package var automaticRefresh: AutomaticRefresh {
        get { clock.settings }
        set { clock.settings = newValue }
    }

    /// The first screen is there.
    package func noteStart() {
        // Not as one that the cursor passes, which would have to rest there first.
        showChosenBeside()
        // What the first screen did not wait for: behind that, as two who read at once take a connection each.
        feeds.reloadSoon(.counts)
        ageing.hold(
            items.loaded.$items.observe { [ages] items in
                ages.follow(items.lazy.map(\.date))
            })
        clock.noteStart()
    }

    /// The machine has slept, and is awake again.
    package func noteWake() {
        ages.tick()
        clock.noteWake()
    }

    /// Asks for the feeds that are due, and says whether there are any.
    func refreshDue(at date: Date) -> Bool {
        do {
            let due = try library.dueFeeds(at: date).filter { $0.fetching.holdUp(at: Date()) == nil }
            guard !due.isEmpty else { return false }
            isQuiet = isQuiet || !refresh.isRunning
            refresh.start(due)
            return true
        } catch {
            troubles.send(error)
            return false
        }
    }

    func noteEnd(of progress: RefreshModel.Progress) {
        feeds.reload()
        keepHouse()
        let waiting = afterRefresh.waiting
        afterRefresh = AfterRefresh()
        if !isQuiet || progress.newItems > 0 {
            afterRefresh.finishLine = Status(progress, seeing: place == .failures ? nil : key(.showFailures))
            status = afterRefresh.finishLine
        }
        for more in waiting { sayAfterRefresh(more) }
        if isQuiet { clock.noteEnd(nothingAnswered: progress.nothingAnswered) }
        isQuiet = false
    }
}

extension RefreshModel.Progress {
    /// Whether something was asked, and nothing answered.
    var nothingAnswered: Bool { failed > 0 && failed + leftOut + paused == done }
}
