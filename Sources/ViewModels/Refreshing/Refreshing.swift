import Configuration
import FoundationEssentials
import Library
import Signals
import Subscriptions
import Syncing
import System

/// Refreshes feeds when the user asks or when they are due, and reports the results.
@MainActor final class Refreshing: WorkspaceUser {
    let workspace: Workspace
    var afterRefresh = AfterRefresh()
    /// Whether lede started the current or last refresh by itself. Then only new items are reported, and failures are
    /// only listed.
    private var isQuiet = false
    private(set) lazy var clock = RefreshClock(
        nextDue: { [unowned self] in nextDue }, look: { [unowned self] in refreshDue(at: $0) })
    private let scope = ScopedDisposable()

    init(_ workspace: Workspace) {
        self.workspace = workspace
        scope.add(workspace.refresh.finished.observe { [weak self] progress in self?.handleEnd(of: progress) })
        scope.add(
            workspace.sync.$isRunning.changes.observe { [weak self] isRunning in
                guard !isRunning, let self else { return }
                if status == syncing { status = .done(wordsOnSync) }
                clock.handleChange()
            })
        scope.add(
            workspace.connection.$isOffline.changes.observe { [weak self] isOffline in
                // Feeds may have become due meanwhile.
                if !isOffline { self?.clock.handleReturn() }
            })
    }

    private static func offline(_ pressing: (Operation) -> String) -> Status {
        .refused("Offline (\(pressing(.toggleOffline)) to go online)")
    }

    private var wordsOnSync: String {
        let new = sync.newItems
        return (sync.isOfFolderOnly ? "Synced with your other devices" : "Synced with the server")
            + (new > 0 ? ": \(new.grouped) new" : "")
    }

    private var syncing: Status {
        .done(sync.isOfFolderOnly ? "Syncing with your other devices…" : "Syncing with the server…")
    }

    func refreshFeed() {
        let feeds = here.feeds
        // Its server fetches it, and lede takes what that has.
        if here.account != nil { return syncAgain() }
        if feeds.contains(where: { $0.account != nil }) { sync.start(.everything, insisting: true) }
        if feeds.isEmpty, !workspace.feeds.all.isEmpty { return status = .refused("No feed here to refresh") }
        refresh(feeds, insisting: feeds.count == 1)
    }

    func refresh(_ feeds: [Feed], insisting: Bool = false) {
        if connection.isSwitchedOff { return status = Self.offline(pressing) }
        let own = feeds.filter { $0.account == nil }
        if own.isEmpty {
            let none = Status.done("No feeds to refresh yet (\(key(.addFeed)) to add one)")
            return status = sync.isRunning ? syncing : none
        }
        isQuiet = false
        refresh.start(own, insisting: insisting)
    }

    /// Goes offline, or online again.
    func toggleOffline() {
        connection.toggle()
        if connection.isSwitchedOff {
            refresh.stop()
            sync.stop()
        }
        follow(config)
        status = .done(
            connection.isSwitchedOff
                ? "Offline: lede fetches nothing (\(pressing(.toggleOffline)) to go online)"
                : connection.isOffline ? "lede will fetch again once it has a network" : "Online")
    }

    /// Refreshes by itself as the settings say, unless the user is offline.
    func follow(_ config: Config) {
        clock.settings = connection.isSwitchedOff ? AutomaticRefresh() : AutomaticRefresh(config)
    }

    /// Refreshes all feeds, after reading the urls file again.
    func refreshAll() {
        readFile { [weak self] in
            guard let self else { return }
            sync.start(.everything, insisting: true)
            refresh(feeds.all)
        }
    }

    /// Syncs after reading the urls file again, where the user may have corrected the account.
    private func syncAgain() {
        readFile { [weak self] in
            guard let self else { return }
            sync.start(.everything, insisting: true)
            status = sync.isRunning ? syncing : Self.offline(pressing)
        }
    }

    private func readFile(then finish: @escaping @MainActor @Sendable () -> Void) {
        do {
            try subscriptions.follow { [weak self] in
                self?.feeds.reload()
                finish()
            }
        } catch {
            status = .problem(error)
        }
    }

    /// Refreshes the feeds that are due, and returns whether there are any.
    private func refreshDue(at date: Date) -> Bool {
        do {
            let isSyncDue = nextSync.map { $0 <= date } == true
            if isSyncDue { sync.start(.everything) }
            let due = try library.due(among: unpaused, at: date).filter { $0.fetching.holdUp(at: Date()) == nil }
            guard !due.isEmpty else { return isSyncDue }
            if !refresh.isRunning { isQuiet = true }
            refresh.start(due)
            return true
        } catch {
            troubles.send(error)
            return false
        }
    }

    /// When the next feed is due; nil if none ever is.
    private var nextDue: Date? {
        do {
            return [try library.nextRequest(among: unpaused), nextSync].compactMap(\.self).min()
        } catch {
            troubles.send(error)
        }
        return nextSync
    }

    /// When lede syncs by itself again; nil without feed servers.
    private var nextSync: Date? {
        sync.hasAccounts ? sync.lastSync + Double(60 * config.number(.reloadTime)) : nil
    }

    private var unpaused: [Feed] { feeds.all.filter { !feeds.paused.contains($0.url) } }

    private func handleEnd(of progress: RefreshModel.Progress) {
        feeds.reload()
        if progress.hasReached { connection.recordAnswer() } else if progress.isNowhere { connection.recordSilence() }
        let (waiting, finishLine) = (afterRefresh.waiting, afterRefresh.finishLine)
        afterRefresh = AfterRefresh()
        if isQuiet { tellQuietly(of: progress, after: finishLine) } else { tell(of: progress) }
        for more in waiting { sayAfterRefresh(more) }
        if isQuiet { clock.handleEnd(nothingAnswered: progress.nothingAnswered) } else { clock.handleChange() }
    }

    private func tell(of progress: RefreshModel.Progress) {
        afterRefresh.finishLine = Status(progress, seeing: place == .failures ? nil : key(.showFailures))
        status = afterRefresh.finishLine
    }

    /// Reports new items, unless the status line has another message.
    private func tellQuietly(of progress: RefreshModel.Progress, after finishLine: Status?) {
        guard progress.newItems > 0, status == nil || status == finishLine else { return }
        var news = progress
        (news.failed, news.leftOut) = (0, 0)
        tell(of: news)
    }

    /// Keeps the failure of a program for the list of failures, and reports it after a refresh by the user.
    func reportAfterRefresh(trouble: String) {
        afterRefresh.add(trouble)
        if !isQuiet { sayAfterRefresh(.problem(trouble)) }
    }

    /// Fetches feeds that were added, restored or resumed and are due, if lede refreshes by itself. After an import, the
    /// imported settings come first.
    func handleChangedFeeds() {
        if session.whenReconfigured == nil { clock.handleChange() }
    }

    /// Adds a message to the finish line of a refresh, if that is still shown; otherwise shows it alone.
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
    /// Whether feeds were fetched, and no server answered.
    var nothingAnswered: Bool { failed > 0 && failed + leftOut + paused == done }
}
