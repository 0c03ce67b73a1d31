import Configuration
import FoundationEssentials
import Library
import Refresh
import Signals
import Subscriptions
import Syncing
import System

/// Refreshes feeds when the user asks or when they are due, and reports the results.
@MainActor package final class Refreshing: ReaderPart {
    unowned let reader: ReaderModel
    var afterRefresh = AfterRefresh()
    /// Whether lede started the current or last refresh by itself. Then only new items are reported, and failures are
    /// only listed.
    private var isQuiet = false
    private(set) lazy var clock = RefreshClock(
        nextDue: { [unowned self] in nextDue }, look: { [unowned self] in refreshDue(at: $0) })
    private let scope = ScopedDisposable()

    init(_ reader: ReaderModel) {
        self.reader = reader
        scope.add(reader.refresh.stalled.observe { [weak self] progress in self?.handleResults(progress) })
        scope.add(reader.refresh.finished.observe { [weak self] progress in self?.handleEnd(of: progress) })
        scope.add(
            reader.sync.$isRunning.changes.observe { [weak self] isRunning in
                guard !isRunning, let self else { return }
                if session.status == syncing { session.status = .done(wordsOnSync) }
                clock.handleChange()
            })
        scope.add(
            reader.connection.$isOffline.changes.observe { [weak self] isOffline in
                // Feeds may have become due meanwhile.
                if !isOffline { self?.clock.handleReturn() }
            })
    }

    private static func offline(_ pressing: (Operation) -> String) -> Status {
        .refused("Offline (\(pressing(.toggleOffline)) to go online)")
    }

    private var wordsOnSync: String {
        let new = reader.sync.newItems
        return (reader.sync.isOfFolderOnly ? "Synced with your other devices" : "Synced with the server")
            + (new > 0 ? ": \(new.grouped) new" : "")
    }

    private var syncing: Status {
        .done(reader.sync.isOfFolderOnly ? "Syncing with your other devices…" : "Syncing with the server…")
    }

    func refreshFeed() {
        let feeds = reader.here.feeds
        // Its server fetches it, and lede takes what that has.
        if reader.here.account != nil { return syncAgain() }
        if feeds.contains(where: { $0.account != nil }) { reader.sync.start(.everything, insisting: true) }
        if feeds.isEmpty, !reader.feeds.all.isEmpty { return session.status = .refused("No feed here to refresh") }
        if feeds.count == 1, let question = question(about: feeds[0]), session.cleared != question {
            return session.status = question
        }
        refresh(feeds, insisting: feeds.count == 1)
    }

    /// Asks the user before lede asks a server that wants it to wait. The same key answers, while it is shown.
    private func question(about feed: Feed) -> Status? {
        let now = Date()
        guard let wait = feed.fetching.wait(at: now) else { return nil }
        let time = LocalTime(wait.until).brief(at: now)
        return .done("Its server asked to wait until \(time) (\(session.key(.refreshFeed)) again to fetch anyway)")
    }

    func refresh(_ feeds: [Feed], insisting: Bool = false) {
        if reader.connection.isSwitchedOff { return session.status = Self.offline(session.pressing) }
        let own = feeds.filter { $0.account == nil }
        if own.isEmpty {
            let none = Status.done("No feeds to refresh yet (\(session.key(.addFeed)) to add one)")
            return session.status = reader.sync.isRunning ? syncing : none
        }
        isQuiet = false
        reader.refresh.start(
            own, insisting: insisting, overridingWaits: insisting, isOffline: reader.connection.isOffline)
    }

    /// Goes offline, or online again.
    func toggleOffline() {
        reader.connection.toggle()
        if reader.connection.isSwitchedOff {
            reader.refresh.stop()
            reader.sync.stop()
        }
        follow(session.config)
        session.status = .done(
            reader.connection.isSwitchedOff
                ? "Offline: lede fetches nothing (\(session.pressing(.toggleOffline)) to go online)"
                : reader.connection.isOffline ? "lede will fetch again once it has a network" : "Online")
    }

    /// Refreshes by itself as the settings say, unless the user is offline.
    func follow(_ config: Config) {
        clock.settings = reader.connection.isSwitchedOff ? AutomaticRefresh() : AutomaticRefresh(config)
    }

    /// Refreshes all feeds, after reading the urls file again.
    func refreshAll() {
        readFile { [weak self] in
            guard let self else { return }
            reader.sync.start(.everything, insisting: true)
            refresh(reader.feeds.all)
        }
    }

    /// Syncs after reading the urls file again, where the user may have corrected the account.
    private func syncAgain() {
        readFile { [weak self] in
            guard let self else { return }
            reader.sync.start(.everything, insisting: true)
            session.status = reader.sync.isRunning ? syncing : Self.offline(session.pressing)
        }
    }

    private func readFile(then finish: @escaping @MainActor @Sendable () -> Void) {
        do {
            try reader.subscriptions.follow { [weak self] in
                self?.reader.feeds.reload()
                finish()
            }
        } catch {
            session.status = .problem(error)
        }
    }

    /// Refreshes the feeds that are due, and returns whether there are any.
    private func refreshDue(at date: Date) -> Bool {
        let isSyncDue = nextSync.map { $0 <= date } == true
        if isSyncDue { reader.sync.start(.everything) }
        guard let mayBeDue = session.news.reporting(try session.library.due(among: unpaused, at: date)) else {
            return false
        }
        let due = mayBeDue.filter { $0.fetching.holdUp(at: Date()) == nil }
        guard !due.isEmpty else { return isSyncDue }
        if reader.refresh.progress == nil { isQuiet = true }
        reader.refresh.start(due, isOffline: reader.connection.isOffline)
        return true
    }

    /// When the next feed is due; nil if none ever is.
    private var nextDue: Date? {
        let next = session.news.reporting(try session.library.nextRequest(among: unpaused)) ?? nil
        return [next, nextSync].compactMap(\.self).min()
    }

    /// When lede syncs by itself again; nil without feed servers.
    private var nextSync: Date? {
        reader.sync.hasAccounts ? reader.sync.lastSync + Double(60 * session.config.number(.reloadTime)) : nil
    }

    private var unpaused: [Feed] { reader.feeds.all.filter { !reader.feeds.paused.contains($0.url) } }

    private func handleEnd(of progress: RefreshProgress) {
        handleResults(progress)
        let isSilent = progress.nothingAnswered && !progress.hasReached
        if isQuiet { clock.handleEnd(nothingAnswered: isSilent) } else { clock.handleChange() }
    }

    /// Reports the results of a refresh that has ended or stalled. The end of a stalled one corrects what was said, or only
    /// tells of new items.
    private func handleResults(_ progress: RefreshProgress) {
        reader.feeds.reload()
        if progress.hasReached {
            reader.connection.recordAnswer()
        } else if case .noNetwork = progress.obstacle {
            reader.connection.recordSilence()
        }
        let (waiting, finishLine, told) = (afterRefresh.waiting, afterRefresh.finishLine, reader.refresh.told)
        if told == nil { afterRefresh = AfterRefresh() } else { afterRefresh.waiting = [] }
        let isSaid = told != nil && finishLine != nil && session.status == finishLine
        let results = isSaid ? progress + (told ?? RefreshProgress()) : progress
        if isQuiet || told != nil && !isSaid { tellQuietly(of: results, after: finishLine) } else { tell(of: results) }
        for more in waiting { sayAfterRefresh(more) }
    }

    private func tell(of progress: RefreshProgress) {
        afterRefresh.finishLine = Status(
            progress, seeing: reader.screen == .failures ? nil : session.key(.showFailures))
        session.status = afterRefresh.finishLine
    }

    /// Reports new items, unless the status line has another message.
    private func tellQuietly(of progress: RefreshProgress, after finishLine: Status?) {
        guard progress.newItems > 0, session.status == nil || session.status == finishLine else { return }
        var news = progress
        (news.failed, news.leftOut, news.waiting, news.obstacle) = (0, 0, 0, nil)
        tell(of: news)
    }

    /// Keeps the failure of a program for the list of failures, and reports it after a refresh by the user.
    package func reportAfterRefresh(trouble: String) {
        afterRefresh.add(trouble)
        if !isQuiet { sayAfterRefresh(.problem(trouble)) }
    }

    /// Fetches feeds that were added, restored or resumed and are due, if lede refreshes by itself. After an import, the
    /// imported settings come first.
    func handleChangedFeeds() {
        if session.whenReconfigured == nil { clock.handleChange() }
    }

    /// Adds a message to the finish line of a refresh, if that is still shown; otherwise shows it alone.
    package func sayAfterRefresh(_ more: Status) {
        if reader.refresh.progress != nil { return afterRefresh.waiting.append(more) }
        var said = more
        if let line = afterRefresh.finishLine, session.status == line {
            said = Status(text: "\(line.text) · \(more.text)", kind: line.isProblem || more.isProblem ? .failed : .done)
            afterRefresh.finishLine = said
        }
        session.status = said
    }
}

extension RefreshProgress {
    /// Whether feeds were fetched, and no server answered.
    var nothingAnswered: Bool {
        failed + prevented > 0 && failed + prevented + leftOut + paused == done
    }
}

extension Status {
    /// The finish line of a refresh. `failures` is the key that shows the failures; nil if they are on the screen.
    init(_ progress: RefreshProgress, seeing failures: String?) {
        var parts: [String] = []
        if progress.done < progress.total { parts.append("stopped after \(progress.done) of \(progress.total) feeds") }
        if progress.newItems > 0 || progress.obstacle == nil {
            parts.append(
                progress.newItems == 0
                    ? "nothing new"
                    : "\(progress.newItems) new in \(progress.feedsWithNews.counted("feed"))"
            )
        }
        if let obstacle = progress.obstacle { parts.append(obstacle.description) }
        if progress.waiting > 0 { parts.append("still waiting for \(progress.waiting.counted("feed"))") }
        var troubles: [String] = []
        if progress.failed > 0 { troubles.append("\(progress.failed) failed") }
        if progress.leftOut > 0 { troubles.append("\(progress.leftOut) skipped") }
        if !troubles.isEmpty { parts.append(troubles.joined(separator: " · ") + (failures.map { " (\($0))" } ?? "")) }
        let text = parts.joined(separator: " · ")
        self.init(
            text: text.prefix(1).uppercased() + text.dropFirst(), kind: progress.nothingAnswered ? .failed : .done)
    }
}

/// The messages of a refresh: its finish line, what rules and programs reported, and their failures.
struct AfterRefresh {
    /// The last finish line.
    var finishLine: Status?
    /// Messages to append to the finish line of the running refresh.
    var waiting: [Status] = []
    /// The failures of programs, the latest last.
    private(set) var troubles: [String] = []

    /// More would push feeds out of the list of failures.
    private static let mostTroubles = 10

    mutating func add(_ trouble: String) {
        troubles = (troubles.filter { $0 != trouble } + [trouble]).suffix(Self.mostTroubles)
    }
}
