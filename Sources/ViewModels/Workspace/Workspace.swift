import Configuration
import Library
import Refresh
import Signals
import Subscriptions
import Typesetting

/// What places and verbs work with: the session, the way the person came, and the lists and texts that several of them share.
@MainActor final class Workspace {
    let session: Session
    let trail: Trail
    let panes = PanesModel()
    let feeds: FeedListModel
    let items: ItemListModel
    let article: ArticleModel
    let failures = FailureListModel()
    let information: InformationModel
    let refresh: RefreshModel
    let subscriptions: SubscriptionsModel
    /// What rows of the lists say where the config file lays them out, and which of its lines highlights them.
    let rowDetails: RowDetails
    let highlights: ItemHighlights
    /// The place where the person is.
    private let screen: @MainActor (Place) -> any Screen

    init(
        _ session: Session, refresher: Refresher, subscriptions: SubscriptionsModel,
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
        information = InformationModel(session)
        highlights = ItemHighlights(news)
        rowDetails = RowDetails(news)
        refresh = RefreshModel(refresher)
        trail = Trail(.feeds)
        showFirstPlace()
    }

    var here: any Screen { screen(trail.place) }

    /// The place that a list of links was opened from, or that where the person is.
    var belowLinks: any Screen { screen(trail.placeBelowLinks) }

    /// Whether there is anything to list or to complain of. Otherwise the welcome screen offers the ways to start.
    private var hasFeeds: Bool {
        // The library first: reading the urls file can often wait.
        !feeds.all.isEmpty || !subscriptions.list.queries.isEmpty || !subscriptions.problems.isEmpty
    }

    /// Goes from an empty list of feeds to the welcome screen, or back.
    func showFirstPlace() {
        let first: Place = hasFeeds ? .feeds : .welcome
        if [.feeds, .welcome].contains(trail.place), trail.place != first { trail.path = [first] }
    }

    /// Takes the rows for the person's own that the cursors stand on.
    func forgetLostRows() {
        feeds.forgetLostRow()
        failures.forgetLost()
        items.forgetLostRow()
    }

    /// Says once of the row that something was meant for here that it is gone; false where it is not.
    func tellOfLostRow() -> Bool {
        guard let lost = here.lostRow else { return false }
        let now = lost.now.map { ": the cursor is now on “\($0)”" } ?? ""
        session.status = .refused("“\(lost.name)” is no longer in the list\(now)")
        forgetLostRows()
        return true
    }

    /// The text of an item's article.
    func article(of item: Item?) -> Article? {
        guard let item else { return nil }
        do { return try session.library.article(item.id) } catch { session.troubles.send(error) }
        return nil
    }

    /// Goes to a row of the list, or to a line of the text, the first being 1; where there is none, to the last.
    func go(toRow number: Int) {
        if let rows = here.rows, rows < number, rows > 0 { session.status = .done("The last row is \(rows)") }
        here.go(toRow: number)
        here.noteHover()
    }

    /// How many links are seen with their numbers here, or are in the article.
    var numberedLinks: Int { here.numberedLinks ?? article.text.galley.numberedLinks }

    /// Opens the link whose number was typed by itself: 0 is the tenth.
    func openLink(typedNumber: Int) {
        let number = typedNumber == 0 ? 10 : typedNumber
        guard number <= numberedLinks else { return session.status = .refused("No link \(number) here") }
        here.openLink(number)
    }
}
