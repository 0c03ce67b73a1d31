import FoundationEssentials
package import Library

/// A row of the list of feeds.
package struct FeedListEntry: Equatable, Identifiable, Sendable {
    package enum Content: Equatable, Sendable {
        case smart(SmartFeed)
        case query(Query)
        case group(FeedListGroup)
        case feed(Feed)
    }

    /// Identifies the row, whatever its counts are. A feed may have rows in several groups.
    package enum ID: Hashable, Sendable {
        case smart(SmartFeed)
        case query(String)
        case group(String)
        case feed(FeedID, in: String)
    }

    package let id: ID
    package let content: Content
    /// The number of groups around it.
    package let depth: Int
    /// The number at the end of the row: unread items, or all starred items.
    package let count: Int
    /// Whether it has unread items.
    package let hasUnread: Bool

    package var feed: Feed? { if case .feed(let feed) = content { feed } else { nil } }

    var query: Query? { if case .query(let query) = content { query } else { nil } }

    /// Whether its count is still incomplete, because not all items have been checked.
    package var isBeingCounted: Bool { query?.isComplete == false }

    package var isGroup: Bool { if case .group = content { true } else { false } }

    package var name: String {
        switch content {
        case .smart(let smart): smart.name
        case .query(let query): query.name
        case .group(let group): group.name
        case .feed(let feed): feed.name
        }
    }

    /// The name as the screen shows it.
    var displayName: String { feed?.displayName ?? name }

    init(_ smart: SmartFeed, count: Int, hasUnread: Bool) {
        (id, content, depth) = (.smart(smart), .smart(smart), 0)
        (self.count, self.hasUnread) = (count, hasUnread)
    }

    init(_ query: Query) {
        (id, content, depth) = (.query(query.name), .query(query), 0)
        (count, hasUnread) = (query.counts.unread, query.counts.unread > 0)
    }

    init(_ group: FeedListGroup) {
        (id, content, depth) = (.group(group.tag), .group(group), group.depth)
        (count, hasUnread) = (group.unread, group.unread > 0)
    }

    init(_ feed: Feed, in group: FeedListGroup?) {
        id = .feed(feed.id, in: group?.tag ?? "")
        (content, depth) = (.feed(feed), group.map { $0.depth + 1 } ?? 0)
        (count, hasUnread) = (feed.unread, feed.unread > 0)
    }

    /// The source of its list of items. A feed's own order comes from the urls file.
    func source(at now: Date) -> ItemSource {
        switch content {
        case .smart(let smart): smart.source(at: now)
        case .query(let query): ItemSource(name: query.name, scope: .query(query.id))
        case .group(let group): ItemSource(name: group.name, scope: .tag(group.tag))
        case .feed(let feed): ItemSource(feed)
        }
    }
}

/// A group of the urls file, or the feeds with a tag.
package struct FeedListGroup: Equatable, Sendable {
    /// Identifies its feeds. The path of a group is a tag of the feeds in it.
    package let tag: String
    package let name: String
    package let depth: Int
    package internal(set) var unread = 0
    package internal(set) var isFolded = false
    var feeds: [FeedID] = []
}
