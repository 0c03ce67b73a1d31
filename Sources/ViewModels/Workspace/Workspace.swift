import Addresses
import Configuration
import Library
import Refresh
import Signals
import Subscriptions
import Syncing
import Typesetting

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
