import Library
import Signals

extension ReaderModel {
    /// Keeps in lists that the person will come back to what is marked meanwhile, shows of the article that is open which tags it has now, leaves the list of a feed that is no more, and
    /// the first screen when there are feeds.
    func follow(_ change: LibraryChange) {
        if case .subscriptions = change { return followSubscriptions() }
        guard case .marked(let mark, let changed, let number) = change else { return }
        wider?.note(mark, of: changed, number: number)
        found.narrowed?.note(mark, of: changed, number: number)
        if mark.isTag, let open = openArticle, changed.contains(open.item.id) { showTagsOfArticle() }
    }

    private func followSubscriptions() {
        if place == .welcome {
            feeds.reload()
            if let first = feeds.all.first { goToFeed(first.id) }
        }
        guard let id = items.source?.feed, path.contains(.items) else { return }
        feeds.reload()
        if feeds.feed(id) == nil { leaveItems() }
    }

    /// Goes to the feeds from a list of a feed that is no more.
    func leaveItems() {
        path = [.feeds]
        items.close()
    }
}
