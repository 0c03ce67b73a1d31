import Configuration
import FoundationEssentials
import Library
import Signals
import Subscriptions

/// Accounts and feeds that failed, feeds that were skipped or have moved, and other problems.
@MainActor final class FailuresPlace: WorkspaceUser, Screen {
    let workspace: Workspace
    let place = Place.failures
    private let navigation: Navigation
    private let refreshing: Refreshing
    private let settings: Settings
    private let subscribing: Subscribing

    init(
        _ workspace: Workspace, navigation: Navigation, refreshing: Refreshing, settings: Settings,
        subscribing: Subscribing
    ) {
        self.workspace = workspace
        self.navigation = navigation
        self.refreshing = refreshing
        self.settings = settings
        self.subscribing = subscribing
    }

    private var list: FailureListModel { workspace.failures }

    func move(by rows: Int) { list.move(by: rows) }
    func turnPage(by pages: Int) { list.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { list.turnHalfPage(by: pages) }
    func goToTop() { list.goToTop() }
    func goToEnd() { list.goToEnd() }
    func go(toRow number: Int) { list.choose(number - 1) }
    func scroll(by rows: Int) { list.scroll(by: rows) }
    func scroll(toTop line: Int) { list.scroll(toTop: line) }
    func wrap(_ rows: Int) -> Bool { wrap(rows, from: list.row, of: list.count) }
    var rows: Int? { list.count }
    var rowInView: Int? { list.isChosenInView ? list.chosenName.lowerBound - list.text.page.top : nil }
    var text: PagerModel? { list.text }

    var feed: Feed? { list.selected }
    var feeds: [Feed] { feed.map { [$0] } ?? [] }
    var account: Account? { list.selectedEntry?.account }
    /// Goes to the feed, or syncs the account again.
    func open() {
        if let feed { navigation.goToFeed(feed.id) } else if account != nil { refreshing.refreshFeed() }
    }
    var lostRow: (name: String, now: String?)? { list.lostName.map { ($0, list.selectedEntry?.name) } }
    func remember(in screen: inout LastScreen) { screen.failed = list.selected?.id }
}

// What the list contains.
extension FailuresPlace {
    /// The number of accounts, feeds, imports and programs that failed.
    var failureCount: Int {
        accounts.count(where: \.isSerious) + workspace.feeds.failed.count + subscribing.notImported.count
            + refreshing.afterRefresh.troubles.count
    }

    /// The number of invalid lines in the user's files.
    var invalidLineCount: Int { subscriptions.problems.count + settings.problems.count }

    func show() {
        trail.go(to: place)
        let said = lastSaid
        list.show(whatFailed(before: [], saying: said), saying: said)
    }

    /// Updates the list, including the keys that it names.
    func update() {
        guard trail.path.contains(place) else { return }
        list.update(whatFailed(before: list.everListed, saying: list.lastSaid))
    }

    private var accounts: [AccountTrouble] {
        sync.accounts.map { AccountTrouble($0, named: sync.name($0.key)) }
    }

    private func whatFailed(before: Set<FailureEntry.ID>, saying lastSaid: [String]) -> Failures {
        let leftOut = workspace.feeds.all.compactMap { feed in refresh.leftOut[feed.id].map { (feed, $0) } }
        let refused = subscribing.notImported.map { "Not imported: “\($0)” isn't a web URL" }
        let problems =
            subscriptions.problems + refused + settings.problems.map(words) + refreshing.afterRefresh.troubles
            + subscriptions.warnings
        return Failures(
            accounts: accounts, isSyncing: sync.isRunning, feeds: workspace.feeds.all, failed: workspace.feeds.failed,
            leftOut: leftOut, problems: lastSaid + problems,
            now: Date(),
            listedBefore: before, fetching: refresh.fetching, paused: workspace.feeds.paused, pressing: pressing,
            key: key)
    }

    /// Removes the folder from the names of configuration files, as for the urls file.
    private func words(for problem: ConfigProblem) -> String {
        let folder = paths.configDirectory + "/"
        let text = problem.description
        return text.hasPrefix(folder) ? String(text.dropFirst(folder.count)) : text
    }

    /// The last failure in the status line, unless the list contains it anyway.
    private var lastSaid: [String] {
        let listed =
            subscriptions.problems + settings.problems.map(\.message) + refreshing.afterRefresh.troubles
            + subscriptions.warnings
            + workspace.feeds.failed.compactMap(\.lastError) + sync.accounts.compactMap(\.lastError)
        return [session.lastProblem].compactMap(\.self).filter { last in
            !listed.contains { last.lowercased().contains($0.lowercased()) }
        }
    }
}
