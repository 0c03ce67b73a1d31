import FoundationEssentials
import Library
import Signals

/// How the person goes from list to article and back: what is listed, what was looked for, what stands beside it.
@MainActor final class Navigation: WorkspaceUser {
    let workspace: Workspace
    /// Looks for words in the whole library.
    let finder: SearchModel
    /// Whether the cursor of the feeds has moved, and the list beside is still to go with it.
    var isPaneBesideLate = false
    /// Narrows lists to what filters are true of, which may take a while.
    let filtering: Inquiry
    /// The filter that what was found will be narrowed by.
    var filterToBe: Filter?
    /// The first of what is found of words that were looked for before lede was left.
    let findingAgain = SerialDisposable()
    private let scope = ScopedDisposable()
    /// The article that stood beside the lists when lede was left.
    var articleToShowAgain: ItemID?

    init(_ workspace: Workspace) {
        self.workspace = workspace
        finder = SearchModel(workspace.session.news)
        filtering = Inquiry(workspace.session.news)
        scope.add(finder.found.observe { [weak self] in self?.take($0, lookedForFrom: $1) })
        scope.add(finder.$isLooking.observe { [weak self] isLooking in if !isLooking { self?.noteAllIsFound() } })
        session.wait(for: items.jump.isUnderWayToFollow) { [items] in items.stopJumping() }
        session.wait(for: filtering.isUnderWayToFollow) { [weak self] in self?.stopFinding() }
        session.wait(for: finder.$isAwaited) { [weak self] in self?.stopFinding() }
    }

    /// Shows the items of a row of the feeds, and why there may be none.
    func open(_ entry: FeedListEntry) {
        // What stands beside the feeds is what the person wants to go to, as it is.
        let isBeside = panes.arrangement.shows(.items) && items.source == entry.source(at: Date())
        if !isBeside || items.news > 0 { fill(with: entry) }
        trail.go(to: .items)
        noteShown(entry)
    }

    /// Takes note that the person sees what is new of a feed, and says why there may be nothing.
    func noteShown(_ entry: FeedListEntry) {
        guard let feed = entry.feed else { return }
        refresh.noteSeen(feed.id)
        // Where there is nothing else to show, the list says it.
        if let failure = feed.lastError, feed.total > 0 { status = .problem(failure) }
    }

    /// Fills the list of items with those of a row of the feeds.
    func fill(with entry: FeedListEntry) {
        isPaneBesideLate = false
        list(entry.source(at: Date()), order: entry.feed.flatMap { urls.order(of: $0.url) })
    }

    /// Lists the items of a source, from which nothing leads back to what was listed before.
    func list(_ source: ItemSource, order: ItemOrder? = nil) {
        // The cursor of the feeds may come to rest while words are typed, for which the list is filled soon.
        let isSearching = session.isSearching
        if !isSearching { stopFinding() }
        trail.forgetCovered()
        items.open(source, order: order)
        if isSearching { trail.cover(items) }
    }

    /// Opens an item's text, which marks it read.
    func open(_ item: Item) {
        guard article.show(item.id) else { return }
        items.noteOpened(item)
        trail.go(to: .article)
    }

    func goBack() {
        let left = here
        if left.takeBack() {
            if here !== left { here.comeBack() }
            return
        }
        guard trail.path.count > 1 else { return quit() }
        trail.path.removeLast()
        here.comeBack()
    }

    /// Goes back as long as there is something on the left: an arrow moves and doesn't quit.
    func goLeft() {
        if isAtBeginning { feeds.fold() } else { goBack() }
    }

    /// Whether there is nothing to go back to.
    var isAtBeginning: Bool { trail.path.count == 1 && feeds.narrowing == nil && feeds.tag == nil }

    /// Goes to the feeds from a list of a feed that is no more.
    func leaveItems() {
        trail.path = [.feeds]
        closeList()
    }

    /// Lists nothing.
    func closeList() {
        trail.forgetCovered()
        items.close()
        if session.isSearching { trail.cover(items) }
    }

    /// Goes to a feed in the list of feeds.
    func goToFeed(_ feed: FeedID) {
        trail.path = [.feeds]
        feeds.choose(feed)
        if feeds.selected?.id != feed {
            status = .refused("This feed isn't in the list (\(key(.toggleShowRead)) to show read feeds)")
        }
    }

    /// Stops what is under way; everything that was done is kept.
    func quit() {
        refresh.stop()
        request(.quit)
    }

    /// Keeps in lists that the person will come back to what is marked meanwhile, and leaves the list of a feed that is gone.
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
            trail.note(mark, of: changed, number: number)
            if mark.isTag, let open = article.open, changed.contains(open.item.id) { article.showTags() }
        default: break
        }
    }
}
