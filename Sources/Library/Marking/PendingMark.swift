import SQLite

/// A mark that waits for the writer; reads meanwhile must show it.
struct PendingMark: Sendable {
    let mark: Mark
    let target: MarkTarget

    /// The item with the mark; nil if the mark removes it.
    fileprivate func applied(to item: Item) -> Item? {
        guard target.contains(item) else { return item }
        guard mark != .deleted else { return nil }
        var item = item
        mark.apply(to: &item)
        return item
    }
}

// Their effect on the rows of lists.
extension [PendingMark] {
    /// Whether one of them deletes an item, among items chosen one by one.
    func areDeleting(_ item: ItemID) -> Bool {
        contains { pending in
            guard pending.mark == .deleted, case .items(let items) = pending.target else { return false }
            return items.contains(item)
        }
    }

    /// The end of the rows around one that a mark includes completely and no later mark reverses; nil if none does.
    func endOfRows(getting mark: Mark, around key: PageKey, in listing: Listing, forward: Bool) -> PageKey? {
        for (index, pending) in enumerated() where pending.mark == mark {
            guard let (first, last) = pending.target.rows(in: listing) else { continue }
            if self[(index + 1)...].contains(where: { $0.mark == mark.opposite }) { continue }
            if !key.precedes(first, in: listing.order), !last.precedes(key, in: listing.order) {
                return forward ? last : first
            }
        }
        return nil
    }
}

extension [Item] {
    /// The items as they are when these marks are written.
    func applying(_ marks: [PendingMark]) -> [Item] {
        if marks.isEmpty { return self }
        return compactMap { item in
            marks.reduce(item) { item, mark in item.flatMap(mark.applied) }
        }
    }
}

extension Database {
    /// Feeds with the counts that they will have when these marks are written.
    ///
    /// Uses the state of the file that the feeds were read from, so marks that are written already change nothing.
    /// Marks that are slow to count wait until they are written.
    func applying(_ marks: [PendingMark], in feeds: [Feed]) throws -> [Feed] {
        var feeds = feeds
        /// Items that earlier marks have decided, and whether they are read then.
        var settled: [ItemID: Bool] = [:]
        for pending in marks {
            switch (pending.mark, pending.target) {
            case (.read, .listing(let listing)) where listing.leavesOnlyNews:
                let news = try unreadNews(of: listing)
                for index in feeds.indices where listing.reads(feeds[index].id) {
                    feeds[index].unread = min(feeds[index].unread, news[feeds[index].id] ?? 0)
                }
                settled = [:]
            case (.read, .items(let items)) where items.count == 1, (.unread, .items(let items)) where items.count == 1:
                guard let item = items.first, let state = try unread(item) else { continue }
                let isRead = pending.mark == .read
                let wasRead = settled.updateValue(isRead, forKey: item) ?? state.isRead
                guard wasRead != isRead, let index = feeds.firstIndex(where: { $0.id == state.feed }) else { continue }
                feeds[index].unread = max(0, feeds[index].unread + (isRead ? -1 : 1))
            case (let mark, let target):
                guard let change = StateChange(mark), target.isQuicklyCounted else { continue }
                let changes = try effect(of: change, on: items(of: target, for: mark)).feeds
                for index in feeds.indices {
                    guard let change = changes[feeds[index].id] else { continue }
                    feeds[index].unread = max(0, feeds[index].unread + change[.read])
                    feeds[index].total = max(0, feeds[index].total + change.items)
                }
            }
        }
        return feeds
    }

    /// A listing filled as if these marks were written: items that they remove aren't in it, and items that they add
    /// are. Until they are written, the listing treats their items as changed back since.
    func applying(_ marks: [PendingMark], in listing: Listing) throws -> Listing {
        var listing = listing
        for pending in marks where pending.target.isQuicklyCounted {
            let mark = pending.mark
            let marked = try withCopies(items(of: pending.target, for: mark), for: mark, in: pending.target)
            let before = try count(marked, in: listing)
            guard let opposite = mark.opposite else {
                listing.count -= before
                continue
            }
            let statement = try statement("\(Item.query) WHERE states.item = ? AND is_deleted = 0")
            let changed = try marked.filter { item in
                try statement.first(item) { Item($0) }.map { listing.isChanged($0, by: mark) } ?? false
            }
            listing.record(opposite, of: ItemSet(changed))
            listing.count += try count(marked, in: listing) - before
        }
        return listing
    }

    private func unread(_ item: ItemID) throws -> (feed: FeedID, isRead: Bool)? {
        try first("SELECT feed, is_read FROM states WHERE item = ? AND is_deleted = 0", item) { row in
            (FeedID(row.integer(0)), row.bool(1))
        }
    }

    /// The unread items by feed that came after a listing was filled: quick, for they are few.
    private func unreadNews(of listing: Listing) throws -> [FeedID: Int] {
        let counts = try all(
            """
            SELECT feed, count(*) FROM states NOT INDEXED WHERE item > ? AND is_deleted = 0 AND is_read = 0 GROUP BY feed
            """, listing.newestItem
        ) { row in (FeedID(row.integer(0)), row.int(1)) }
        return Dictionary(counts) { first, _ in first }
    }
}

extension MarkTarget {
    fileprivate var isQuicklyCounted: Bool {
        switch self {
        case .items(let items): items.count <= 2000
        case .listing(let listing), .above(_, let listing), .below(_, let listing), .between(_, _, let listing):
            listing.count <= 2000
        }
    }
}

extension Listing {
    /// Whether a mark changes an item in a way that affects its position in the list.
    fileprivate func isChanged(_ item: Item, by mark: Mark) -> Bool {
        if case .state(let state, let value) = mark { was(state, item) != value } else { false }
    }

    /// Whether the list contains all unread items of its feeds up to its newest one.
    fileprivate var leavesOnlyNews: Bool {
        switch scope {
        case _ where narrowing != nil: false
        case .all, .feed, .tag: true
        case .state, .taggedItems, .since, .query: false
        }
    }

    fileprivate func reads(_ feed: FeedID) -> Bool {
        switch scope {
        case .all: true
        case .feed(let id): id == feed
        case .tag: feeds.contains(feed)
        case .state, .taggedItems, .since, .query: false
        }
    }
}
