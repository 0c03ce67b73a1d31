package import FoundationEssentials

/// The contents of a list: the items of a scope, in an order, as they were when the list was filled.
///
/// Later items aren't in it. Items marked since then keep their position, if the owner of the list reports marks to it.
package struct Listing: Equatable, Sendable {
    package enum Scope: Hashable, Sendable {
        /// All the user's feeds.
        case all
        case feed(FeedID)
        /// The feeds with this tag.
        case tag(String)
        case starred
        /// Items that have this tag themselves.
        case taggedItems(String)
        /// All feeds, from this time on.
        case since(Date)
        /// The items of a saved search.
        case query(QueryID)

        /// Whether an item alone says if the list contains it. Not so for saved searches and the user's own tags.
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
        /// One feed after the other, newest items of each first; newest first if the scope has no feeds.
        case byFeed = "feed"
        /// The items that were unread when the list was filled, then the others.
        case unreadFirst = "unread"
    }

    package let scope: Scope
    package let unreadOnly: Bool
    package let order: Order
    /// The first item that came later.
    package private(set) var newestItem: ItemID
    /// The number of marks up to then: the list includes marks up to this number, whenever they are reported.
    package let markings: Int64
    /// The number of items when the list was filled; copies in several feeds of a tag each count.
    package internal(set) var count: Int
    /// If set, the list contains only these of its items.
    package internal(set) var narrowing: ItemSet?
    /// The feeds that it reads one by one, in order.
    let feeds: [FeedID]
    /// How to read the items of a saved search.
    let query: ListedQuery?
    /// The items marked since the list was filled, which stay in their position.
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

    /// The feed's items when it was read, newest first.
    package init(_ feed: Feed) {
        self.init(.feed(feed.id), newestItem: feed.newestItem ?? ItemID(0), count: feed.total)
    }

    /// All feeds' items when the feeds were read, newest first.
    package init(all feeds: [Feed]) {
        let newest = feeds.compactMap(\.newestItem).max() ?? ItemID(0)
        self.init(.all, newestItem: newest, count: feeds.reduce(0) { $0 + $1.total })
    }

    /// The same listing without items that came after another one.
    package func upTo(_ newest: ItemID) -> Listing {
        var listing = self
        listing.newestItem = newest
        return listing
    }

    /// Whether new items of a feed may belong to the list. For saved searches that is unknown without looking.
    package func mayHaveNews(of feed: FeedID) -> Bool {
        switch scope {
        case .all, .since: true
        case .feed(let own): own == feed
        case .tag: feeds.contains(feed)
        case .query: true
        case .starred, .taggedItems: false
        }
    }

    /// Whether marks that weren't reported to the list change its contents or order.
    package var goesByMarks: Bool { unreadOnly || order == .unreadFirst || scope == .starred || !scope.isToldByItems }

    /// Keeps these items in position, which were just marked read or unread.
    package mutating func keep(_ items: ItemSet, nowRead isRead: Bool) { readSince.record(items, isOn: isRead) }

    /// Notes a mark that was made while the list is open: marked items stay in position.
    package mutating func record(_ mark: Mark, of items: ItemSet) {
        switch mark {
        case .read: keep(items, nowRead: true)
        case .unread: keep(items, nowRead: false)
        case .starred: keep(items, nowStarred: true)
        case .unstarred: keep(items, nowStarred: false)
        case .deleted, .tagged, .untagged: break
        }
    }

    /// Keeps these items in position, which were just starred or unstarred.
    package mutating func keep(_ items: ItemSet, nowStarred isStarred: Bool) {
        starredSince.record(items, isOn: isStarred)
    }
}

/// Items that are marked now and weren't at some time, and the other way round.
struct Turns: Equatable {
    private(set) var on = ItemSet()
    private(set) var off = ItemSet()

    /// Adds items that have just changed; one that changed back is as before.
    mutating func record(_ items: ItemSet, isOn: Bool) {
        if isOn { Self.record(items, in: &on, notIn: &off) } else { Self.record(items, in: &off, notIn: &on) }
    }

    private static func record(_ items: ItemSet, in turned: inout ItemSet, notIn others: inout ItemSet) {
        let back = items.intersection(others)
        others = others.subtracting(back)
        turned = turned.union(items.subtracting(back))
    }
}
