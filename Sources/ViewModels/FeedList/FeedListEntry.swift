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

    /// What it is, whatever has become of its counts: a feed may stand in several groups.
    package enum ID: Hashable, Sendable {
        case smart(SmartFeed)
        case query(String)
        case group(String)
        case feed(FeedID, in: String)
    }

    package let id: ID
    package let content: Content
    /// In how many groups it lies.
    package let depth: Int
    /// What stands at the end of the row: how much is unread, and of smart feeds how much they list.
    package let count: Int
    /// Whether there is anything unread in it.
    package let hasUnread: Bool

    package var feed: Feed? { if case .feed(let feed) = content { feed } else { nil } }

    /// Whether not everything was looked at yet that it may hold, so that its count says little.
    package var isBeingCounted: Bool { if case .query(let query) = content { !query.isComplete } else { false } }

    package var isGroup: Bool { if case .group = content { true } else { false } }

    package var name: String {
        switch content {
        case .smart(let smart): smart.name
        case .query(let query): query.name
        case .group(let group): group.name
        case .feed(let feed): feed.name
        }
    }

    /// The same, as the screen has it.
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

    /// What the list of its items shows. A feed's own order is the urls file's to say.
    func source(at now: Date) -> ItemSource {
        switch content {
        case .smart(let smart): smart.source(at: now)
        case .query(let query): ItemSource(name: query.name, scope: .query(query.id))
        case .group(let group): ItemSource(name: group.name, scope: .tag(group.tag))
        case .feed(let feed): ItemSource(feed)
        }
    }
}

/// Feeds that stand together: a group of the urls file, or a tag.
package struct FeedListGroup: Equatable, Sendable {
    /// By which its feeds are found: the path of a group is a tag of the feeds in it.
    package let tag: String
    package let name: String
    package let depth: Int
    package internal(set) var unread = 0
    package internal(set) var isFolded = false
    var feeds: [FeedID] = []
}
