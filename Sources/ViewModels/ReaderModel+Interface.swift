package import Configuration
import FoundationEssentials
package import Library
package import Signals
package import Subscriptions
import Typesetting

// What the screen shows and asks for, whoever of the reader's parts has it.
extension ReaderModel {
    package var feeds: FeedListModel { workspace.feeds }
    package var items: ItemListModel { workspace.items }
    package var panes: PanesModel { workspace.panes }
    package var refresh: RefreshModel { workspace.refresh }
    package var highlights: ItemHighlights { workspace.highlights }
    package var rowDetails: RowDetails { workspace.rowDetails }
    package var failures: FailureListModel { workspace.failures }
    package var finder: SearchModel { navigation.finder }
    package var trail: Trail { workspace.trail }
    package var counting: Counting { verbs.counting }
    package var welcome: WelcomePlace { places.welcome }
    package var history: HistoryPlace { places.history }
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
    package var requests: Signal<Request, Never> { session.requests }
    package var urls: UrlsList { workspace.subscriptions.list }
    package var urlsToFollow: Property<UrlsList> { workspace.subscriptions.listToFollow }
    package var problemCount: Int { places.failures.problemCount }
    /// The text that is paged through here.
    package var pager: PagerModel? { here.text }
    /// The row of the screen's lists that the cursor is on here; nil where there is a text, or nothing to choose.
    package var rowInView: Int? { here.rowInView }
    /// Whether the list is what a search has found, and no filter narrows that.
    package var isFoundBySearch: Bool { navigation.isFoundBySearch }
    /// Whether an operation has anything to work on, in a place as it is now.
    package func isEnabled(_ operation: Operation, in place: Place) -> Bool {
        workspace.isEnabled(operation, on: places[place])
    }
    /// Whether a feed is shown that the person may subscribe to.
    package var isPreviewing: Bool { place == .information && workspace.information.previewed != nil }
    /// The pane that the person is in, or was in before they went to a place that has the whole screen.
    package var focus: Pane { navigation.focus }
    /// What is behind the text of the terminal, which is kept for the next start.
    package var background: String? { remembering.background }

    /// Keeps what is behind the text of the terminal for the next start.
    package func remember(background: String) { remembering.background = background }

    /// Takes from the screen whether it can strike text out, and what it calls the key of an operation.
    package func learnOfScreen(strikesOut: Bool, keyName: @escaping @MainActor (Operation) -> String?) {
        article.strikesOut = strikesOut
        session.keyName = keyName
    }

    package func key(_ operation: Operation) -> String { session.key(operation) }
    package func pressing(_ operation: Operation) -> String { session.pressing(operation) }
    package func say(_ status: Status) { session.say(status) }
}

// Typing.
extension ReaderModel {
    package func edit(_ change: (inout TypedLine) -> Void) { session.edit(change) }
    package func recall(earlier: Bool) { session.recall(earlier: earlier) }
    package func complete(backward: Bool = false) { session.complete(backward: backward) }
    package func leavePrompt() { session.leavePrompt() }
    package func submitPrompt() { session.submitPrompt() }
    package func editChoice(_ change: (inout Choice) -> Void) { session.editChoice(change) }
    package func fitChoice(_ height: Int) { session.fitChoice(height) }
    package func leaveChoice() { session.leaveChoice() }
    package func takeChoice() { session.takeChoice() }
    package func callOff() { session.callOff() }

    package static var commands: [String] { Commanding.commands }
    package func obey(_ line: ConfigLine) throws(ConfigProblem) -> Bool { try verbs.commanding.obey(line) }
    package func set(_ words: [ConfigWord]) { verbs.settings.set(words) }
    package func forgetCount() { verbs.counting.forget() }
    package func openTypedLink(before operation: Operation) -> Bool { verbs.counting.openTypedLink(before: operation) }
    @discardableResult
    package func openTypedLink() -> Bool { verbs.counting.openTypedLink() }
    package func typeHint(_ letter: Character) { places.article.typeHint(letter) }
    package func deleteHint() { article.deleteHint() }
}

// Pointing: what is done to a row in view, not by moving to it.
extension ReaderModel {
    /// Takes the columns that the screen has for the panes.
    package func fitPanes(columns: Int) { panes.fit(columns: columns, focus: focus) }
    package func focus(on pane: Pane) { navigation.focus(on: pane) }
    package func openLink(_ number: Int) { here.openLink(number) }
    /// Has the welcome screen offer to import what other readers have on this machine. `environment` tells where that is,
    /// `judge` what is wrong with a config.
    package func offerImports(
        from environment: [String: String], judge: @escaping @MainActor (Config) -> ConfigVerdict
    ) {
        verbs.subscribing.foreign = (environment, judge)
        if place == .welcome { places.welcome.findReaders() }
    }
    package func chooseOffer(inRow row: Int) { places.welcome.go(toRow: row + 1) }

    /// Goes to a row in view of the feeds; false where there is none.
    package func chooseFeed(inRow row: Int) -> Bool { feeds.choose(inRow: row) }

    /// Goes to a row in view of the items; false where there is none.
    package func chooseItem(inRow row: Int) -> Bool {
        guard items.choose(inRow: row) else { return false }
        here.noteHover()
        return true
    }

    /// Goes back as long as there is something to go back to: a finger that slips doesn't quit.
    package func goBackByPointing() { if !navigation.isAtBeginning { perform(.back) } }

    /// Whether words are being typed whose finds stand in the rows that the mouse points at.
    package var isFindingRows: Bool { place.pane != nil && session.isFindingRows }

    /// Scrolls a pane, whether the person is in it or not.
    package func scroll(_ pane: Pane, by rows: Int) { places[pane.place].scroll(by: rows) }
    package func scroll(_ pane: Pane, toTop row: Int) { places[pane.place].scroll(toTop: row) }
    package func scroll(by rows: Int) { here.scroll(by: rows) }
    package func scrollText(toTop line: Int) { here.scroll(toTop: line) }
}

// What other programs do with what is shown, and what they have done.
extension ReaderModel {
    package var shownFields: ShownFields { verbs.programs.shownFields }
    package func takeFieldsOfEach(withAddress: Bool) -> [ShownFields]? {
        verbs.programs.takeFieldsOfEach(withAddress: withAddress)
    }
    package func hasAddress(for program: String) -> Bool { verbs.programs.hasAddress(for: program) }
    package func takeShownText() -> String? { verbs.programs.takeShownText() }
    package func noteBrowsed(_ opened: [ItemID]) { verbs.browsing.noteBrowsed(opened) }
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
    package func keepHouse() { verbs.settings.keepHouse() }
    package func updateFailures() { places.failures.update() }
    package func noteAfterRefresh(trouble: String) { verbs.refreshing.noteAfterRefresh(trouble: trouble) }
    package func sayAfterRefresh(_ more: Status) { verbs.refreshing.sayAfterRefresh(more) }
    package func rememberSoon() { remembering.rememberSoon() }
    package func rememberAtEnd() { remembering.rememberAtEnd() }

    /// The first screen is there.
    package func noteStart() {
        // Not as one that the cursor passes, which would have to rest there first.
        navigation.showChosenBeside()
        // What the first screen did not wait for: behind that, as two who read at once take a connection each.
        feeds.reloadSoon(.counts)
        ageing.hold(items.loaded.$items.observe { [ages] items in ages.follow(items.lazy.map(\.date)) })
        verbs.refreshing.clock.noteStart()
    }

    /// The machine has slept, and is awake again.
    package func noteWake() {
        ages.tick()
        verbs.refreshing.clock.noteWake()
    }
}
