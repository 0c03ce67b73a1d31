import Configuration
import FoundationEssentials
import Library
import Signals
import Subscriptions

/// Refreshes feeds: those that the person asks for, and by itself those that are due; and says what came of it.
@MainActor final class Refreshing: WorkspaceUser {
    let workspace: Workspace
    var afterRefresh = AfterRefresh()
    /// Whether the refresh that runs was not asked for by the person, who is told then of nothing but news.
    private var isQuiet = false
    private(set) lazy var clock = RefreshClock { [unowned self] in refreshDue(at: $0) }
    private let scope = ScopedDisposable()

    init(_ workspace: Workspace) {
        self.workspace = workspace
        scope.add(workspace.refresh.finished.observe { [weak self] progress in self?.noteEnd(of: progress) })
    }

    func refreshFeed() {
        let feeds = here.feeds
        if feeds.isEmpty, !workspace.feeds.all.isEmpty { return status = .refused("No feed here to refresh") }
        refresh(feeds, insisting: feeds.count == 1)
    }

    func refresh(_ feeds: [Feed], insisting: Bool = false) {
        if feeds.isEmpty {
            return status = .done("No feeds to refresh yet (\(key(.addFeed)) to add one)")
        }
        isQuiet = false
        refresh.start(feeds, insisting: insisting)
    }

    /// Asks every feed of the urls file as it is now.
    func refreshAll() {
        do {
            try subscriptions.follow { [weak self] in
                guard let self else { return }
                feeds.reload()
                refresh(feeds.all)
            }
        } catch {
            status = .problem("\(error)")
        }
    }

    /// Asks for the feeds that are due, and says whether there are any.
    private func refreshDue(at date: Date) -> Bool {
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

    private func noteEnd(of progress: RefreshModel.Progress) {
        feeds.reload()
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

    /// Says what went wrong with a program that was told of news, and keeps it for the list of failures.
    func noteAfterRefresh(trouble: String) {
        afterRefresh.note(trouble)
        sayAfterRefresh(.problem(trouble))
    }

    /// Says something of what a refresh has brought: behind its finish line, where that is still shown.
    func sayAfterRefresh(_ more: Status) {
        if refresh.isRunning { return afterRefresh.waiting.append(more) }
        var said = more
        if let line = afterRefresh.finishLine, status == line {
            said = Status(text: "\(line.text) · \(more.text)", kind: line.isProblem || more.isProblem ? .failed : .done)
            afterRefresh.finishLine = said
        }
        status = said
    }
}

extension RefreshModel.Progress {
    /// Whether something was asked, and nothing answered.
    var nothingAnswered: Bool { failed > 0 && failed + leftOut + paused == done }
}
