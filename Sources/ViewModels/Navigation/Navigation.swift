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
    /// What was listed before the list of items was narrowed.
    var wider: WiderList?
    var found = FoundLists()
    var searchedFrom = SearchBeginning()
    /// The article that stood beside the lists when lede was left.
    var articleToShowAgain: ItemID?

    init(_ workspace: Workspace) {
        self.workspace = workspace
        finder = SearchModel(library: workspace.session.library, troubles: workspace.session.troubles)
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
        // The cursor of the feeds may come to rest while words are typed, for which the list is filled soon.
        if !session.isSearching { stopFinding() }
        isPaneBesideLate = false
        items.open(entry.source(at: Date()), order: entry.feed.flatMap { urls.order(of: $0.url) })
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
        items.close()
    }

    /// Goes to a feed in the list of feeds.
    func goToFeed(_ feed: FeedID) {
        trail.path = [.feeds]
        feeds.choose(feed)
        if feeds.selected?.id != feed {
            status = .problem("The feed has no row now (\(key(.toggleShowRead)) shows those with nothing unread)")
        }
    }

    /// Stops what is under way; everything that was done is kept.
    func quit() {
        refresh.stop()
        request(.quit)
    }

    /// Gives up what keys wait for: what is shown stays.
    func callOff() {
        if session.awaited.change != nil {
            // It is under way, and what it comes to is told in any case.
            session.awaited.change = nil
            return status = .done("What was asked for is done meanwhile")
        }
        stopFinding()
        items.stopJumping()
        session.awaited.withTags = nil
        status = .done("Called off")
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
            wider?.note(mark, of: changed, number: number)
            found.narrowed?.note(mark, of: changed, number: number)
            if mark.isTag, let open = article.open, changed.contains(open.item.id) { article.showTags() }
        default: break
        }
    }
}
