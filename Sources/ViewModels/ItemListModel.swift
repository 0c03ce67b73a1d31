package import Library
package import Signals

/// The items of one feed: what the feed held when the list was filled. News waits until the person goes to the top.
@MainActor package final class ItemListModel {
    package let items = MutableProperty<[Item]>([])
    package let cursor = MutableProperty(ListCursor())
    /// How many items came in since the list was filled.
    package let news = MutableProperty(0)
    package private(set) var feed: Feed?

    private static let pageSize = 200

    private let library: Library
    private let troubles: Subject<LibraryFailure, Never>
    private var listing: Listing?
    /// Whether everything that the listing holds is loaded.
    private var isComplete = false
    private let subscriptions = ScopedDisposable()

    init(library: Library, troubles: Subject<LibraryFailure, Never>) {
        self.library = library
        self.troubles = troubles
        subscriptions.add(
            library.changes.onMain { [weak self] change in
                if case .newItems(let feed, let count, let newest) = change {
                    self?.noteNews(count, upTo: newest, in: feed)
                }
            })
    }

    /// How many items the feed held when the list was filled, loaded or not.
    package var total: Int { feed?.total ?? 0 }

    package var selected: Item? {
        let row = cursor.value.row
        return items.value.indices.contains(row) ? items.value[row] : nil
    }

    func item(_ id: ItemID) -> Item? { items.value.first { $0.id == id } }

    /// Fills the list with what the feed holds now.
    func open(_ feed: FeedID) {
        do {
            self.feed = try library.feed(feed)
            listing = self.feed.map(Listing.init)
        } catch {
            troubles.send(error)
        }
        news.value = 0
        isComplete = false
        items.value = []
        cursor.value.count = 0
        loadMore()
    }

    /// Takes the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.value.height != height { move { $0.height = height } }
    }

    func move(_ change: (inout ListCursor) -> Void) {
        var cursor = cursor.value
        change(&cursor)
        self.cursor.value = cursor
        if cursor.row + cursor.height >= items.value.count { loadMore() }
    }

    /// To the top; when news waits there, the list is filled anew with it.
    func goToTop() {
        if news.value > 0, let feed { open(feed.id) } else { move { $0.move(to: 0) } }
    }

    /// To the end of the list, however far it is.
    func goToEnd() {
        loadMore(upTo: .max)
        move { $0.move(to: $0.count - 1) }
    }

    func mark(_ item: Item, read isRead: Bool) {
        guard let row = items.value.firstIndex(where: { $0.id == item.id }), items.value[row].isRead != isRead else {
            return
        }
        // The screen is right at once; the library follows.
        items.value[row].isRead = isRead
        library.mark(item, read: isRead)
    }

    /// Marks what the list holds, and no news.
    func markAllRead() {
        guard let listing else { return }
        library.markAllRead(in: listing)
        items.value = items.value.map { item in
            var item = item
            item.isRead = true
            return item
        }
    }

    /// Loads the next page, or as many items as asked for, if the feed has them.
    private func loadMore(upTo count: Int = 1) {
        guard let listing, !isComplete else { return }
        var items = items.value
        do {
            repeat {
                let page = try library.items(of: listing, after: items.last, limit: Self.pageSize)
                items += page
                isComplete = page.count < Self.pageSize
            } while !isComplete && items.count < count
        } catch {
            troubles.send(error)
        }
        self.items.value = items
        cursor.value.count = items.count
    }

    private func noteNews(_ count: Int, upTo newest: ItemID, in feed: FeedID) {
        // News that was told before the list was filled, and heard after, is in the list already.
        guard let listing, listing.scope == .feed(feed), newest > listing.newestItem else { return }
        if items.value.isEmpty { open(feed) } else { news.value += count }
    }
}
