package import FoundationEssentials

/// What a list holds: the items of a scope, in an order, as they were when the list was filled.
///
/// What comes later is news and not in it. What was marked since keeps its place, for which whoever shows the list
/// tells it of marks.
package struct Listing: Equatable, Sendable {
    package enum Scope: Hashable, Sendable {
        /// Of all feeds that the person is subscribed to.
        case all
        case feed(FeedID)
        /// Of the feeds that have this tag.
        case tag(String)
        case starred
        /// Items that have this tag themselves.
        case taggedItems(String)
        /// Of all feeds, from this moment on.
        case since(Date)
        /// What a query of the urls file is true of.
        case query(QueryID)

        /// Whether an item as it was read tells if it is listed: not what queries or the person's own tags are true of.
        package var isToldByItems: Bool {
            switch self {
            case .all, .feed, .tag, .starred, .since: true
            case .taggedItems, .query: false
            }
        }
    }

    package enum Order: String, CaseIterable, Sendable {
        case newest
        case oldest
        /// One feed after the other, the newest of each first; where the scope has no feeds, the newest first.
        case byFeed = "feed"
        /// What was unread when the list was filled, and then the rest.
        case unreadFirst = "unread"
    }

    package let scope: Scope
    package let unreadOnly: Bool
    package let order: Order
    /// Where news begins.
    package private(set) var newestItem: ItemID
    /// How often items had been marked by then: marks up to this number are in the list already, whenever they are told.
    package let markings: Int64
    /// How many items the list had when it was filled; of copies in several feeds of a tag each counts.
    package internal(set) var count: Int
    /// Those of its items that it has alone; nil for all.
    package internal(set) var narrowing: ItemSet?
    /// The feeds that it reads one by one, in their order.
    let feeds: [FeedID]
    /// Where the items of a query are read.
    let query: ListedQuery?
    /// What was marked since the list was filled, and stays where it was.
    private(set) var readSince = Turns()
    private(set) var starredSince = Turns()

    init(
        _ scope: Scope, unreadOnly: Bool = false, order: Order = .newest, newestItem: ItemID, count: Int,
        markings: Int64 = 0, feeds: [FeedID] = [], query: ListedQuery? = nil
    ) {
        self.scope = scope
        self.unreadOnly = unreadOnly
        self.order = order
        self.newestItem = newestItem
        self.count = count
        self.markings = markings
        self.feeds = feeds
        self.query = query
    }

    /// What the feed had when it was read, newest first.
    package init(_ feed: Feed) {
        self.init(.feed(feed.id), newestItem: feed.newestItem ?? ItemID(0), count: feed.total)
    }

    /// Everything that all feeds had when these were read of them, newest first.
    package init(all feeds: [Feed]) {
        let newest = feeds.compactMap(\.newestItem).max() ?? ItemID(0)
        self.init(.all, newestItem: newest, count: feeds.reduce(0) { $0 + $1.total })
    }

    /// The same of no item that came later than another.
    package func upTo(_ newest: ItemID) -> Listing {
        var listing = self
        listing.newestItem = newest
        return listing
    }

    /// Whether new items of a feed may belong to what the list would hold now. Of queries nobody knows without looking.
    package func mayHaveNews(of feed: FeedID) -> Bool {
        switch scope {
        case .all, .since: true
        case .feed(let own): own == feed
        case .tag: feeds.contains(feed)
        case .query: true
        case .starred, .taggedItems: false
        }
    }

    /// Whether marks change what is listed, or where, but for those that the list was told of.
    package var goesByMarks: Bool { unreadOnly || order == .unreadFirst || scope == .starred || !scope.isToldByItems }

    /// Lets these stay where they are, which have just been marked read, or unread again.
    package mutating func keep(_ items: ItemSet, nowRead isRead: Bool) { readSince.note(items, isOn: isRead) }

    /// Takes note of a mark that was made while the list is open: what is marked stays where it is.
    package mutating func note(_ mark: Mark, of items: ItemSet) {
        switch mark {
        case .read: keep(items, nowRead: true)
        case .unread: keep(items, nowRead: false)
        case .starred: keep(items, nowStarred: true)
        case .unstarred: keep(items, nowStarred: false)
        case .deleted, .tagged, .untagged: break
        }
    }

    /// Lets these stay where they are, whose star has just been given or taken.
    package mutating func keep(_ items: ItemSet, nowStarred isStarred: Bool) {
        starredSince.note(items, isOn: isStarred)
    }
}

/// Which items are now marked that were not at some moment, and which the other way round.
struct Turns: Equatable {
    private(set) var on = ItemSet()
    private(set) var off = ItemSet()

    /// Takes items that have just turned; one that turned back is as it was.
    mutating func note(_ items: ItemSet, isOn: Bool) {
        if isOn { Self.note(items, in: &on, notIn: &off) } else { Self.note(items, in: &off, notIn: &on) }
    }

    private static func note(_ items: ItemSet, in turned: inout ItemSet, notIn others: inout ItemSet) {
        let back = items.intersection(others)
        others = others.subtracting(back)
        turned = turned.union(items.subtracting(back))
    }
}
