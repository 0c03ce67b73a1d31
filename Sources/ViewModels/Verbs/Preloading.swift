import FoundationEssentials
import Library
import Refresh
package import Signals
import Spelling
import Subscriptions

/// Fetches items' pages ahead: those that the user waits for, and those that the settings ask for.
@MainActor package final class Preloading: WorkspaceUser {
    package struct Progress: Equatable, Sendable {
        package let total: Int
        package var done = 0
        var articles = 0
    }

    let workspace: Workspace
    /// Nil when no pages are fetched ahead.
    @Published package private(set) var progress: Progress?
    private let fetching: FetchingPages
    private let refreshing: Refreshing
    private let choosing: Inquiry
    private var isChoosing = false
    /// What is to be fetched next.
    private var (isWantedDue, isAheadDue) = (false, false)
    private let run = SerialDisposable()
    private let scope = ScopedDisposable()

    init(_ workspace: Workspace, fetching: FetchingPages, refreshing: Refreshing) {
        self.workspace = workspace
        self.fetching = fetching
        self.refreshing = refreshing
        choosing = Inquiry(workspace.session.news)
        scope.add(
            workspace.connection.$isOffline.changes.observe { [weak self] isOffline in
                if isOffline { self?.stop() } else { self?.fetchWanted() }
            })
    }

    var isRunning: Bool { progress != nil }

    /// Stops, if the user says so, and tells that.
    func stopAsAsked() {
        guard let progress else { return }
        stop()
        status = .done("Stopped: \(progress.articles.counted("page")) kept to read offline")
    }

    private func stop() {
        choosing.drop()
        run.release()
        (isChoosing, isWantedDue, isAheadDue) = (false, false, false)
        progress = nil
    }

    /// Fetches the pages that the user waits for.
    func fetchWanted() {
        // The user may have asked for one a moment ago.
        news.whenHeard { [weak self] in
            self?.isWantedDue = true
            self?.goOn()
        }
    }

    /// Fetches these and the pages that the settings ask for, after a refresh.
    func fetchAhead() {
        (isWantedDue, isAheadDue) = (true, true)
        goOn()
    }

    private func goOn() {
        guard !connection.isOffline, !isRunning, !isChoosing else { return }
        if isWantedDue {
            isWantedDue = false
            fetch(
                { library throws(LibraryFailure) in try library.wantedPages(at: Date()) }, for: .wanted,
                told: { "Fetched \($0) you asked for" })
        } else if isAheadDue {
            isAheadDue = false
            guard let choice = PreloadChoice(config, urls) else { return }
            fetch(
                { library throws(LibraryFailure) in try choice.items(in: library, at: Date()) }, for: .ahead,
                told: { "\($0) kept to read offline" })
        }
    }

    /// Chooses items off the main queue, and fetches their pages.
    private func fetch(
        _ choose: @escaping @Sendable (Library) throws(LibraryFailure) -> [ItemID], for purpose: PagePurpose,
        told words: @escaping @MainActor @Sendable (_ pages: String) -> String
    ) {
        isChoosing = true
        choosing.ask(choose) { [weak self] items in
            self?.isChoosing = false
            if let items, !items.isEmpty { self?.fetch(items, for: purpose, told: words) } else { self?.goOn() }
        }
    }

    private func fetch(
        _ items: [ItemID], for purpose: PagePurpose,
        told words: @escaping @MainActor @Sendable (_ pages: String) -> String
    ) {
        progress = Progress(total: items.count)
        run.hold(
            fetching.fetch(items, for: purpose) { [weak self] event in
                self?.record(event.outcome)
            } finish: { [weak self] in
                self?.finish(told: words)
            })
    }

    private func record(_ outcome: PageOutcome) {
        guard var progress else { return }
        progress.done += 1
        if case .stored(let text) = outcome, text.isFound { progress.articles += 1 }
        self.progress = progress
    }

    private func finish(told words: @MainActor (_ pages: String) -> String) {
        guard let progress else { return }
        self.progress = nil
        if progress.articles > 0 {
            refreshing.sayAfterRefresh(.done(words(progress.articles.counted("page"))))
        }
        goOn()
    }
}
