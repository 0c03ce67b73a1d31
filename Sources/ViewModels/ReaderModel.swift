package import Configuration
import FoundationEssentials
package import Library
package import MovingIn
package import Refresh
package import Signals
import Subscriptions
package import Syncing
import Typesetting

/// The whole reader: contains places and verbs, and passes the user's operations to them.
@MainActor package final class ReaderModel {
    package let session: Session
    let workspace: Workspace
    let places: Places
    let verbs: Verbs
    let navigation: Navigation
    private let remembering: Remembering
    /// Follows the ages of shown items, once the first screen is painted.
    private let ageing = SerialDisposable()
    package private(set) lazy var ages = AgeClock { [unowned self] in feeds.reloadSoon(.counts) }
    private let scope = ScopedDisposable()

    /// Shows the library at once. Fetches nothing until the user or a setting asks for it.
    package init(
        library: Library, refresher: Refresher, syncer: Syncer? = nil, paths: Paths, config: Config = Config()
    ) {
        let troubles = Subject<LibraryFailure, Never>()
        session = Session(library, paths: paths, config: config, troubles: troubles)
        let subscriptions = SubscriptionsModel(library: library, paths: paths)
        if subscriptions.exists { subscriptions.begin() }
        let router = Router()
        workspace = Workspace(session, refresher: refresher, syncer: syncer, subscriptions: subscriptions) {
            router.screen($0)
        }
        navigation = Navigation(workspace)
        verbs = Verbs(
            workspace, navigation: navigation, perform: { router.perform($0) }, performGiven: { router.perform($0) })
        places = Places(workspace, navigation: navigation, verbs) { router.perform($0) }
        remembering = Remembering(
            workspace, navigation: navigation, arranging: verbs.arranging, links: places.links, failed: places.failures)
        router.reader = self
        if let salvage = library.salvage { session.status = .problem(salvage.description.asSentence) }
        verbs.settings.apply(config, in: texts)
        // The settings may have changed the order of feeds.
        workspace.feeds.goToFirstFeed()
        remembering.resume()
        follow(library)
    }

    private func follow(_ library: Library) {
        scope.add(navigation.followCursors())
        scope.add(session.news.changes.observe { [weak self] in self?.navigation.follow($0) })
        scope.add(session.news.changes.observe { [weak self] _ in self?.places.history.update() })
        scope.add(library.searchIndexed.onMain { [weak self] _ in self?.navigation.searchAgain() })
        let observed: [any Disposable] = [
            items.jump.isUnderWayToFollow.observe { [weak self] isJumping in
                if !isJumping { self?.here.markHovered() }
            },
            items.$sorting.observe { [weak self] sorting in self?.verbs.arranging.tell(of: sorting) },
            workspace.subscriptions.$knownList.observe { [weak self] urls in self?.feeds.follow(urls) },
            feeds.$readings.observe { [weak self] _ in
                self?.places.failures.update()
                self?.places.information.update()
            },
            refresh.$fetching.observe { [weak self] _ in self?.places.failures.update() },
            workspace.sync.$accounts.observe { [weak self] _ in self?.places.failures.update() },
            workspace.sync.$isRunning.observe { [weak self] _ in self?.places.failures.update() },
            refresh.$leftOut.observe { [weak self] _ in self?.places.failures.update() },
            feeds.$paused.observe { [weak self] _ in self?.places.failures.update() },
            refresh.finished.observe { [weak self] _ in
                self?.verbs.settings.cleanUpLibrary()
                self?.verbs.preloading.fetchAhead()
            },
            workspace.sync.failures.observe { [weak self] in
                self?.verbs.refreshing.sayAfterRefresh(.problem($0))
            },
            navigation.opened.observe { [weak self] in self?.verbs.showingPages.handleOpened() },
            workspace.trail.$path.observe { [weak self] path in
                self?.article.leaveHints()
                if path.last != .picture { self?.pictures.endEnlarging() }
                if path == [.welcome] { self?.places.welcome.findReaders() }
            },
            session.$config.observe { [weak self] config in
                if let self { verbs.settings.apply(config, in: texts) }
            }
        ]
        for subscription in observed { scope.add(subscription) }
    }

    /// All texts in pagers.
    private var texts: [PagerModel] { [article, failures.text, information, help] }

    var here: any Screen { places[place] }

    /// Performs an operation in the current place.
    package func perform(_ operation: Operation) {
        perform(operation) { count in perform(operation, count: count) }
    }

    /// Performs an operation with an argument.
    package func perform(_ given: GivenOperation) {
        perform(given.operation) { _ in
            do { try perform(given.action) } catch { session.status = .refused(error) }
        }
    }

    /// Performs an operation through `action`, which gets the typed count unless that selected rows.
    private func perform(_ operation: Operation, by action: (_ count: Int?) -> Void) {
        session.clearStatus(butNot: verbs.refreshing.afterRefresh.finishLine)
        let count = verbs.counting.takeCount(for: operation)
        defer { workspace.forgetLostRows() }
        if here.isOfRow(operation), workspace.tellOfLostRow() { return }
        if count != nil, operation.isOfFeed, place == .feeds {
            return session.status = .refused("Change feeds one at a time, without a count")
        }
        feeds.recordOperation(operation)
        if let count, operation.takesRows { here.select(count) }
        let before = place == .items ? items.selected?.id : nil
        defer { if operation.goesToRows, items.selected?.id != before { here.markHovered() } }
        action(count)
    }

    /// Waits until the user's last changes are in their files. Called at the end; doesn't need the main queue.
    package func settle() {
        session.settle()
        workspace.subscriptions.settle()
    }
}

/// Passes calls of places and verbs to the reader that contains them.
@MainActor private final class Router {
    weak var reader: ReaderModel?

    /// The screen of a place. Must not be called before the reader exists.
    func screen(_ place: Place) -> any Screen {
        guard let reader else { preconditionFailure("A screen was needed before the reader existed.") }
        return reader.places[place]
    }

    func perform(_ operation: Operation) { reader?.perform(operation) }
    func perform(_ given: GivenOperation) { reader?.perform(given) }
}

// What the screen uses, from whichever part of the reader has it.
extension ReaderModel {
    package var feeds: FeedListModel { workspace.feeds }
    package var items: ItemListModel { workspace.items }
    package var panes: PanesModel { workspace.panes }
    package var refresh: RefreshModel { workspace.refresh }
    package var sync: SyncModel { workspace.sync }
    package var connection: Connection { workspace.connection }
    package var preloading: Preloading { verbs.preloading }
    package var highlights: ItemHighlights { workspace.highlights }
    package var rowDetails: RowDetails { workspace.rowDetails }
    package var failures: FailureListModel { workspace.failures }
    package var finder: SearchModel { navigation.finder }
    package var trail: Trail { workspace.trail }
    package var counting: Counting { verbs.counting }
    package var welcome: WelcomePlace { places.welcome }
    package var history: HistoryPlace { places.history }
    package var pictures: PictureModel { workspace.pictures }
    package var picture: PicturePlace { places.picture }
    package var article: PagerModel { workspace.article.text }
    package var links: LinkListModel { places.links.list }
    package var information: PagerModel { workspace.information.page }
    package var help: PagerModel { places.help.pager }

    package var place: Place { workspace.trail.place }
    package var path: [Place] { workspace.trail.path }
    package var openArticle: Article? { workspace.article.open }
    package var offer: ListCursor { places.welcome.offer }
    package var offers: [Offer] { places.welcome.offers }
    package var status: Status? { session.status }
    package var prompt: Prompt? { session.prompt }
    package var choice: Choice? { session.choice }
    package var config: Config { session.config }
    package var count: Int? { verbs.counting.count }
    package var isAwaiting: Bool { session.isAwaiting }
    package var requests: Signal<TerminalRequest, Never> { session.requests }
    package var urls: UrlsList { workspace.subscriptions.list }
    package var urlsToFollow: Property<UrlsList> { workspace.subscriptions.listToFollow }
    package var failureCount: Int { places.failures.failureCount }
    package var invalidLineCount: Int { places.failures.invalidLineCount }
    /// The text in the pager.
    package var pager: PagerModel? { here.text }
    /// The cursor's row on the screen; nil for a text or an empty list.
    package var rowInView: Int? { here.rowInView }
    /// Whether the list shows search results without a filter.
    package var isFoundBySearch: Bool { navigation.isFoundBySearch }
    /// Whether an operation has anything to act on in a place.
    package func isEnabled(_ operation: Operation, in place: Place) -> Bool {
        workspace.isEnabled(operation, on: places[place])
    }
    /// Whether the page previews a feed to add.
    package var isPreviewing: Bool { place == .information && workspace.information.previewed != nil }
    /// The focused pane. A place without panes leaves it as it was.
    package var focus: Pane { navigation.focus }
    /// The terminal's background, which is saved for the next start.
    package var background: String? { remembering.background }

    /// Saves the terminal's background for the next start.
    package func remember(background: String) { remembering.background = background }

    /// Sets whether the screen can strike out text, and how it names the keys of operations.
    package func learnOfScreen(strikesOut: Bool, keyName: @escaping @MainActor (Operation) -> String?) {
        article.strikesOut = strikesOut
        session.keyName = keyName
    }

    package func key(_ operation: Operation) -> String { session.key(operation) }
    package func pressing(_ operation: Operation) -> String { session.pressing(operation) }
    package func say(_ status: Status) { session.say(status) }
}

// Prompts and choices.
extension ReaderModel {
    package func edit(_ change: (inout TypedLine) -> Void) { session.edit(change) }
    package func recall(earlier: Bool) { session.recall(earlier: earlier) }
    package func complete(backward: Bool = false) { session.complete(backward: backward) }
    package func leavePrompt() { session.leavePrompt() }
    package func submitPrompt() { session.submitPrompt() }
    package func editChoice(_ change: (inout Choice) -> Void) { session.editChoice(change) }
    package func fitChoice(_ height: Int) { session.fitChoice(height) }
    package func leaveChoice() { session.leaveChoice() }
    package func acceptChoice() { session.acceptChoice() }
    package func callOff() { session.callOff() }

    package static var commands: [String] { Commanding.commands }
    package func execute(_ line: ConfigLine) throws(ConfigProblem) -> Bool { try verbs.commanding.execute(line) }
    package func set(_ words: [ConfigWord]) { verbs.settings.set(words) }
    package func forgetCount() { verbs.counting.forget() }
    package func openTypedLink(before operation: Operation) -> Bool { verbs.counting.openTypedLink(before: operation) }
    @discardableResult
    package func openTypedLink() -> Bool { verbs.counting.openTypedLink() }
    package func typeHint(_ letter: Character) { places.article.typeHint(letter) }
    package func deleteHint() { article.deleteHint() }
}

// The mouse.
extension ReaderModel {
    /// Sets the width of the screen for the panes.
    package func fitPanes(columns: Int) {
        panes.fit(columns: columns, focus: focus, hasArticle: navigation.hasArticleToShow)
    }
    package func focus(on pane: Pane) { navigation.focus(on: pane) }
    package func openLink(_ number: Int) { here.openLink(number) }
    /// Offers to import from the readers found on this machine. `environment` says where their files are, and `judge`
    /// finds the problems of a config.
    package func offerImports(
        from environment: [String: String], judge: @escaping @MainActor (Config) -> ConfigVerdict
    ) {
        verbs.subscribing.foreign = (environment, judge)
        if place == .welcome { places.welcome.findReaders() }
    }
    package func chooseOffer(inRow row: Int) { places.welcome.go(toRow: row + 1) }

    /// Moves to a visible row of the feeds; returns false if there is none.
    package func chooseFeed(inRow row: Int) -> Bool { feeds.choose(inRow: row) }

    /// Moves to a visible row of the items; returns false if there is none.
    package func chooseItem(inRow row: Int) -> Bool {
        guard items.choose(inRow: row) else { return false }
        here.markHovered()
        return true
    }

    /// Goes back if possible. Never quits, since a click may be a slip.
    package func goBackByPointing() { if !navigation.isAtBeginning { perform(.back) } }

    /// Whether the typed text shows rows that the mouse can choose.
    package var isFindingRows: Bool { place.pane != nil && session.isFindingRows }

    /// Scrolls a pane, even if it isn't focused.
    package func scroll(_ pane: Pane, by rows: Int) { places[pane.place].scroll(by: rows) }
    package func scroll(_ pane: Pane, toTop row: Int) { places[pane.place].scroll(toTop: row) }
    package func scroll(by rows: Int) { here.scroll(by: rows) }
    package func scrollText(toTop line: Int) { here.scroll(toTop: line) }
}

// What other programs get, and what they did.
extension ReaderModel {
    package var shownFields: ShownFields { verbs.programs.shownFields }
    package func takeFieldsOfEach(withAddress: Bool) -> [ShownFields]? {
        verbs.programs.takeFieldsOfEach(withAddress: withAddress)
    }
    package func hasAddress(for program: String) -> Bool { verbs.programs.hasAddress(for: program) }
    package func takeShownText() -> String? { verbs.programs.takeShownText() }
    package func markBrowsed(_ opened: [ItemID]) { verbs.browsing.markBrowsed(opened) }
    package func reloadUrls() { verbs.settings.reloadUrls() }
    package func followUrls() { verbs.settings.followUrls() }
    package func reconfigure(_ config: Config, problems: [ConfigProblem]) {
        verbs.settings.reconfigure(config, problems: problems)
    }
    package func complain(of problems: [ConfigProblem]) { verbs.settings.complain(of: problems) }
    package func complainOfUrls() { verbs.settings.complainOfUrls() }
    package func tell(ofUnknownTerminal type: String, takenFor common: String) {
        verbs.settings.tell(ofUnknownTerminal: type, takenFor: common)
    }
    package func cleanUpLibrary() { verbs.settings.cleanUpLibrary() }
    package func updateFailures() { places.failures.update() }
    package func reportAfterRefresh(trouble: String) { verbs.refreshing.reportAfterRefresh(trouble: trouble) }
    package func sayAfterRefresh(_ more: Status) { verbs.refreshing.sayAfterRefresh(more) }
    package func rememberSoon() { remembering.rememberSoon() }
    package func rememberAtEnd() { remembering.rememberAtEnd() }

    /// Called after the first screen is painted.
    package func handleStart() {
        // At once, without waiting for the cursor to rest.
        navigation.showChosenBeside()
        // Slow counts come after the first screen, and only now, since two threads reading at once open a connection
        // each.
        feeds.reloadSoon(.counts)
        ageing.hold(items.loaded.$items.observe { [ages] items in ages.follow(items.lazy.map(\.date)) })
    }

    /// Begins to refresh due feeds, if the settings say so. Called once the first screen is painted and refreshes follow
    /// the settings of each feed.
    package func startRefreshing() {
        workspace.connection.followRoutes()
        workspace.sync.update()
        verbs.preloading.fetchWanted()
        verbs.refreshing.clock.handleStart()
    }

    /// Called when the machine wakes.
    package func handleWake() {
        ages.tick()
        verbs.refreshing.clock.handleWake()
    }
}
