package import Configuration
import FoundationEssentials
package import Library
package import Refresh
import Signals
package import Subscriptions
package import Syncing
import Typesetting
import URLs

/// The whole reader: the lists and texts that its parts share, the screens, and the actions.
@MainActor package final class ReaderModel {
    package let session: Session
    package let backStack = BackStack(.feeds)
    package let panes = PanesModel()
    package let feeds: FeedListModel
    package let items: ItemListModel
    package let article: ArticleModel
    package let pictures: PictureModel
    package let failures = FailureListModel()
    package let information: InformationModel
    package let refresh: RefreshModel
    package let sync: SyncModel
    package let connection = NetworkState()
    package let subscriptions: SubscriptionsModel
    /// What the config file's row formats and highlights need.
    package let rowDetails: RowDetails
    package let highlights: ItemHighlights
    package private(set) lazy var navigation = Navigation(self)
    package private(set) lazy var actions = Actions(self)
    package private(set) lazy var screens = Screens(self)
    package private(set) lazy var remembering = Remembering(self)
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
        subscriptions = SubscriptionsModel(library: library, paths: paths)
        if subscriptions.exists { subscriptions.begin() }
        let news = session.news
        feeds = FeedListModel(news, history: FeedHistory.kept(in: paths))
        feeds.follow(subscriptions.knownList)
        items = ItemListModel(news)
        article = ArticleModel(session)
        pictures = PictureModel(article.text)
        information = InformationModel(session)
        highlights = ItemHighlights(news)
        rowDetails = RowDetails(news)
        refresh = RefreshModel(refresher)
        sync = SyncModel(syncer, news)
        sync.name = { [subscriptions] key in
            subscriptions.list.accounts.first { $0.key == key }?.displayName ?? key.url.shownAddress
        }
        sync.isSwitchedOff = { [connection] in connection.isSwitchedOff }
        showFirstScreen()
        if let salvage = library.salvage { session.status = .problem(salvage.description.asSentence) }
        remembering.restoreSettings()
        actions.settings.apply(session.config, in: texts)
        // The settings may have changed the order of feeds.
        feeds.goToFirstFeed()
        remembering.resume()
        follow(library)
    }

    private func follow(_ library: Library) {
        scope.add(navigation.followCursors())
        scope.add(session.news.changes.observe { [weak self] in self?.navigation.follow($0) })
        scope.add(session.news.changes.observe { [weak self] _ in self?.screens.history.update() })
        scope.add(session.news.changes.observe { [weak self] in self?.screens.episodes.follow($0) })
        scope.add(library.searchIndexed.onMain { [weak self] _ in self?.navigation.searchAgain() })
        let observed: [any Disposable] = [
            items.jump.isUnderWayToFollow.observe { [weak self] isJumping in
                if !isJumping { self?.here.markHovered() }
            },
            items.$sorting.observe { [weak self] sorting in self?.actions.arranging.tell(of: sorting) },
            subscriptions.$knownList.observe { [weak self] urls in self?.feeds.follow(urls) },
            feeds.$readings.observe { [weak self] _ in
                self?.screens.failures.update()
                self?.screens.information.update()
            },
            refresh.$fetching.observe { [weak self] _ in self?.screens.failures.update() },
            sync.$accounts.observe { [weak self] _ in self?.screens.failures.update() },
            sync.$isRunning.observe { [weak self] _ in self?.screens.failures.update() },
            refresh.$leftOut.observe { [weak self] _ in self?.screens.failures.update() },
            feeds.$paused.observe { [weak self] _ in self?.screens.failures.update() },
            refresh.stalled.observe { [weak self] _ in self?.actions.preloading.fetchAhead() },
            refresh.finished.observe { [weak self] _ in
                self?.actions.settings.cleanUpLibrary()
                self?.actions.preloading.fetchAhead()
                self?.actions.downloading.tryAgain()
            },
            sync.failures.observe { [weak self] in
                self?.actions.refreshing.sayAfterRefresh(.problem($0))
            },
            navigation.opened.observe { [weak self] in self?.actions.showingPages.handleOpened() },
            backStack.$path.observe { [weak self] path in
                self?.article.text.leaveHints()
                if path.last != .picture { self?.pictures.endEnlarging() }
                if path == [.welcome] { self?.screens.welcome.findReaders() }
            },
            session.$config.observe { [weak self] config in
                if let self { actions.settings.apply(config, in: texts) }
            }
        ]
        for subscription in observed { scope.add(subscription) }
    }

    private var texts: [PagerModel] { [article.text, failures.text, information.page, screens.help.pager] }

    package var screen: Screen { backStack.screen }
    /// The current screen.
    var here: any ScreenModel { screens[backStack.screen] }

    /// Called after the first screen is painted.
    package func handleStart() {
        // At once, without waiting for the cursor to rest.
        navigation.showChosenBeside()
        // Slow counts come after the first screen, and only now, since two threads reading at once open a connection
        // each.
        feeds.reloadSoon(.counts)
        actions.listening.follow()
        ageing.hold(items.loaded.$items.observe { [ages] items in ages.follow(items.lazy.map(\.date)) })
    }

    /// Begins to refresh due feeds, if the settings say so. Called once the first screen is painted and refreshes follow
    /// the settings of each feed.
    package func startRefreshing() {
        connection.followRoutes()
        sync.update()
        actions.preloading.fetchWanted()
        actions.downloading.follow()
        actions.refreshing.clock.handleStart()
    }

    /// Called when the machine wakes.
    package func handleWake() {
        ages.tick()
        actions.refreshing.clock.handleWake()
    }

    /// Waits until the user's last changes are in their files. Called at the end; doesn't need the main queue.
    package func settle() {
        session.settle()
        subscriptions.settle()
    }
}

// What the screens and actions share.
extension ReaderModel {
    /// The screen from which the list of links was opened, or the current one.
    var belowLinks: any ScreenModel { screens[backStack.screenBelowLinks] }

    /// Whether there is anything to list or to complain of. Otherwise the welcome screen offers the ways to start.
    private var hasFeeds: Bool {
        // The library first: reading the urls file can often wait.
        !feeds.all.isEmpty || !subscriptions.list.queries.isEmpty || !subscriptions.list.accounts.isEmpty
            || !subscriptions.problems.isEmpty
    }

    /// Goes from an empty list of feeds to the welcome screen, or back.
    func showFirstScreen() {
        let first: Screen = hasFeeds ? .feeds : .welcome
        if [.feeds, .welcome].contains(backStack.screen), backStack.screen != first { backStack.path = [first] }
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

    func article(of item: Item?) -> Article? {
        guard let item else { return nil }
        return session.news.reporting(try session.library.article(item.id)) ?? nil
    }

    /// Goes to a row of the list or a line of the text, starting with 1, or to the last one.
    func go(toRow number: Int) {
        if let rows = here.content.position?.count, rows < number, rows > 0 {
            session.status = .done("The last row is \(rows)")
        }
        here.content.go(toRow: number - 1)
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

    /// The item with its current marks. A deleted item is returned as it was.
    func asMarkedNow(_ item: Item?) -> Item? {
        guard let item else { return nil }
        if let listed = items.item(item.id) { return listed }
        return session.news.reporting(try session.library.items([item.id]).first ?? item)
    }
}

// What the terminal shows of screens, and does with them.
extension ReaderModel {
    package var pager: PagerModel? { here.text }
    /// The cursor's row on the screen; nil for a text or an empty list.
    package var rowInView: Int? { here.content.rowInView }

    /// Opens a link of the current screen.
    package func openLink(_ number: Int) { here.openLink(number) }

    /// Scrolls a screen, even if it isn't focused.
    package func scroll(_ screen: Screen, by rows: Int) { screens[screen].content.scroll(by: rows) }
    package func scroll(_ screen: Screen, toTop row: Int) { screens[screen].content.scroll(toTop: row) }
}

// Which operations hints, menus and the help show as possible.
extension ReaderModel {
    /// Whether an operation has anything to act on, on a screen as it is now. If it doesn't, its key shows a message
    /// that says why.
    package func isEnabled(_ operation: Operation, in screen: Screen) -> Bool {
        let model = screens[screen]
        if let isEnabled = model.enables(operation) { return isEnabled }
        return switch operation {
        case .stopRefresh: refresh.progress != nil
        case .openInBrowser, .openAndMarkRead, .openBehind, .copyLink, .copyTitleAndLink, .keepBookmark:
            hasLink(model)
        case .startWithStarterFeeds, .importReader, .showLinkHints, .toggleSource, .toggleFullText, .togglePictures:
            false
        case .goToLink: model.numberedLinks.map { $0 > 0 } ?? false
        case .nextHit, .previousHit: model.text?.search != nil
        case .moveFeedUp: canMove(model.feed, up: true)
        case .moveFeedDown: canMove(model.feed, up: false)
        default: (operation.isOfItem || operation.isOfFeed) ? model.content.position?.count != 0 : true
        }
    }

    private func hasLink(_ model: any ScreenModel) -> Bool {
        if model.selection != nil || model.link != nil { return true }
        return model.item.map { $0.link != nil } ?? (model.feed != nil)
    }

    private func canMove(_ feed: Feed?, up isUp: Bool) -> Bool {
        guard let feed, feeds.order == .none else { return false }
        return feeds.neighbour(of: feed, above: isUp) != nil
    }
}

/// A screen, an action, or another part of the reader that uses the others.
@MainActor protocol ReaderPart: AnyObject {
    var reader: ReaderModel { get }
}

extension ReaderPart {
    var session: Session { reader.session }
}
