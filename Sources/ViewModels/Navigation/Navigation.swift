import Configuration
import FoundationEssentials
import Library
import Signals
import Subscriptions
import System

/// How the user goes from lists to articles and back, searches, and filters.
@MainActor package final class Navigation: ReaderPart {
    unowned let reader: ReaderModel
    /// Searches the library.
    package let finder: SearchModel
    /// Whether the cursor of the feeds has moved, and the next pane doesn't show that yet.
    var isPaneBesideLate = false
    /// Filters lists off the main queue.
    let filtering: Inquiry
    /// The filter that is being applied to search results.
    var filterToBe: Filter?
    /// Waits for the first results of a search from before the restart.
    let findingAgain = SerialDisposable()
    private let openedSubject = Subject<Void, Never>()
    let scope = ScopedDisposable()
    /// The article that was shown beside the lists when lede ended.
    var articleToShowAgain: ItemID?

    init(_ reader: ReaderModel) {
        self.reader = reader
        finder = SearchModel(reader.session.news)
        filtering = Inquiry(reader.session.news)
        followSearch()
        session.wait(for: reader.items.jump.isUnderWayToFollow) { [items = reader.items] in items.stopJumping() }
        session.wait(for: filtering.isUnderWayToFollow) { [weak self] in self?.stopFinding() }
    }

    /// Sends when the user has opened an item.
    var opened: Signal<Void, Never> { openedSubject.signal }

    /// Shows the items of a row in the list of feeds.
    func open(_ entry: FeedListEntry) {
        if entry.content == .smart(.episodes) { return reader.screens.episodes.show() }
        // If the list beside the feeds already shows this row, it stays as it is.
        let isBeside = reader.panes.arrangement.shows(.items) && reader.items.source == entry.source(at: Date())
        if !isBeside || reader.items.news > 0 { fill(with: entry) }
        reader.backStack.go(to: .items)
        markSeen(entry)
    }

    /// Notes that the user has seen a feed's new items, and says why there may be none.
    func markSeen(_ entry: FeedListEntry) {
        guard let feed = entry.feed else { return }
        reader.refresh.markSeen(feed.id)
        // An empty list shows the failure itself.
        if let failure = feed.fetching.lastError, feed.total > 0 { session.status = .problem(failure) }
    }

    /// Fills the list of items for a row in the list of feeds.
    func fill(with entry: FeedListEntry) {
        isPaneBesideLate = false
        list(entry.source(at: Date()), order: entry.feed.flatMap { reader.subscriptions.list.order(of: $0.url) })
    }

    /// Lists the items of a source, and forgets the lists before.
    func list(_ source: ItemSource, order: ItemOrder? = nil) {
        // A pause of the cursor in the list of feeds may fill this list while the user types a search.
        let isSearching = session.isSearching
        if !isSearching { stopFinding() }
        reader.backStack.forgetCovered()
        reader.items.open(source, order: order)
        if isSearching { reader.backStack.cover(reader.items) }
        closeOtherArticle()
    }

    /// Opens an item's article, which marks the item read.
    func open(_ item: Item) {
        guard reader.article.show(item.id) else { return }
        reader.items.markOpened(item)
        reader.backStack.go(to: .article)
        openedSubject.send(())
    }

    func goBack() {
        let left = reader.here
        if left.revert() {
            if reader.here !== left { reader.here.comeBack() }
            return closeOtherArticle()
        }
        guard reader.backStack.path.count > 1 else { return quit() }
        reader.backStack.path.removeLast()
        reader.here.comeBack()
        closeOtherArticle()
    }

    /// Goes back if possible. Unlike `goBack`, never quits, because this is an arrow key.
    func goLeft() {
        if isAtBeginning { reader.feeds.fold() } else { goBack() }
    }

    /// Goes back if possible. Unlike `goBack`, never quits, since a click may be a slip.
    package func goBackByPointing() { if !isAtBeginning { reader.perform(.back) } }

    /// Whether there is nothing to go back to.
    var isAtBeginning: Bool {
        reader.backStack.path.count == 1 && reader.feeds.narrowing == nil && reader.feeds.tag == nil
    }

    /// Returns to the feeds from the list of a feed that was removed. The undo history stays, to undo more steps there.
    func leaveItems() {
        reader.backStack.path = [.feeds] + (reader.screen == .history ? [.history] : [])
        closeList()
    }

    /// Empties the list of items.
    func closeList() {
        reader.backStack.forgetCovered()
        reader.items.close()
        if session.isSearching { reader.backStack.cover(reader.items) }
        closeOtherArticle()
    }

    /// Closes the article beside the lists if it is neither of the listed feed nor in the list, so that the panes belong
    /// together.
    func closeOtherArticle() {
        guard !reader.backStack.path.contains(.article), let item = reader.article.open?.item,
            reader.items.source?.feed != item.feed, !reader.items.holds(item)
        else { return }
        reader.article.close()
    }

    /// Moves to a feed in the list of feeds.
    func goToFeed(_ feed: FeedID) {
        reader.backStack.path = [.feeds]
        reader.feeds.choose(feed)
        if reader.feeds.selected?.id != feed {
            session.status = .refused(
                "This feed is hidden (\(session.key(.toggleShowRead)) to show feeds without unread items)")
        }
    }

    /// Stops the refresh and quits. All changes are kept.
    func quit() {
        reader.refresh.stop()
        session.request(.quit)
    }

    /// Updates covered lists with marks made meanwhile, and leaves the list of a removed feed.
    func follow(_ change: LibraryChange) {
        switch change {
        case .subscriptions:
            if reader.screen == .welcome {
                reader.feeds.reload()
                if let first = reader.feeds.all.first { goToFeed(first.id) }
            }
            guard let id = reader.items.source?.feed, reader.backStack.path.contains(.items) else { return }
            reader.feeds.reload()
            if reader.feeds.feed(id) == nil { leaveItems() }
        case .marked(let mark, let changed, let number):
            reader.backStack.record(mark, of: changed, number: number)
            if mark.isTag, let open = reader.article.open, changed.contains(open.item.id) { reader.article.showTags() }
        default: break
        }
    }
}

// Moving to other items and feeds. In an article, this opens the next item.
extension Navigation {
    /// Moves by `steps` items.
    func goToItem(by steps: Int) {
        guard reader.screen == .article else { return reader.here.step(by: steps) }
        let isListed = goToOpenItem()
        let before = reader.items.selected?.id
        // If the list doesn't contain the article's item, the cursor's row counts as the next one, and no row as the
        // previous one.
        reader.items.move(by: isListed || steps < 0 ? steps : steps - 1)
        guard reader.items.selected?.id != before || !isListed else {
            return session.status = .done("This is the \(steps > 0 ? "last" : "first") item in the list")
        }
        openSelected()
    }

    /// Moves to the next or the previous unread item. Starts over at the other end of the list, then continues in the
    /// next feed with unread items.
    func goToUnread(by step: Int, times: Int = 1) {
        switch reader.screen {
        case .feeds: goToUnreadFeed(by: step, times: times)
        case .items, .article:
            if reader.screen == .article, !goToOpenItem(), step > 0, reader.items.selected?.isRead == false {
                return openSelected()
            }
            let isFound = jump(times) { reader.items.goToUnread(by: step) }
            if isFound || (step > 0 ? reader.items.goToFirstUnread() : reader.items.goToLastUnread()) {
                return openSelected()
            }
            let isOfFeed = reader.items.source.map { $0.feed != nil } ?? false
            guard isOfFeed, session.config.isOn(.gotoNextFeed), goToFeed(by: step, unreadOnly: true) else {
                return sayNothingIsUnread()
            }
        default: break
        }
    }

    /// Moves to a random unread item, or to a random feed with unread items.
    func goToRandomUnread() {
        switch reader.screen {
        case .feeds: if !reader.feeds.goToRandomUnread() { sayNothingIsUnread() }
        case .items, .article:
            guard let item = reader.items.unread(limit: Self.mostDrawnFrom).randomElement() else {
                return sayNothingIsUnread()
            }
            reader.items.choose(item.id)
            openSelected()
        default: break
        }
    }

    /// Moves to the next or the previous feed, and returns whether there is one. From an article, starts at the
    /// article's feed and opens the first unread item.
    @discardableResult
    func goToFeed(by step: Int, unreadOnly: Bool, times: Int = 1) -> Bool {
        let before = reader.feeds.cursor
        if reader.screen == .article, let item = reader.article.open?.item { reader.feeds.stand(on: item.feed) }
        guard jump(times, { reader.feeds.goToFeed(by: step, unreadOnly: unreadOnly) }) else {
            reader.feeds.cursor = before
            return false
        }
        guard reader.screen != .feeds, let entry = reader.feeds.selectedEntry else { return true }
        fill(with: entry)
        markSeen(entry)
        if reader.items.selected?.isRead == true { _ = reader.items.goToUnread(by: 1) }
        if reader.items.selected == nil, reader.screen == .article { goBack() } else { openSelected() }
        return true
    }

    func goToNeighbour(by step: Int, times: Int) {
        if goToFeed(by: step, unreadOnly: false, times: times) { return }
        session.status = .done("This is the \(step > 0 ? "last" : "first") feed in the list")
    }

    func goToUnreadFeed(by step: Int, times: Int) {
        if !goToFeed(by: step, unreadOnly: true, times: times) { sayNothingIsUnread() }
    }

    /// Lists the feed of the current item, with the cursor on the item.
    func showFeedOfItem() {
        guard reader.screen == .items || reader.screen == .article, let item = reader.here.item,
            let feed = reader.feeds.feed(item.feed)
        else {
            return session.status = .refused("No item on this row")
        }
        reader.feeds.choose(feed.id)
        list(ItemSource(feed), order: reader.subscriptions.list.order(of: feed.url))
        reader.items.choose(item.id)
        reader.backStack.path = [.feeds, .items]
    }

    /// Scrolls a page down; at the end of an article, goes to the next unread one.
    func readOn() {
        if reader.screen == .article, reader.article.text.isAtEnd {
            goToUnread(by: 1)
        } else {
            reader.here.content.turnPage(by: 1)
        }
    }

    func askForTitle() {
        session.ask(Question(label: "Title to jump to: ", history: "title") { [weak self] in try self?.goToTitle($0) })
    }

    /// Moves to the next row whose title contains a text, and starts over at the end.
    func goToTitle(_ words: String) throws {
        let none = "No title contains “\(words)”"
        let looking = Status.done("Searching for “\(words)”… (Esc to cancel)")
        let isFound =
            reader.screen == .feeds
            ? reader.feeds.goToTitle(words)
            : reader.items.goToTitle(words) { [weak session] isFound in
                if session?.status == looking { session?.status = isFound ? nil : .refused(none) }
            }
        guard let isFound else { return session.status = looking }
        if !isFound { throw PromptProblem(none) }
        reader.here.markHovered()
    }

    /// Moves the list's cursor to the open article, from where the user continues; returns false if the list doesn't
    /// contain it.
    @discardableResult
    func goToOpenItem() -> Bool { reader.article.open.map { reader.items.goTo($0.item) } ?? false }

    private func openSelected() {
        if reader.screen == .article, let item = reader.items.selected { open(item) }
    }

    /// Calls `jump` up to `times` times, until it fails. Returns whether it succeeded at all.
    private func jump(_ times: Int, _ jump: () -> Bool) -> Bool {
        var jumps = 0
        while jumps < min(times, Self.mostJumps), jump() { jumps += 1 }
        return jumps > 0
    }

    /// Limits how long a key can take.
    private static let mostJumps = 1000

    private func sayNothingIsUnread() {
        let isHereUnread =
            reader.screen == .feeds
            ? reader.feeds.selectedEntry?.hasUnread == true
            : reader.screen.pane != nil && reader.items.selected?.isRead == false
        session.status = .done(isHereUnread ? "No other unread items" : "No unread items")
    }

    /// So many that nobody can guess the result.
    private static let mostDrawnFrom = 500
}
