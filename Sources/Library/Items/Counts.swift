package import FoundationEssentials
import SQLite

/// The counts of a list.
package struct Counts: Equatable, Sendable {
    package var items: Int
    package var unread: Int
}

/// The counts of the lists above the feeds. One of them only says whether anything is unread, which needs no counting.
package struct Overview: Equatable, Sendable {
    package let all: Counts
    package let starred: Int
    package let hasUnreadStarred: Bool
    /// The episodes in the queue.
    package let queued: Int
    package let hasUnheardQueued: Bool
    /// Unread items since some time.
    package let unreadRecent: Int
}

/// A tag of feeds, with the counts of its feeds.
package struct Tag: Equatable, Sendable {
    package let name: String
    package let counts: Counts
}

// Kept for lists that may be long, and counted only for lists of items that the user chose one by one.
extension Library {
    package func counts(of scope: Listing.Scope) throws(LibraryFailure) -> Counts {
        try read { try $0.counts(of: scope) }
    }

    /// The counts of the lists above the feeds; items count as recent from `moment` on.
    package func overview(since moment: Date) throws(LibraryFailure) -> Overview? {
        try read { database in
            try database.first(
                """
                SELECT items, unread, starred,
                    EXISTS (SELECT 1 FROM states WHERE is_starred = 1 AND is_listed = 1 AND is_read = 0),
                    queued, EXISTS (SELECT 1 FROM states WHERE is_queued = 1 AND is_listed = 1 AND is_heard = 0),
                    (SELECT count(*) FROM states WHERE is_listed = 1 AND is_read = 0 AND date >= ?1)
                FROM totals
                """, moment
            ) { row in
                Overview(
                    all: Counts(row), starred: row.int(2), hasUnreadStarred: row.bool(3),
                    queued: row.int(4), hasUnheardQueued: row.bool(5), unreadRecent: row.int(6))
            }
        }
    }

    /// The tags of the user's feeds, by name.
    package func tags() throws(LibraryFailure) -> [Tag] {
        try read { database in
            try database.all(
                """
                SELECT tag, sum(total), sum(unread) FROM feed_tags JOIN feeds ON feed = id WHERE is_subscribed
                GROUP BY tag ORDER BY tag
                """
            ) { Tag(name: $0.text(0), counts: Counts(items: $0.int(1), unread: $0.int(2))) }
        }
    }
}

extension Database {
    func counts(of scope: Listing.Scope) throws -> Counts {
        let counts: Counts? =
            switch scope {
            case .all: try first("SELECT items, unread FROM totals", read: Counts.init)
            case .feed(let feed): try first("SELECT total, unread FROM feeds WHERE id = ?", feed, read: Counts.init)
            case .tag(let tag):
                try first(
                    """
                    SELECT coalesce(sum(total), 0), coalesce(sum(unread), 0) FROM feed_tags JOIN feeds ON feed = id
                    WHERE tag = ? AND is_subscribed
                    """, tag, read: Counts.init)
            case .state(let state):
                try first(
                    """
                    SELECT (SELECT \(state.countedName) FROM totals),
                        (SELECT count(*) FROM states
                         WHERE \(state.countedCondition) AND is_listed = 1 AND is_read = 0)
                    """, read: Counts.init)
            case .taggedItems(let tag):
                try first(
                    """
                    SELECT count(*), count(*) - coalesce(sum(is_read), 0)
                    FROM item_tags JOIN states ON states.item = item_tags.item WHERE tag = ? AND is_listed = 1
                    """, tag, read: Counts.init)
            case .since(let date):
                try first(
                    """
                    SELECT (SELECT count(*) FROM states WHERE is_listed = 1 AND date >= ?1),
                        (SELECT count(*) FROM states WHERE is_listed = 1 AND is_read = 0 AND date >= ?1)
                    """, date, read: Counts.init)
            case .query(let query): try counts(of: query)
            }
        return counts ?? Counts(items: 0, unread: 0)
    }
}

extension Counts {
    fileprivate init(_ row: borrowing Row) {
        self.init(items: row.int(0), unread: row.int(1))
    }
}

// The items of a list that are unread now, whatever they were when the list was filled.
extension Library {
    /// The unread items of a listing from its start, at most `limit`.
    package func unreadItems(of listing: Listing, limit: Int) throws(LibraryFailure) -> [Item] {
        try unreadItems(of: listing.unreadNow, from: nil, forward: true, limit: limit)
    }

    package func lastUnreadItem(of listing: Listing) throws(LibraryFailure) -> Item? {
        try unreadItems(of: listing.unreadNow, from: nil, forward: false, limit: 1).first
    }

    /// The next or previous unread item of the listing; nil if there is none.
    package func unreadItem(
        of listing: Listing, nextTo item: Item, forward: Bool
    ) throws(LibraryFailure) -> Item? {
        let unread = listing.unreadNow
        // With unread first, items that were read when the list was filled come after all others.
        let isBehind = listing.order == .unreadFirst && !listing.unreadOnly && listing.was(.read, item)
        if isBehind, forward { return nil }
        return try unreadItems(of: unread, from: isBehind ? nil : unread.key(of: item), forward: forward, limit: 1)
            .first
    }

    /// All items of a listing that are unread now, and perhaps some that are being marked read: one index has them
    /// together.
    package func perhapsUnread(in listing: Listing) throws(LibraryFailure) -> ItemSet {
        // Read first: marks that are written meanwhile do no harm.
        let marks = changeQueue.marks
        let last = marks.lastIndex { $0.mark == .read && $0.target.isAll(of: listing) }
        return try read { database in
            // Many items that are being marked read aren't looked at one by one.
            var unread = last == nil ? try database.items(of: .listing(listing), for: .read) : ItemSet()
            for pending in marks[(last ?? 0)...] {
                switch pending.mark {
                case .unread: unread = unread.union(try database.items(of: pending.target, for: .deleted))
                case .read, .deleted:
                    if unread.isEmpty { continue }
                    unread = unread.subtracting(try database.items(of: pending.target, for: .read))
                case .state, .tagged, .untagged: break
                }
            }
            return unread
        }
    }

    /// The items nearest to a key come first. Items whose pending mark is read count as read.
    private func unreadItems(
        of unread: Listing, from start: PageKey?, forward: Bool, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        let marks = changeQueue.marks
        var found: [Item] = []
        var key = start
        while found.count < limit {
            let page =
                forward
                ? try items(of: unread, after: key, limit: Self.pageSize)
                : try items(of: unread, before: key, limit: Self.pageSize).reversed()
            found += page.filter { !$0.isRead }.prefix(limit - found.count)
            guard page.count == Self.pageSize, let last = page.last else { break }
            let end = unread.key(of: last)
            // Many items that are being marked read aren't looked at one by one.
            key = marks.endOfRows(getting: .read, around: end, in: unread, forward: forward) ?? end
        }
        return found
    }

    private static let pageSize = 50
}

extension Listing {
    /// The list of those of its items that are unread now.
    fileprivate var unreadNow: Listing {
        let unread = Listing(
            scope, unreadOnly: true, order: order, newestItem: newestItem, count: count, feeds: feeds, query: query)
        return narrowing.map { unread.narrowed(to: $0, count: count) } ?? unread
    }
}

// Of several copies, a list of several feeds shows the first in one of its feeds.
extension Database {
    /// Whether a list shows an item that lists of all feeds don't.
    func shows(_ item: Item, in listing: Listing) throws -> Bool {
        switch listing.scope {
        case .feed: return true
        case .all, .state, .taggedItems, .since: return false
        case .query where listing.feeds.isEmpty:
            if case .kept? = listing.query { return true }
            return false
        case .tag, .query:
            // The copy that lists of all feeds show may be in a feed without this tag.
            let copies = try all(
                """
                SELECT item, states.feed FROM copies JOIN states USING (item)
                WHERE story = (SELECT story FROM copies WHERE item = ?) AND is_deleted = 0
                ORDER BY \(Self.firstOfStory)
                """, item.id
            ) { row in (item: ItemID(row.integer(0)), feed: FeedID(row.integer(1))) }
            return copies.first { listing.feeds.contains($0.feed) }?.item == item.id
        }
    }

    /// The items of a list's feeds that it hides, because it shows a copy of them.
    func hiddenCopies(in listing: Listing) throws -> ItemSet {
        // Other lists read an index without hidden copies, or are of one feed.
        guard !listing.feeds.isEmpty else { return [] }
        let feeds = Set(listing.feeds)
        var stories: Set<Int64> = []
        var hidden: [ItemID] = []
        try each(
            """
            SELECT item, story, feed FROM copies JOIN states USING (item) WHERE is_deleted = 0
            ORDER BY \(Self.firstOfStory)
            """
        ) { row in
            guard feeds.contains(FeedID(row.integer(2))), !stories.insert(row.integer(1)).inserted else { return }
            hidden.append(ItemID(row.integer(0)))
        }
        return ItemSet(hidden)
    }
}
