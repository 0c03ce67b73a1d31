import Configuration
import Library
import Signals

// From item to item, and from feed to feed. In an article the item that is come to is opened.
extension Navigation {
    /// Goes so many items on.
    func goToItem(by steps: Int) {
        guard place == .article else { return here.move(by: steps) }
        let isListed = goToOpenItem()
        let before = items.selected?.id
        // Before an article of another list stands nothing, and behind it the row that the cursor is on.
        items.move(by: isListed || steps < 0 ? steps : steps - 1)
        guard items.selected?.id != before || !isListed else {
            return status = .done("This is the \(steps > 0 ? "last" : "first") item in the list")
        }
        openSelected()
    }

    /// Goes to the next unread item, or the one before; behind the last to the first and before that to the last, and where
    /// a feed has no more, to the next feed that has some.
    func goToUnread(by step: Int, times: Int = 1) {
        switch place {
        case .feeds: goToUnreadFeed(by: step, times: times)
        case .items, .article:
            if place == .article, !goToOpenItem(), step > 0, items.selected?.isRead == false { return openSelected() }
            let isFound = jump(times) { items.goToUnread(by: step) }
            if isFound || (step > 0 ? items.goToFirstUnread() : items.goToLastUnread()) { return openSelected() }
            let isOfFeed = items.source.map { $0.feed != nil } ?? false
            guard isOfFeed, config.isOn(.gotoNextFeed), goToFeed(by: step, unreadOnly: true) else {
                return sayNothingIsUnread()
            }
        default: break
        }
    }

    /// Goes to one of the unread items, or of the feeds that have some, whichever.
    func goToRandomUnread() {
        switch place {
        case .feeds: if !feeds.goToRandomUnread() { sayNothingIsUnread() }
        case .items, .article:
            guard let item = items.unread(limit: Self.mostDrawnFrom).randomElement() else {
                return sayNothingIsUnread()
            }
            items.choose(item.id)
            openSelected()
        default: break
        }
    }

    /// Goes to the next feed, or the one before, and says whether there is one; in an article that is the feed after the
    /// article's own, and there its first unread item.
    @discardableResult
    func goToFeed(by step: Int, unreadOnly: Bool, times: Int = 1) -> Bool {
        let before = feeds.cursor
        if place == .article, let item = article.open?.item { feeds.stand(on: item.feed) }
        guard jump(times, { feeds.goToFeed(by: step, unreadOnly: unreadOnly) }) else {
            feeds.cursor = before
            return false
        }
        guard place != .feeds, let entry = feeds.selectedEntry else { return true }
        fill(with: entry)
        noteShown(entry)
        if items.selected?.isRead == true { _ = items.goToUnread(by: 1) }
        if items.selected == nil, place == .article { goBack() } else { openSelected() }
        return true
    }

    func goToNeighbour(by step: Int, times: Int) {
        if goToFeed(by: step, unreadOnly: false, times: times) { return }
        status = .done("This is the \(step > 0 ? "last" : "first") feed in the list")
    }

    func goToUnreadFeed(by step: Int, times: Int) {
        if !goToFeed(by: step, unreadOnly: true, times: times) { sayNothingIsUnread() }
    }

    /// Lists the feed that the item is of, with the cursor on it.
    func showFeedOfItem() {
        guard place == .items || place == .article, let item = here.item, let feed = feeds.feed(item.feed) else {
            return status = .refused("No item here")
        }
        feeds.choose(feed.id)
        list(ItemSource(feed), order: urls.order(of: feed.url))
        items.choose(item.id)
        trail.path = [.feeds, .items]
    }

    /// Turns the page, and at the end of an article goes on to the next unread one.
    func readOn() {
        if place == .article, article.text.isAtEnd { goToUnread(by: 1) } else { here.turnPage(by: 1) }
    }

    func askForTitle() {
        session.ask(Question(label: "Title to jump to: ", history: "title") { [weak self] in try self?.goToTitle($0) })
    }

    /// Goes to the next row whose title has these words, and begins anew behind the last.
    func goToTitle(_ words: String) throws {
        let none = "No title contains “\(words)”"
        let looking = Status.done("Searching for “\(words)”… (Esc to cancel)")
        let isFound =
            place == .feeds
            ? feeds.goToTitle(words)
            : items.goToTitle(words) { [weak session] isFound in
                if session?.status == looking { session?.status = isFound ? nil : .refused(none) }
            }
        guard let isFound else { return status = looking }
        if !isFound { throw PromptProblem(none) }
        here.noteHover()
    }

    /// Has the cursor of the list on the article that is open, from whose row the person goes on; false where it has none there.
    @discardableResult
    func goToOpenItem() -> Bool { article.open.map { items.goTo($0.item) } ?? false }

    private func openSelected() {
        if place == .article, let item = items.selected { open(item) }
    }

    /// Jumps so often, or as often as there is somewhere to go, and says whether there was.
    private func jump(_ times: Int, _ jump: () -> Bool) -> Bool {
        var jumps = 0
        while jumps < min(times, Self.mostJumps), jump() { jumps += 1 }
        return jumps > 0
    }

    /// No key keeps anybody waiting for more.
    private static let mostJumps = 1000

    func sayNothingIsUnread() {
        let isHereUnread =
            place == .feeds
            ? feeds.selectedEntry?.hasUnread == true : place.pane != nil && items.selected?.isRead == false
        status = .done(isHereUnread ? "No other unread items here" : "No unread items here")
    }

    /// Enough for nobody to know the next.
    private static let mostDrawnFrom = 500
}
