import SQLite

/// A compact fingerprint of the feeds, to see which have changed: a hash replaces long values, since a library may have
/// thousands.
struct KnownFeeds {
    private struct Known: Equatable {
        let id: FeedID
        var unread: Int
        var total: Int
        let newestItem: ItemID?
        let about: Int

        init(_ feed: Feed) {
            (id, unread, total) = (feed.id, feed.unread, feed.total)
            (newestItem, about) = (feed.newestItem, feed.aboutHash)
        }
    }

    private var feeds: [Known]

    init(_ database: Database) throws {
        feeds = try database.feedsInOrder().map(Known.init)
    }

    /// Takes our own changes as known. Reading all feeds would take longer than most changes.
    mutating func recordOwn(_ changes: [LibraryChange], in database: Database) throws {
        let changed = Set(changes.compactMap(\.changedFeed))
        guard changes.allSatisfy({ $0.isOfCounts || $0.changedFeed != nil }), changed.count <= Self.few,
            try recount(in: database)
        else {
            self = try KnownFeeds(database)
            return
        }
        for place in feeds.indices where changed.contains(feeds[place].id) {
            if let feed = try database.feed(feeds[place].id) { feeds[place] = Known(feed) }
        }
    }

    /// Up to this number feeds are read one by one.
    private static let few = 20

    /// Whether these are still the user's feeds.
    private mutating func recount(in database: Database) throws -> Bool {
        let counts = try database.countsOfFeeds()
        guard counts.count == feeds.count else { return false }
        for (place, counts) in counts.enumerated() {
            guard counts.feed == feeds[place].id else { return false }
            (feeds[place].unread, feeds[place].total) = (counts.unread, counts.total)
        }
        return true
    }

    /// What other processes have changed since then.
    func changes(to now: KnownFeeds, in database: Database) throws -> [LibraryChange] {
        let known = Dictionary(feeds.map { ($0.id, $0) }) { first, _ in first }
        var changes: [LibraryChange] = feeds.map(\.id) == now.feeds.map(\.id) ? [] : [.subscriptions]
        for feed in now.feeds {
            guard let old = known[feed.id], old != feed else { continue }
            if let newest = feed.newestItem, newest > old.newestItem ?? ItemID(0) {
                let oldest = ItemID((old.newestItem?.rawValue ?? 0).addingReportingOverflow(1).partialValue)
                let news = try database.news(from: oldest, to: newest, in: feed.id)
                changes.append(.newItems(feed.id, news, newest: newest))
            }
            changes += [.rewritten(feed.id), .feed(feed.id)]
        }
        return changes
    }
}

extension LibraryChange {
    fileprivate var changedFeed: FeedID? {
        switch self {
        case .feed(let feed), .newItems(let feed, _, _): feed
        case .subscriptions, .queries, .query, .marked, .restored, .marks, .rewritten, .pages, .done: nil
        }
    }
}
