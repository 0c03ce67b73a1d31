import Library

/// The new items of a filtered list or a saved search, which only a query can find.
struct ListNews: Sendable {
    /// The new items that match the filter, or all new items if there is no filter.
    private(set) var items = ItemSet()
    /// How many of them the list would contain now.
    private(set) var count = 0
    private let listing: Listing
    private let filter: Filter?
    /// The newest item that was checked.
    private(set) var newest: ItemID

    init(since listing: Listing, matching filter: Filter?) {
        self.listing = listing
        self.filter = filter
        newest = listing.newestItem
    }

    /// Returns the new items up to now, which may take long. `total` is the number of items in the list.
    func looking(in library: Library, besides total: Int) throws(LibraryFailure) -> ListNews {
        let now = try library.listing(listing.scope, unreadOnly: listing.unreadOnly, order: listing.order)
        var news = self
        news.items = try items.union(library.items(after: newest, upTo: now.newestItem, matching: filter))
        news.count = try library.listing(now, holding: news.items).count
        news.newest = max(newest, now.newestItem)
        // Older items may match a saved search only now. For unread items this can't be counted, as nobody knows how
        // many have left.
        if filter == nil, !listing.unreadOnly || total == 0 { news.count = max(news.count, now.count - total) }
        return news
    }
}

// Changes that the library reports.
extension ItemListModel {
    func follow(_ change: LibraryChange) {
        switch change {
        case .newItems(let feed, let news, let newest): addNews(news, upTo: newest, in: feed)
        case .marked(let mark, let changed, let number):
            // The list already contains marks that were made before it was filled, even if they are reported later.
            if let listing, number > listing.markings { rows?.listing.record(mark, of: changed) }
            if fillIfEmpty() { return }
            reread { changed.contains($0.id) }
            if mark == .deleted {
                // A change of loaded items adjusts the count already.
                if !changed.subtracting(deleted).isEmpty { recount() }
                countUnloadedSelection()
            }
        case .marks:
            if fillIfEmpty() { return }
            reread()
            // Another process may have brought back what was deleted.
            if let rows { loaded.recount(in: rows) { [weak self] in self?.loadAroundCursor() } }
        case .rewritten(let feed): reread { $0.feed == feed }
        case .pages(let items): reread { items.contains($0.id) }
        case .restored where items.isEmpty && !isFound: fill()
        case .restored(let restored):
            let back = deleted.intersection(restored)
            loaded.add(back.count)
            deleted = deleted.subtracting(back)
            loadAroundCursor()
            if back != restored { recount() }
            countUnloadedSelection()
        case .query(let query): if listing?.scope == .query(query), !fillIfEmpty() { lookForNews() }
        case .feed, .subscriptions, .queries, .episodes, .done: break
        }
    }

    /// Fills an empty list again. Nothing can jump there, and items that return by a mark become visible.
    private func fillIfEmpty() -> Bool {
        guard items.isEmpty, let source = self.source, source.narrowing == nil else { return false }
        fill()
        return true
    }

    /// Reads all loaded items again.
    func reread() { reread { _ in true } }

    /// Reads items again that may have changed.
    private func reread(_ mayHaveChanged: (Item) -> Bool) {
        let chosen = selected
        guard let (gone, goneAbove) = loaded.reread(above: cursor.row, mayHaveChanged) else { return }
        deleted = deleted.union(gone)
        let row = cursor.row - goneAbove
        if let chosen, row >= loaded.count, !loaded.isWhole {
            // The next row isn't loaded, or no loaded row is left.
            loadAround(chosen)
        } else {
            cursor.shift(by: -goneAbove, count: loaded.count)
            if !gone.isEmpty { loadAhead() }
        }
        recordLost(chosen, among: gone)
        // In an empty list, new items needn't wait.
        if loaded.count == 0, !isFound { fill() }
    }

    private func recount() {
        if let rows { loaded.recount(in: rows) }
    }

    private func addNews(_ more: News, upTo newest: ItemID, in feed: FeedID) {
        // The list already contains items that were stored before it was filled, even if they are reported later.
        guard let listing, newest > listing.newestItem, listing.mayHaveNews(of: feed) else { return }
        if listing.narrowing != nil { return lookForNews() }
        if case .query = listing.scope { return lookForNews() }
        if items.isEmpty { return fill() }
        news += listing.scope == .feed(feed) ? more.ofFeed : more.listed
    }

    /// Counts new items in a list where only a query can tell. Search results stay as they are.
    func lookForNews() {
        guard let listing, let source = self.source, !isFound else { return }
        guard !newsLook.isUnderWay else { return hasMoreNews = true }
        let known = foundNews ?? ListNews(since: listing, matching: source.narrowing.flatMap { try? Filter($0) })
        newsLook.ask { [total = loaded.total] library throws(LibraryFailure) in
            try known.looking(in: library, besides: total)
        } receive: { [weak self] found in
            if let found { self?.receive(found) }
        }
    }

    private func receive(_ found: ListNews) {
        foundNews = found
        if items.isEmpty, found.count > 0 { return fill() }
        if found.count != news { news = found.count }
    }

    func stopLookingForNews() {
        (hasMoreNews, foundNews) = (false, nil)
        newsLook.drop()
    }

    /// Counts again if more items came during the last count.
    func lookForMoreNews() {
        guard hasMoreNews else { return }
        hasMoreNews = false
        lookForNews()
    }
}

// The cursor's row after it disappeared without the user's doing: another process may have deleted the item, or the
// feed may have reached its limit of items.
extension ItemListModel {
    /// The title of the item that disappeared under the cursor, while the cursor is still on its substitute.
    var lostName: String? { lostRow.flatMap { $0.standIn == selected?.id ? $0.item.displayTitle : nil } }

    /// Accepts the row that has the cursor now.
    func forgetLostRow() { lostRow = nil }

    /// Notes if the cursor's item is gone. Ends the selection if its start is gone, too.
    private func recordLost(_ chosen: Item?, among gone: ItemSet) {
        guard let chosen, gone.contains(chosen.id) else { return }
        if let start = selectionStart, deleted.contains(start.id) { stopSelecting() }
        lostRow = (lostName == nil ? chosen : lostRow?.item ?? chosen, selected?.id)
    }
}
