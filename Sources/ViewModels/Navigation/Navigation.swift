import FoundationEssentials
import Library
import Signals

/// How the user goes from lists to articles and back, searches, and filters.
@MainActor final class Navigation: WorkspaceUser {
    let workspace: Workspace
    /// Searches the library.
    let finder: SearchModel
    /// Whether the cursor of the feeds has moved, and the next pane doesn't show that yet.
    var isPaneBesideLate = false
    /// Filters lists off the main queue.
    let filtering: Inquiry
    /// The filter that is being applied to search results.
    var filterToBe: Filter?
    /// Waits for the first results of a search from before the restart.
    let findingAgain = SerialDisposable()
    private let openedSubject = Subject<Void, Never>()
    private let scope = ScopedDisposable()
    /// The article that was shown beside the lists when lede ended.
    var articleToShowAgain: ItemID?

    init(_ workspace: Workspace) {
        self.workspace = workspace
        finder = SearchModel(workspace.session.news)
        filtering = Inquiry(workspace.session.news)
        scope.add(finder.found.observe { [weak self] in self?.receive($0, lookedForFrom: $1) })
        scope.add(finder.$isLooking.observe { [weak self] isLooking in if !isLooking { self?.finishFinding() } })
        session.wait(for: items.jump.isUnderWayToFollow) { [items] in items.stopJumping() }
        session.wait(for: filtering.isUnderWayToFollow) { [weak self] in self?.stopFinding() }
        session.wait(for: finder.$isAwaited) { [weak self] in self?.stopFinding() }
    }

    /// Sends when the user has opened an item.
    var opened: Signal<Void, Never> { openedSubject.signal }

    /// Shows the items of a row in the list of feeds.
    func open(_ entry: FeedListEntry) {
        // If the list beside the feeds already shows this row, it stays as it is.
        let isBeside = panes.arrangement.shows(.items) && items.source == entry.source(at: Date())
        if !isBeside || items.news > 0 { fill(with: entry) }
        trail.go(to: .items)
        markSeen(entry)
    }

    /// Notes that the user has seen a feed's new items, and says why there may be none.
    func markSeen(_ entry: FeedListEntry) {
        guard let feed = entry.feed else { return }
        refresh.markSeen(feed.id)
        // An empty list shows the failure itself.
        if let failure = feed.lastError, feed.total > 0 { status = .problem(failure) }
    }

    /// Fills the list of items for a row in the list of feeds.
    func fill(with entry: FeedListEntry) {
        isPaneBesideLate = false
        list(entry.source(at: Date()), order: entry.feed.flatMap { urls.order(of: $0.url) })
    }

    /// Lists the items of a source, and forgets the lists before.
    func list(_ source: ItemSource, order: ItemOrder? = nil) {
        // A pause of the cursor in the list of feeds may fill this list while the user types a search.
        let isSearching = session.isSearching
        if !isSearching { stopFinding() }
        trail.forgetCovered()
        items.open(source, order: order)
        if isSearching { trail.cover(items) }
    }

    /// Opens an item's article, which marks the item read.
    func open(_ item: Item) {
        guard article.show(item.id) else { return }
        items.markOpened(item)
        trail.go(to: .article)
        openedSubject.send(())
    }

    func goBack() {
        let left = here
        if left.revert() {
            if here !== left { here.comeBack() }
            return
        }
        guard trail.path.count > 1 else { return quit() }
        trail.path.removeLast()
        here.comeBack()
    }

    /// Goes back if possible. Unlike `goBack`, never quits, because this is an arrow key.
    func goLeft() {
        if isAtBeginning { feeds.fold() } else { goBack() }
    }

    /// Whether there is nothing to go back to.
    var isAtBeginning: Bool { trail.path.count == 1 && feeds.narrowing == nil && feeds.tag == nil }

    /// Returns to the feeds from the list of a feed that was removed.
    func leaveItems() {
        trail.path = [.feeds]
        closeList()
    }

    /// Empties the list of items.
    func closeList() {
        trail.forgetCovered()
        items.close()
        if session.isSearching { trail.cover(items) }
    }

    /// Moves to a feed in the list of feeds.
    func goToFeed(_ feed: FeedID) {
        trail.path = [.feeds]
        feeds.choose(feed)
        if feeds.selected?.id != feed {
            status = .refused("This feed is hidden (\(key(.toggleShowRead)) to show feeds without unread items)")
        }
    }

    /// Stops the refresh and quits. All changes are kept.
    func quit() {
        refresh.stop()
        request(.quit)
    }

    /// Updates covered lists with marks made meanwhile, and leaves the list of a removed feed.
    func follow(_ change: LibraryChange) {
        switch change {
        case .subscriptions:
            if place == .welcome {
                feeds.reload()
                if let first = feeds.all.first { goToFeed(first.id) }
            }
            guard let id = items.source?.feed, trail.path.contains(.items) else { return }
            feeds.reload()
            if feeds.feed(id) == nil { leaveItems() }
        case .marked(let mark, let changed, let number):
            trail.record(mark, of: changed, number: number)
            if mark.isTag, let open = article.open, changed.contains(open.item.id) { article.showTags() }
        default: break
        }
    }
}
