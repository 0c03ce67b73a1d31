import Library
import Signals

extension ReaderModel {
    /// Shows of the article that is open which tags it has now, and leaves the list of a feed that is no more.
    func follow(_ change: LibraryChange) {
        if case .subscriptions = change { return leaveLostFeed() }
        if case .marked(let mark, let changed, _) = change, mark.isTag, let open = openArticle.value,
            changed.contains(open.item.id)
        {
            showTagsOfArticle()
        }
    }

    private func leaveLostFeed() {
        guard let id = items.source.value?.feed, path.value.contains(.items) else { return }
        feeds.reload()
        guard feeds.feed(id) == nil else { return }
        path.value = [.feeds]
        items.close()
    }
}
