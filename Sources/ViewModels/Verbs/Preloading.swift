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
        var unreached = 0
    }

    let workspace: Workspace
    /// Nil when no pages are fetched ahead.
    @Published package private(set) var progress: Progress?
    private let fetching: FetchingPages
    private let refreshing: Refreshing
    private let choosing: Inquiry
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

    func stop() {
        choosing.drop()
        run.release()
        progress = nil
    }

    /// Fetches the pages that the user waits for.
    func fetchWanted() {
        begin(
            by: { library throws(LibraryFailure) in try library.wantedPages() }, for: .wanted,
            told: "that you asked for")
    }

    /// Fetches the pages that the settings ask for, after a refresh.
    func fetchAhead() {
        guard let choice = PreloadChoice(config, urls) else { return }
        begin(
            by: { library throws(LibraryFailure) in try choice.items(in: library, at: Date()) }, for: .ahead,
            told: "to read offline")
    }

    /// Chooses items off the main queue, and fetches their pages, unless that is under way already.
    private func begin(
        by choose: @escaping @Sendable (Library) throws(LibraryFailure) -> [ItemID], for purpose: PagePurpose,
        told words: String
    ) {
        guard !connection.isOffline, !isRunning, !choosing.isUnderWay else { return }
        choosing.ask(choose) { [weak self] items in
            if let items, !items.isEmpty { self?.fetch(items, for: purpose, told: words) }
        }
    }

    private func fetch(_ items: [ItemID], for purpose: PagePurpose, told words: String) {
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
        switch outcome {
        case .stored(let text): if text.isFound { progress.articles += 1 }
        case .unreached: progress.unreached += 1
        case .unchanged, .failed: break
        }
        self.progress = progress
    }

    private func finish(told words: String) {
        guard let progress else { return }
        self.progress = nil
        if progress.unreached > 1, progress.unreached == progress.total { connection.recordSilence() }
        if progress.articles > 0 {
            refreshing.sayAfterRefresh(.done("\(progress.articles.counted("page")) \(words)"))
        }
    }
}
