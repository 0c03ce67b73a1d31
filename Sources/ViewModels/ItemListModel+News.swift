import Library
import Signals

// What the library tells of the items, and of others that came.
extension ItemListModel {
    func follow(_ change: LibraryChange) {
        switch change {
        case .newItems(let feed, let news, let newest): note(news, upTo: newest, in: feed)
        case .marked(let mark, let changed, let number):
            // What was marked before the list was filled, and is heard of after, is in the list already.
            if let listing, number > listing.markings { rows?.listing.note(mark, of: changed) }
            reread { changed.contains($0) }
            if mark == .deleted {
                // What is loaded tells its own number.
                if !changed.subtracting(deleted).isEmpty { recount() }
                countUnloadedSelection()
            }
        case .marks: reread { _ in true }
        case .restored where items.value.isEmpty: fill()
        case .restored(let restored):
            let back = deleted.intersection(restored)
            loaded.add(back.count)
            deleted = deleted.subtracting(back)
            loadAroundCursor()
            if back != restored { recount() }
            countUnloadedSelection()
        case .query(let query): noteNews(in: query)
        case .feed, .subscriptions, .queries: break
        }
    }

    /// Shows all items as they are now.
    func reread() { reread { _ in true } }

    /// Reads items again that may have changed.
    private func reread(_ mayHaveChanged: (ItemID) -> Bool) {
        let chosen = selected
        guard let (gone, goneAbove) = loaded.reread(above: cursor.value.row, mayHaveChanged) else { return }
        deleted = deleted.union(gone)
        let row = cursor.value.row - goneAbove
        if let chosen, row >= loaded.count, !loaded.isWhole {
            // The row that follows is not loaded, or all that was is gone.
            loadAround(chosen)
        } else {
            cursor.value.shift(by: -goneAbove, count: loaded.count)
            if !gone.isEmpty { loadAhead() }
        }
        // News has waited for nothing else.
        if loaded.count == 0 { fill() }
    }

    private func recount() {
        if let rows { loaded.recount(in: rows) }
    }

    private func note(_ more: News, upTo newest: ItemID, in feed: FeedID) {
        // News that was told before the list was filled, and heard after, is in the list already.
        guard let listing, listing.narrowing == nil, newest > listing.newestItem, listing.mayHaveNews(of: feed) else {
            return
        }
        if items.value.isEmpty { return fill() }
        news.value += listing.scope == .feed(feed) ? more.ofFeed : more.listed
    }

    /// Counts what a query holds more than when the list was filled.
    private func noteNews(in query: QueryID) {
        guard let listing, listing.narrowing == nil, listing.scope == .query(query) else { return }
        do {
            let now = try library.listing(listing.scope, unreadOnly: listing.unreadOnly, order: listing.order)
            if items.value.isEmpty, now.count > 0 { return fill() }
            let more = max(0, now.count - total)
            if more != news.value, !listing.unreadOnly { news.value = more }
        } catch {
            troubles.send(error)
        }
    }
}
