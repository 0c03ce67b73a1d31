import Configuration
import Library
import Signals

// Moving to other items and feeds. In an article, this opens the next item.
extension Navigation {
    /// Moves by `steps` items.
    func goToItem(by steps: Int) {
        guard place == .article else { return here.move(by: steps) }
        let isListed = goToOpenItem()
        let before = items.selected?.id
        // If the list doesn't contain the article's item, the cursor's row counts as the next one, and no row as the
        // previous one.
        items.move(by: isListed || steps < 0 ? steps : steps - 1)
        guard items.selected?.id != before || !isListed else {
            return status = .done("This is the \(steps > 0 ? "last" : "first") item in the list")
        }
        openSelected()
    }

    /// Moves to the next or the previous unread item. Starts over at the other end of the list, then continues in the
    /// next feed with unread items.
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

    /// Moves to a random unread item, or to a random feed with unread items.
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

    /// Moves to the next or the previous feed, and returns whether there is one. From an article, starts at the
    /// article's feed and opens the first unread item.
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
        markSeen(entry)
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

    /// Lists the feed of the current item, with the cursor on the item.
    func showFeedOfItem() {
        guard place == .items || place == .article, let item = here.item, let feed = feeds.feed(item.feed) else {
            return status = .refused("No item on this row")
        }
        feeds.choose(feed.id)
        list(ItemSource(feed), order: urls.order(of: feed.url))
        items.choose(item.id)
        trail.path = [.feeds, .items]
    }

    /// Scrolls a page down; at the end of an article, goes to the next unread one.
    func readOn() {
        if place == .article, article.text.isAtEnd { goToUnread(by: 1) } else { here.turnPage(by: 1) }
    }

    func askForTitle() {
        session.ask(Question(label: "Title to jump to: ", history: "title") { [weak self] in try self?.goToTitle($0) })
    }

    /// Moves to the next row whose title contains a text, and starts over at the end.
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
        here.markHovered()
    }

    /// Moves the list's cursor to the open article, from where the user continues; returns false if the list doesn't
    /// contain it.
    @discardableResult
    func goToOpenItem() -> Bool { article.open.map { items.goTo($0.item) } ?? false }

    private func openSelected() {
        if place == .article, let item = items.selected { open(item) }
    }

    /// Calls `jump` up to `times` times, until it fails. Returns whether it succeeded at all.
    private func jump(_ times: Int, _ jump: () -> Bool) -> Bool {
        var jumps = 0
        while jumps < min(times, Self.mostJumps), jump() { jumps += 1 }
        return jumps > 0
    }

    /// Limits how long a key can take.
    private static let mostJumps = 1000

    func sayNothingIsUnread() {
        let isHereUnread =
            place == .feeds
            ? feeds.selectedEntry?.hasUnread == true : place.pane != nil && items.selected?.isRead == false
        status = .done(isHereUnread ? "No other unread items" : "No unread items")
    }

    /// So many that nobody can guess the result.
    private static let mostDrawnFrom = 500
}
