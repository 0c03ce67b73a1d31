import Configuration
import Library
import Signals
import Subscriptions
import Typesetting

/// Everything that can be done to feeds and items, by keys, mouse, macros or the command line.
@MainActor final class Verbs {
    let arranging: Arranging
    let browsing: Browsing
    let commanding: Commanding
    let counting: Counting
    let keeping: Keeping
    let managing: ManagingFeeds
    let marking: Marking
    let preloading: Preloading
    let programs: Programs
    let refreshing: Refreshing
    let settings: Settings
    let sharing: Sharing
    let showingPages: ShowingPages
    fileprivate let showingPictures: ShowingPictures
    let subscribing: Subscribing
    fileprivate let tagging: Tagging
    let undoing: Undoing

    init(
        _ workspace: Workspace, navigation: Navigation, perform: @escaping @MainActor (Operation) -> Void,
        performGiven: @escaping @MainActor (GivenOperation) -> Void
    ) {
        browsing = Browsing(workspace, navigation: navigation)
        counting = Counting(workspace)
        programs = Programs(workspace, browsing: browsing)
        keeping = Keeping(workspace, programs: programs, browsing: browsing)
        managing = ManagingFeeds(workspace, perform: perform)
        marking = Marking(workspace, navigation: navigation)
        refreshing = Refreshing(workspace)
        settings = Settings(workspace, refreshing: refreshing)
        sharing = Sharing(workspace)
        let fetchingPages = FetchingPages(workspace)
        let fetchingPictures = FetchingPictures(workspace)
        preloading = Preloading(
            workspace, fetching: fetchingPages, pictures: fetchingPictures, refreshing: refreshing)
        showingPages = ShowingPages(workspace, fetching: fetchingPages)
        showingPictures = ShowingPictures(workspace, fetching: fetchingPictures)
        subscribing = Subscribing(workspace, navigation: navigation, refreshing: refreshing)
        tagging = Tagging(workspace)
        undoing = Undoing(workspace, refreshing: refreshing)
        arranging = Arranging(workspace, navigation: navigation, settings: settings)
        commanding = Commanding(
            workspace, arranging: arranging, keeping: keeping, settings: settings, perform: perform,
            performGiven: performGiven)
    }
}

// What performs each operation.
extension ReaderModel {
    func perform(_ operation: Operation, count: Int?) {
        let (here, times) = (here, count ?? 1)
        switch operation {
        case .open: if let count { here.open(counted: count) } else { here.open() }
        case .back: navigation.goBack()
        case .left: navigation.goLeft()
        case .down: move(by: times)
        case .up: move(by: -times)
        case .pageDown: here.turnPage(by: times)
        case .pageUp: here.turnPage(by: -times)
        case .halfPageDown: here.turnHalfPage(by: times)
        case .halfPageUp: here.turnHalfPage(by: -times)
        case .home: if let count { workspace.go(toRow: count) } else { here.goToTop() }
        case .end: if let count { workspace.go(toRow: count) } else { here.goToEnd() }
        case .escape: if count == nil { escape() }
        case .readOn: navigation.readOn()
        case .next: navigation.goToItem(by: times)
        case .previous: navigation.goToItem(by: -times)
        case .nextUnread: navigation.goToUnread(by: 1, times: times)
        case .previousUnread: navigation.goToUnread(by: -1, times: times)
        case .randomUnread: navigation.goToRandomUnread()
        case .nextFeed: navigation.goToNeighbour(by: 1, times: times)
        case .previousFeed: navigation.goToNeighbour(by: -1, times: times)
        case .nextUnreadFeed: navigation.goToUnreadFeed(by: 1, times: times)
        case .previousUnreadFeed: navigation.goToUnreadFeed(by: -1, times: times)
        case .showFeedOfItem: navigation.showFeedOfItem()
        case .goToTitle: navigation.askForTitle()
        case .search: if let text = here.text { search(in: text) } else { navigation.searchLibrary() }
        case .nextHit: moveToHit(by: 1)
        case .previousHit: moveToHit(by: -1)
        case .filter: if place == .feeds { navigation.askForFeeds() } else { navigation.askForFilter() }
        case .chooseFilter: navigation.chooseFilter()
        case .clearFilter: if place == .feeds { feeds.narrow(to: "") } else { navigation.clearFilter() }
        case .previousFound: navigation.showEarlierFound()
        case .saveSearch: saveSearch()
        case .switchFocus: navigation.moveFocus(by: 1)
        case .switchFocusBack: navigation.moveFocus(by: -1)
        case .zoom: navigation.zoom()
        case .widen: navigation.widen(by: 2)
        case .narrow: navigation.widen(by: -2)

        case .markFeedRead: verbs.marking.markFeedRead()
        case .markEverythingRead: verbs.marking.markEverythingRead()
        case .markAboveRead: verbs.marking.markAboveRead()
        case .toggleRead: verbs.marking.toggleRead()
        case .toggleStar: verbs.marking.toggleStar()
        case .deleteItem: verbs.marking.deleteItem()
        case .deleteAllItems: verbs.marking.deleteAllItems()
        case .select: if place == .items { items.toggleSelecting() }
        case .tagItem: verbs.tagging.chooseItemTag()
        case .undo: verbs.undoing.undo()
        case .redo: verbs.undoing.redo()
        case .undoRules: verbs.undoing.undo(ofRules: true)
        case .showHistory: places.history.show()

        case .openInBrowser: verbs.browsing.openInBrowser()
        case .openAndMarkRead: verbs.browsing.openInBrowserAndMarkRead()
        case .openBehind: verbs.browsing.openInBrowserBehind()
        case .openAllUnread: verbs.browsing.openAllUnread(markingRead: false)
        case .openAllUnreadAndMarkRead: verbs.browsing.openAllUnread(markingRead: true)
        case .saveArticle: verbs.keeping.askWhereToSave()
        case .saveAll: verbs.keeping.askWhereToSaveAll()
        case .pipeArticle: verbs.keeping.askWhereToPipe()
        case .copyLink: verbs.keeping.copyLink(withTitle: false)
        case .copyTitleAndLink: verbs.keeping.copyLink(withTitle: true)
        case .keepBookmark: verbs.sharing.keepBookmark()
        case .share: verbs.sharing.share()
        case .toggleSource: if place == .article { workspace.article.toggleSource() }
        case .toggleFullText: verbs.showingPages.toggle()
        case .togglePictures: verbs.showingPictures.toggle()
        case .showLinkHints: places.article.showLinkHints()
        case .showLinks: places.links.show()
        case .goToLink: askForLink()

        case .refreshFeed: verbs.refreshing.refreshFeed()
        case .refreshAll: verbs.refreshing.refreshAll()
        case .stopRefresh:
            refresh.stop()
            verbs.preloading.stopAsAsked()
        case .toggleOffline: verbs.refreshing.toggleOffline()
        case .showFailures: places.failures.show()
        case .showInformation: places.information.show()
        case .addFeed: verbs.subscribing.askForAddress()
        case .importOPML: verbs.subscribing.askForOPML()
        case .importReader: places.welcome.importAll()
        case .startWithStarterFeeds: verbs.subscribing.startWithStarterFeeds()
        case .manageFeed: verbs.managing.chooseFeedAction()
        case .renameFeed: verbs.managing.askForName()
        case .tagFeed: verbs.managing.askForTags()
        case .groupFeed: verbs.managing.askForGroup()
        case .moveFeedUp: verbs.managing.moveFeed(up: true)
        case .moveFeedDown: verbs.managing.moveFeed(up: false)
        case .pauseFeed: verbs.managing.pauseFeed()
        case .changeAddress: verbs.managing.askForAddress()
        case .removeFeed: verbs.managing.removeFeed()
        case .editUrls: session.request(.edit(session.paths.urls))
        case .reloadUrls: verbs.settings.reloadUrls()

        case .toggleFold: feeds.toggleFold()
        case .chooseTag: verbs.arranging.chooseTag()
        case .clearTag: verbs.arranging.clearTag()
        case .sort: verbs.arranging.chooseOrder()
        case .sortReversed: verbs.arranging.chooseOrder(reversed: true)
        case .reverseOrder: verbs.arranging.reverseOrder()
        case .toggleShowRead: verbs.arranging.toggleShowRead()

        case .one, .two, .three, .four, .five, .six, .seven, .eight, .nine, .zero:
            if let digit = operation.digit { verbs.counting.add(digit: digit) }
        case .commandLine: verbs.commanding.ask()
        case .help: workspace.trail.go(to: .help)
        case .redraw: session.request(.redraw)
        case .suspend: session.request(.suspend)
        case .quit: navigation.quit()
        }
    }

    private func move(by rows: Int) {
        if session.config.isOn(.wrapScroll), here.wrap(rows) { return }
        here.move(by: rows)
    }

    private func escape() {
        if verbs.subscribing.stopLooking() { return }
        if let text = here.text, text.search != nil { return text.endSearch() }
        if here.escape() { return }
        if refresh.isRunning {
            refresh.stop()
        } else if workspace.trail.path.count > 1 || feeds.tag != nil {
            navigation.goBack()
        }
    }

    private func saveSearch() {
        do {
            if let filter = try navigation.filterOfList() { return verbs.managing.askForName(ofQueryFor: filter) }
            session.status = .refused(
                "Nothing to save: search (\(session.key(.search))) or filter (\(session.key(.filter))) first")
        } catch {
            session.status = .refused(error)
        }
    }

    private func askForLink() {
        session.ask(Question(label: "Link number: ") { [weak self] in try self?.openLink(typed: $0) })
    }

    /// Opens the link with the typed number.
    private func openLink(typed text: String) throws {
        let numbers = workspace.numberedLinks
        guard let number = Int(text), number >= 1, number <= numbers else {
            throw PromptProblem(
                numbers == 0 ? "No links here" : "No link “\(text)”: type a number from 1 to \(numbers)")
        }
        here.openLink(number)
    }
}

// Searching in the text of the pager.
extension ReaderModel {
    private func search(in text: PagerModel) {
        text.beginSearch()
        session.ask(
            Question(
                label: "/", history: "search", follow: { [weak text] in text?.look(for: $0) },
                leave: { [weak text] in text?.stopSearch() }
            ) { [weak self, weak text] words in
                if text?.search?.count == 0 { throw PromptProblem("“\(words)” isn't in this text") }
                self?.chooseFound()
            })
    }

    private func moveToHit(by steps: Int) {
        guard let text = here.text else { return }
        guard text.search != nil else {
            return session.status = .refused("No matches to go to: search first (\(session.key(.search)))")
        }
        text.moveToHit(by: steps)
        chooseFound()
    }

    private func chooseFound() { if place == .failures { failures.chooseFound() } }
}

// Operations with an argument.
extension ReaderModel {
    func perform(_ action: GivenOperation.Action) throws {
        switch action {
        case .mark(let isRead): verbs.marking.mark(read: isRead)
        case .narrow(let text): try navigation.narrow(to: text)
        case .narrowToNamed(let name): try navigation.narrow(toNamed: name)
        case .showTag(let tag): verbs.arranging.showTag(tag)
        case .tag(let tag): verbs.tagging.give(tag: tag)
        case .openLink(let number): try openLink(typed: number)
        case .find(let words): find(words)
        case .save(let path): try verbs.keeping.saveArticle(as: path, replacing: nil)
        case .goToTitle(let words): try navigation.goToTitle(words)
        case .begin(let command): verbs.commanding.ask(command)
        case .editUrls(let command):
            session.request(.edit(session.paths.urls, with: EditorCall(words: command, line: lineOfFeed)))
        }
    }

    /// Searches as if the user had typed the words.
    private func find(_ words: String) {
        if let text = here.text { search(in: text) } else { navigation.searchLibrary() }
        session.edit { $0.insert(words) }
        session.submitPrompt()
        guard let problem = session.prompt?.problem else { return }
        session.leavePrompt()
        session.status = .refused(problem)
    }

    /// The line of the current feed in the urls file.
    private var lineOfFeed: Int {
        let feed = here.feed
        return urls.feeds.first { $0.url == feed?.url }?.line ?? 1
    }
}

/// A place or a verb, which uses the workspace.
@MainActor protocol WorkspaceUser: AnyObject {
    var workspace: Workspace { get }
}

extension WorkspaceUser {
    var session: Session { workspace.session }
    var trail: Trail { workspace.trail }
    var panes: PanesModel { workspace.panes }
    var feeds: FeedListModel { workspace.feeds }
    var items: ItemListModel { workspace.items }
    var article: ArticleModel { workspace.article }
    var failures: FailureListModel { workspace.failures }
    var information: InformationModel { workspace.information }
    var refresh: RefreshModel { workspace.refresh }
    var sync: SyncModel { workspace.sync }
    var connection: Connection { workspace.connection }
    var subscriptions: SubscriptionsModel { workspace.subscriptions }

    var library: Library { session.library }
    var news: LibraryNews { session.news }
    var paths: Paths { session.paths }
    var config: Config { session.config }
    var troubles: Subject<LibraryFailure, Never> { session.troubles }
    /// The content of the urls file.
    var urls: UrlsList { subscriptions.list }

    var here: any Screen { workspace.here }
    var place: Place { trail.place }

    var status: Status? {
        get { session.status }
        set { session.status = newValue }
    }

    func key(_ operation: Operation) -> String { session.key(operation) }
    func pressing(_ operation: Operation) -> String { session.pressing(operation) }
    func request(_ request: TerminalRequest) { session.request(request) }

    /// The item with its current marks. A deleted item is returned as it was.
    func asMarkedNow(_ item: Item?) -> Item? {
        guard let item else { return nil }
        if let listed = items.item(item.id) { return listed }
        do { return try library.items([item.id]).first ?? item } catch { troubles.send(error) }
        return nil
    }

    /// The item to change; nil if it was deleted, which the status line then says.
    var itemToChange: Item? {
        guard let item = here.item else { return nil }
        if items.item(item.id) != nil { return item }
        do {
            if try !library.items([item.id]).isEmpty { return item }
            status = .refused("This item was deleted (\(key(.undo)) may bring it back)")
        } catch {
            troubles.send(error)
        }
        return nil
    }

    /// Replaces a message when the outcome is known, unless another message is shown by then. `words` returns nil if
    /// the message stays.
    func correction<Outcome: Sendable>(
        of said: Status?, _ words: @escaping @MainActor @Sendable (Outcome) -> String?
    ) -> @MainActor @Sendable (Outcome) -> Void {
        { [weak session] outcome in
            if session?.status == said, let words = words(outcome) { session?.status = .done(words) }
        }
    }
}
