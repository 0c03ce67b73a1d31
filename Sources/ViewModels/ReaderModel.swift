package import Configuration
import Dispatch
package import Library
package import Refresh
package import Signals
import Typesetting

/// The reader as a whole: where the person is, and what happens when they ask for something.
@MainActor package final class ReaderModel {
    /// What the terminal is asked to do, which no model can.
    package enum Request: Equatable, Sendable {
        /// A page, and the item that is read once it was opened.
        case browse(String, reading: ItemID? = nil)
        /// One page after the other, of items that are read once they were opened.
        case browseEach([String], reading: [ItemID] = [])
        /// In a browser that has a window of its own, and that nobody waits for.
        case browseBehind([String])
        /// A line typed behind the colon.
        case command(String)
        /// A file in the person's editor, or in another, of which they want to see what it says then.
        case edit(String, with: EditorCall? = nil)
        case copy(String)
        /// Gives the article to a program.
        case pipe(String)
        /// Gives it to the program for bookmarks.
        case keep(Bookmark)
        /// Gives each of the articles that are selected to it.
        case keepEach
        /// Runs a program of the person's to which they share what is shown.
        case share([String])
        /// Leaves what else the key was to do whose question is taken back: it counts on an answer.
        case leaveSteps
        case suspend
        case redraw
        case quit
    }

    package let feeds: FeedListModel
    package let items: ItemListModel
    package let highlights: ItemHighlights
    package let rowDetails: RowDetails
    package let panes = PanesModel()
    package let article = PagerModel()
    package let links = LinkListModel()
    package let failures = FailureListModel()
    package let information = PagerModel()
    package let help = PagerModel()
    package let refresh: RefreshModel
    /// Which of the offers of a first run is chosen.
    @Published package internal(set) var offer = ListCursor()
    /// The article that is open, or was last.
    @Published package internal(set) var openArticle: Article?
    /// Where the person came through; the last place is where they are.
    @Published package internal(set) var path: [Place]
    @Published package internal(set) var prompt: Prompt?
    @Published package internal(set) var choice: Choice?
    /// Looks for words in the whole library.
    package let finder: SearchModel
    /// Whether the cursor of the feeds has moved, and the list beside is still to go with it.
    var isPaneBesideLate = false
    /// What was listed before the list of items was narrowed.
    var wider: WiderList?
    var found = FoundLists()
    var searchedFrom = SearchBeginning()
    var awaited = Awaited() { didSet { if awaited != oldValue { isAwaiting = awaited != Awaited() } } }
    /// Whether keys have to wait.
    @Published package internal(set) var isAwaiting = false
    /// Where filters are looked for: one that asks much of a large library takes a while.
    let filtering = DispatchQueue(label: "lede.filtering")
    /// Finds out what an address is that somebody wants to subscribe to.
    lazy var feedSearch = FeedSearch()
    /// What is looked at, for somebody who wants to subscribe to what is there.
    var addressLook: AddressLook?
    /// The feed that the page about a feed tells of.
    var feedTold: FeedID?
    /// The feed that a preview is shown of.
    var previewed: NewFeed?
    @Published package internal(set) var status: Status?
    /// The digits that were typed before a motion.
    @Published package internal(set) var count: Int?
    /// How many there were ever: a number that waits for more of them knows by it that none came.
    var digitsTyped = 0
    /// What the person has set: what follows it changes with it.
    @Published package internal(set) var config: Config

    /// What rows of the lists say; nil where lede lays them out.
    var (feedFormat, itemFormat) = (RowFormat?.none, RowFormat?.none)
    /// What is set by the files alone, without what keys and commands have set since the start.
    var configOfFiles: Config

    /// What is wrong with the config file, and with others that were read like it.
    var configProblems: [ConfigProblem] = []
    var afterRefresh = AfterRefresh()
    /// Addresses of the list that was imported last that are not for a urls file.
    var notImported: [String] = []
    /// What the status line told of last that went wrong, which it may have had no room for.
    var lastProblem: String?

    /// What the key of an operation is called here, where there is one.
    package private(set) var keyName: @MainActor (Operation) -> String? = { _ in nil }

    let library: Library
    let paths: Paths
    let subscriptions: SubscriptionsModel
    let housekeeping: Housekeeping
    let histories: PromptHistories
    private let requestsSubject = Subject<Request, Never>()
    let troubles = Subject<LibraryFailure, Never>()
    /// Where in the text the person was, while the article is shown as its feed has it.
    var placeInText: TextPosition?
    var isSourceShown: Bool { placeInText != nil }
    /// How far articles were read; nil until that is asked for.
    var readingPlaces: ReadingPlaces?
    let remembered: RememberedFiles
    var isRememberingSoon = false
    /// What is behind the text of the terminal, which is kept for the next start.
    package internal(set) var background: String?
    /// The article that stood beside the lists when lede was left.
    var articleToShowAgain: ItemID?
    /// Whether the refresh that runs was not asked for by the person, who is told then of nothing but news.
    var isQuiet = false
    private(set) lazy var clock = RefreshClock { [unowned self] in refreshDue(at: $0) }
    /// Held from the first screen on.
    let ageing = SerialDisposable()
    package private(set) lazy var ages = AgeClock { [unowned self] in feeds.reloadSoon(.counts) }
    private let scope = ScopedDisposable()

    /// Shows what the library has, at once; nothing is fetched until the person asks.
    package init(library: Library, refresher: Refresher, paths: Paths, config: Config = Config()) {
        self.library = library
        self.paths = paths
        housekeeping = Housekeeping(library)
        histories = PromptHistories(folder: paths.stateDirectory)
        remembered = RememberedFiles(in: paths.stateDirectory)
        _config = Published(wrappedValue: config)
        configOfFiles = config
        subscriptions = SubscriptionsModel(library: library, paths: paths)
        if subscriptions.exists { subscriptions.begin() }
        feeds = FeedListModel(library: library, troubles: troubles, history: FeedHistory.kept(in: paths))
        feeds.follow(subscriptions.knownList)
        items = ItemListModel(library: library, troubles: troubles)
        highlights = ItemHighlights(library: library, troubles: troubles)
        rowDetails = RowDetails(library: library, troubles: troubles)
        finder = SearchModel(library: library, troubles: troubles)
        refresh = RefreshModel(refresher)
        _path = Published(wrappedValue: [subscriptions.exists || !feeds.all.isEmpty ? .feeds : .welcome])
        offer.count = Offer.allCases.count
        scope.add(
            library.troubles.deliver(on: .main).merge(with: troubles.signal).observe { [weak self] in
                self?.status = .problem($0.description)
            })
        refresh.finished.observe { [unowned self] progress in
            noteEnd(of: progress)
        }.dispose(with: scope)
        if let salvage = library.salvage { status = .problem(salvage.description) }
        take(config)
        resume()
        scope.add(followCursors())
        // What can't be written now keeps no key waiting.
        scope.add(library.troubles.onMain { [weak self] _ in self?.awaited.change = nil })
        scope.add(library.changes.onMain { [weak self] in self?.follow($0) })
        items.$isJumping.observe { [weak self] isJumping in
            self?.awaited.row = isJumping
            if !isJumping { self?.noteHover() }
        }.dispose(with: scope)
        items.$sorting.observe { [weak self] sorting in self?.tell(of: sorting) }
            .dispose(with: scope)
        scope.add(library.searchIndexed.onMain { [weak self] _ in self?.noteIndexed() })
        subscriptions.$knownList.observe { [weak self] urls in
            self?.feeds.follow(urls)
        }.dispose(with: scope)
        scope.add(followFeeds())
        $path.observe { [weak self] _ in self?.article.hints = nil }
            .dispose(with: scope)
        self.$config.observe { [weak self] config in self?.take(config) }
            .dispose(with: scope)
    }

    /// How much of that which the list of failures shows is no feed's failure.
    package var problemCount: Int {
        subscriptions.problems.count + notImported.count + configProblems.count + afterRefresh.troubles.count
    }

    package var place: Place { path.last ?? .feeds }

    /// What the urls file says: what follows it changes with it.
    package var urls: UrlsList { subscriptions.list }

    /// The same, to follow.
    package var urlsToFollow: Property<UrlsList> { subscriptions.listToFollow }

    package var requests: Signal<Request, Never> { requestsSubject.signal }

    /// The key of an operation, or else the command.
    package func key(_ operation: Operation) -> String { keyName(operation) ?? ":\(operation.rawValue)" }

    /// What to do for an operation, in words.
    package func pressing(_ operation: Operation) -> String {
        keyName(operation).map { "press \($0)" } ?? ":\(operation.rawValue)"
    }

    /// Takes from the screen whether it can strike text out, and what it calls the key of an operation.
    package func learnOfScreen(strikesOut: Bool, keyName: @escaping @MainActor (Operation) -> String?) {
        article.strikesOut = strikesOut
        self.keyName = keyName
    }

    /// Keeps what is behind the text of the terminal for the next start.
    package func remember(background: String) { self.background = background }

    /// Says what just happened, at the foot of the screen.
    package func say(_ status: Status) { self.status = status }

    /// Goes to one of the offers of a first run.
    package func chooseOffer(inRow row: Int) { offer.move(to: row) }

    func request(_ request: Request) { requestsSubject.send(request) }
}
