import Configuration
import Library
import Refresh
import Signals
import Subscriptions
import Syncing
import Typesetting
import URLs

/// What places and verbs share: the session, the trail, lists and texts.
@MainActor final class Workspace {
    let session: Session
    let trail: Trail
    let panes = PanesModel()
    let feeds: FeedListModel
    let items: ItemListModel
    let article: ArticleModel
    let pictures: PictureModel
    let failures = FailureListModel()
    let information: InformationModel
    let refresh: RefreshModel
    let sync: SyncModel
    let connection = Connection()
    let subscriptions: SubscriptionsModel
    /// What the config file's row formats and highlights need.
    let rowDetails: RowDetails
    let highlights: ItemHighlights
    /// Returns the screen of a place.
    private let screen: @MainActor (Place) -> any Screen

    init(
        _ session: Session, refresher: Refresher, syncer: Syncer?, subscriptions: SubscriptionsModel,
        screen: @escaping @MainActor (Place) -> any Screen
    ) {
        self.session = session
        self.subscriptions = subscriptions
        self.screen = screen
        let news = session.news
        feeds = FeedListModel(news, history: FeedHistory.kept(in: session.paths))
        feeds.follow(subscriptions.knownList)
        items = ItemListModel(news)
        article = ArticleModel(session)
        pictures = PictureModel(article.text)
        information = InformationModel(session)
        highlights = ItemHighlights(news)
        rowDetails = RowDetails(news)
        refresh = RefreshModel(refresher)
        sync = SyncModel(syncer, news)
        trail = Trail(.feeds)
        sync.name = { [subscriptions] key in
            subscriptions.list.accounts.first { $0.key == key }?.displayName ?? key.url.shownAddress
        }
        sync.isSwitchedOff = { [connection] in connection.isSwitchedOff }
        showFirstPlace()
    }

    var here: any Screen { screen(trail.place) }

    /// The screen from which the list of links was opened, or the current one.
    var belowLinks: any Screen { screen(trail.placeBelowLinks) }

    /// Whether there is anything to list or to complain of. Otherwise the welcome screen offers the ways to start.
    private var hasFeeds: Bool {
        // The library first: reading the urls file can often wait.
        !feeds.all.isEmpty || !subscriptions.list.queries.isEmpty || !subscriptions.list.accounts.isEmpty
            || !subscriptions.problems.isEmpty
    }

    /// Goes from an empty list of feeds to the welcome screen, or back.
    func showFirstPlace() {
        let first: Place = hasFeeds ? .feeds : .welcome
        if [.feeds, .welcome].contains(trail.place), trail.place != first { trail.path = [first] }
    }

    /// Accepts the rows that have the cursors now.
    func forgetLostRows() {
        feeds.forgetLostRow()
        failures.forgetLost()
        items.forgetLostRow()
    }

    /// If the row at the cursor has disappeared, says so once and returns true.
    func tellOfLostRow() -> Bool {
        guard let lost = here.lostRow else { return false }
        let now = lost.now.map { ": the cursor is now on “\($0)”" } ?? ""
        session.status = .refused("“\(lost.name)” is no longer in the list\(now)")
        forgetLostRows()
        return true
    }

    /// The article of an item.
    func article(of item: Item?) -> Article? {
        guard let item else { return nil }
        do { return try session.library.article(item.id) } catch { session.troubles.send(error) }
        return nil
    }

    /// Goes to a row of the list or a line of the text, starting with 1, or to the last one.
    func go(toRow number: Int) {
        if let rows = here.rows, rows < number, rows > 0 { session.status = .done("The last row is \(rows)") }
        here.go(toRow: number)
        here.markHovered()
    }

    /// The number of numbered links on the screen, or in the article.
    var numberedLinks: Int { here.numberedLinks ?? article.text.galley.numberedLinks }

    /// Opens the link with the typed number; 0 means 10.
    func openLink(typedNumber: Int) {
        let number = typedNumber == 0 ? 10 : typedNumber
        guard number <= numberedLinks else { return session.status = .refused("No link \(number) here") }
        here.openLink(number)
    }
}

// Which operations hints, menus and the help show as possible.
extension Workspace {
    /// Whether an operation has anything to act on, on a screen as it is now. If it doesn't, its key shows a message
    /// that says why.
    func isEnabled(_ operation: Operation, on screen: any Screen) -> Bool {
        if let isEnabled = screen.enables(operation) { return isEnabled }
        return switch operation {
        case .stopRefresh: refresh.isRunning
        case .openInBrowser, .openAndMarkRead, .openBehind, .copyLink, .copyTitleAndLink, .keepBookmark:
            hasLink(screen)
        case .startWithStarterFeeds, .importReader, .showLinkHints, .toggleSource, .toggleFullText, .togglePictures:
            false
        case .goToLink: screen.numberedLinks.map { $0 > 0 } ?? false
        case .nextHit, .previousHit: screen.text?.search != nil
        case .moveFeedUp: canMove(screen.feed, up: true)
        case .moveFeedDown: canMove(screen.feed, up: false)
        default: (operation.isOfItem || operation.isOfFeed) ? screen.rows != 0 : true
        }
    }

    private func hasLink(_ screen: any Screen) -> Bool {
        if screen.selection != nil || screen.link != nil { return true }
        return screen.item.map { $0.link != nil } ?? (screen.feed != nil)
    }

    private func canMove(_ feed: Feed?, up isUp: Bool) -> Bool {
        guard let feed, feeds.order == .none else { return false }
        return feeds.neighbour(of: feed, above: isUp) != nil
    }
}

/// What a place does: moving, what verbs act on, and what the next start restores.
@MainActor protocol Screen: AnyObject {
    var place: Place { get }

    // Moving by rows of a list or lines of a text.
    func move(by rows: Int)
    func turnPage(by pages: Int)
    func turnHalfPage(by pages: Int)
    func goToTop()
    func goToEnd()
    /// Goes to a row of the list or a line of the text, starting with 1, or to the last one.
    func go(toRow number: Int)
    /// Scrolls as a mouse wheel does.
    func scroll(by rows: Int)
    /// Scrolls to a line as a scroll bar does.
    func scroll(toTop line: Int)
    /// Continues at the other end of the list; returns false if the cursor isn't at an end.
    func wrap(_ rows: Int) -> Bool
    /// Called after the cursor has moved to another row.
    func markHovered()
    /// The number of rows; nil if there is no list.
    var rows: Int? { get }
    /// The cursor's row on the screen; nil for a text or an empty list.
    var rowInView: Int? { get }
    /// The text in the pager.
    var text: PagerModel? { get }

    // What verbs act on.
    var feed: Feed? { get }
    var feeds: [Feed] { get }
    /// The account of a row that is about a feed server.
    var account: Account? { get }
    var item: Item? { get }
    var selection: SelectedRows? { get }
    var article: Article? { get }
    /// The chosen link in a list of links.
    var link: NumberedLink? { get }
    /// The number of visible numbered links, if digits open them.
    var numberedLinks: Int? { get }

    // Actions.
    /// Opens what is at the cursor.
    func open()
    /// Goes to the row with the typed number, or opens the link with that number.
    func open(counted number: Int)
    func openLink(_ number: Int)
    /// Undoes the latest change of what is shown here, such as a filter; returns false if going back leaves the place.
    func revert() -> Bool
    /// Ends a special state, such as a selection; returns false if there is none.
    func escape() -> Bool
    /// Called when the user returns here.
    func comeBack()
    /// Selects `rows` rows from the cursor on, for the next operation.
    func select(_ rows: Int)
    /// Whether an operation has anything to act on here; nil leaves that to `Workspace.isEnabled`.
    func enables(_ operation: Operation) -> Bool?
    /// Whether an operation acts on the row at the cursor.
    func isOfRow(_ operation: Operation) -> Bool
    /// The name of the row that disappeared under the cursor, and that of the current row.
    var lostRow: (name: String, now: String?)? { get }
    /// Adds what the next start needs to restore this place.
    func remember(in screen: inout LastScreen)
}

extension Screen {
    func wrap(_ rows: Int) -> Bool { false }
    func markHovered() {}
    var rows: Int? { nil }
    var rowInView: Int? { nil }
    var text: PagerModel? { nil }
    var feed: Feed? { nil }
    var feeds: [Feed] { [] }
    var account: Account? { nil }
    var item: Item? { nil }
    var selection: SelectedRows? { nil }
    var article: Article? { nil }
    var link: NumberedLink? { nil }
    var numberedLinks: Int? { nil }
    func open() {}
    func open(counted number: Int) { open() }
    func openLink(_ number: Int) {}
    func revert() -> Bool { false }
    func escape() -> Bool { false }
    func comeBack() {}
    func select(_ rows: Int) {}
    func enables(_ operation: Operation) -> Bool? { nil }
    func isOfRow(_ operation: Operation) -> Bool { operation.isOfFeed }
    var lostRow: (name: String, now: String?)? { nil }
    func remember(in screen: inout LastScreen) {}

    /// Continues at the other end from the first or the last of `count` rows.
    func wrap(_ rows: Int, from row: Int, of count: Int) -> Bool {
        guard count > 1 else { return false }
        if rows > 0, row == count - 1 {
            goToTop()
        } else if rows < 0, row == 0 {
            goToEnd()
        } else {
            return false
        }
        return true
    }
}

/// A place that shows a text in the pager.
@MainActor protocol TextScreen: Screen {
    var pager: PagerModel { get }
}

extension TextScreen {
    var text: PagerModel? { pager }
    func move(by rows: Int) { pager.move(by: rows) }
    func turnPage(by pages: Int) { pager.turnPage(by: pages) }
    func turnHalfPage(by pages: Int) { pager.turnHalfPage(by: pages) }
    func goToTop() { pager.go(toLine: 0) }
    func goToEnd() { pager.goToEnd() }
    func go(toRow number: Int) { pager.go(toLine: number - 1) }
    func scroll(by rows: Int) { pager.move(by: rows) }
    func scroll(toTop line: Int) { pager.move(to: line) }
}

/// The screens of all places. A new one needs a property and a case below.
@MainActor final class Places {
    let feeds: FeedsPlace
    let items: ItemsPlace
    let article: ArticlePlace
    let picture: PicturePlace
    let links: LinksPlace
    let failures: FailuresPlace
    let information: InformationPlace
    let help = HelpPlace()
    let history: HistoryPlace
    let welcome: WelcomePlace

    init(
        _ workspace: Workspace, navigation: Navigation, _ verbs: Verbs,
        perform: @escaping @MainActor (Operation) -> Void
    ) {
        feeds = FeedsPlace(workspace, navigation: navigation)
        items = ItemsPlace(workspace, navigation: navigation)
        picture = PicturePlace(workspace)
        article = ArticlePlace(workspace, browsing: verbs.browsing, picture: picture)
        links = LinksPlace(workspace, browsing: verbs.browsing)
        failures = FailuresPlace(
            workspace, navigation: navigation, refreshing: verbs.refreshing, settings: verbs.settings,
            subscribing: verbs.subscribing)
        information = InformationPlace(
            workspace, subscribing: verbs.subscribing, clock: verbs.refreshing.clock)
        history = HistoryPlace(workspace, undoing: verbs.undoing)
        welcome = WelcomePlace(subscribing: verbs.subscribing, perform: perform)
    }

    subscript(place: Place) -> any Screen {
        switch place {
        case .welcome: welcome
        case .feeds: feeds
        case .items: items
        case .article: article
        case .picture: picture
        case .links: links
        case .failures: failures
        case .information: information
        case .help: help
        case .history: history
        }
    }
}
