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
    /// The unread items of the feeds that have rows in it.
    package internal(set) var shownUnread = 0
    package internal(set) var isFolded = false
    var feeds: [FeedID] = []
}

/// The built-in lists above the feeds.
package enum SmartFeed: String, CaseIterable, Sendable {
    case all
    case unread
    case starred
    case today
    /// The queue of episodes. It has a screen of its own; beside the feeds its items are listed by date.
    case episodes

    package var name: String {
        switch self {
        case .all: "All"
        case .unread: "Unread"
        case .starred: "Starred"
        case .today: "Today"
        case .episodes: "Episodes"
        }
    }

    func source(at now: Date) -> ItemSource {
        switch self {
        case .all: ItemSource(name: name, scope: .all)
        case .unread: ItemSource(name: name, scope: .all, unreadOnly: true)
        case .starred: ItemSource(name: name, scope: .starred)
        case .today: ItemSource(name: name, scope: .since(LocalTime.startOfDay(now)))
        case .episodes: ItemSource(name: name, scope: .state(.queued))
        }
    }
}

/// The number beside each of them: its unread items, or all starred items and episodes, since most of these are read. Also
/// whether some are unread, and the number of all items.
struct SmartCounts: Equatable, Sendable {
    /// Nil before the first reading.
    private var overview: Overview?

    init() {}

    /// Reads the counts from the library.
    init(_ library: Library, at now: Date) throws(LibraryFailure) {
        overview = try library.overview(since: LocalTime.startOfDay(now))
    }

    subscript(feed: SmartFeed) -> Int {
        guard let overview else { return 0 }
        return switch feed {
        case .all, .unread: overview.all.unread
        case .starred: overview.starred
        case .today: overview.unreadRecent
        case .episodes: overview.queued
        }
    }

    func hasUnread(_ feed: SmartFeed) -> Bool {
        guard let overview else { return false }
        return switch feed {
        case .all, .unread: overview.all.unread > 0
        case .starred: overview.hasUnreadStarred
        case .today: overview.unreadRecent > 0
        case .episodes: overview.hasUnheardQueued
        }
    }

    var total: Int { overview?.all.items ?? 0 }
}

/// Everything that the list of feeds shows, read at one moment.
package struct FeedListReading: Sendable {
    /// What may have changed since an earlier reading.
    enum Extent: Comparable, Sendable {
        /// Only counts, and what takes longer to find out about the same feeds.
        case counts
        case everything
    }

    let all: [Feed]
    let failed: [Feed]
    /// The number of feeds that their servers report as moved, without those that failed.
    package let movedCount: Int
    let names: ShownFeedNames
    let queries: [Query]
    let smart: SmartCounts
    /// The date of each feed's newest item, or newest unread item; empty if no order needs it.
    let newest: [FeedID: Date]
    /// Nil until it is counted.
    let history: FeedHistory?
    /// The index of the first line with `highlight-feed` that matches each feed.
    let highlights: [FeedID: Int]

    /// An empty reading, before the first.
    init(history: FeedHistory? = nil) {
        (all, failed, movedCount, names, queries, smart) = ([], [], 0, ShownFeedNames(of: []), [], SmartCounts())
        (self.history, highlights, newest) = (history, [:], [:])
    }

    /// Reuses what can't have changed since an earlier reading.
    ///
    /// If `isHasty`, also reuses what takes longer than a key should wait: the history, the counts of saved searches,
    /// and the matches of `filters`.
    init(
        _ library: Library, _ extent: Extent, after known: FeedListReading, highlighting filters: [Filter?] = [],
        for order: FeedOrder = .none, at now: Date, isHasty: Bool = false
    ) throws(LibraryFailure) {
        if extent == .counts, let recounted = try library.recounted(known.all) {
            (all, names) = (recounted, known.names)
        } else {
            // A feed that hasn't changed keeps its old value, and so its row.
            let former = Dictionary(known.all.map { ($0.id, $0) }) { first, _ in first }
            all = try library.feeds().map { feed in former[feed.id].map(feed.sharing) ?? feed }
            names = ShownFeedNames(of: all)
        }
        failed = all.filter(\.hasFailed)
        movedCount = all.count { $0.hasMoved && !$0.hasFailed }
        smart = try SmartCounts(library, at: now)
        newest = order.isByDate ? try library.newestDates(unreadOnly: order.isByUnreadDate) : [:]
        let queries = try library.queries(now: now, isCounting: !isHasty)
        if isHasty {
            self.queries = queries.map { query in known.queries.first { $0.id == query.id } ?? query }
            (history, highlights) = (known.history, known.highlights)
        } else {
            self.queries = queries
            history = try FeedHistory(library, of: all, at: now, after: known.history)
            highlights = try library.lines(of: filters, at: now)
        }
    }
}

extension Library {
    /// The index of the first filter that matches each feed.
    fileprivate func lines(of filters: [Filter?], at now: Date) throws(LibraryFailure) -> [FeedID: Int] {
        var lines: [FeedID: Int] = [:]
        for (line, filter) in filters.enumerated() {
            guard let filter else { continue }
            for feed in try feeds(matching: filter, now: now) where lines[feed] == nil { lines[feed] = line }
        }
        return lines
    }
}

/// Feeds in their groups, in the order of the urls file. A group stands in the place of its first feed.
///
/// A feed stands in its group. Without a group it stands under each of its tags, or only the first. Without tags it
/// stands outside the groups.
struct FeedTree {
    private enum Member {
        /// The feed's index.
        case feed(Int)
        case group(String)
    }

    private let feeds: [Feed]
    /// The unread count of each tag, including feeds that have no row below it.
    private let unread: [String: Int]
    private var groups: [String: FeedListGroup] = [:]
    /// Outside the groups, where most people have most feeds.
    private var top: [Member] = []
    /// By the path of their group.
    private var members: [String: [Member]] = [:]

    /// With `firstTags`, by URL, each feed stands under one tag only.
    init(_ feeds: [Feed], isGrouped: Bool, firstTags: [String: String]? = nil, unread: [String: Int]) {
        (self.feeds, self.unread) = (feeds, unread)
        for (place, feed) in feeds.enumerated() {
            let own = firstTags.map { tags in (tags[feed.url] ?? feed.tags.first).map { [$0] } ?? [] } ?? feed.tags
            let tags = isGrouped ? feed.folder.map { [$0] } ?? own : []
            if tags.isEmpty { top.append(.feed(place)) }
            for tag in tags { add(feed, at: place, to: tag, isPath: feed.folder != nil) }
        }
    }

    /// The feeds with a tag, as one group if the list has groups.
    init(_ feeds: [Feed], of tag: String, isGrouped: Bool, unread: [String: Int]) {
        (self.feeds, self.unread) = (feeds, unread)
        for (place, feed) in feeds.enumerated() where feed.tags.contains(tag) {
            if isGrouped { add(feed, at: place, to: tag, isPath: false) } else { top.append(.feed(place)) }
        }
    }

    private mutating func add(_ feed: Feed, at place: Int, to tag: String, isPath: Bool) {
        let names = isPath ? tag.split(separator: "/").map(String.init) : [tag]
        var parent: String?
        for (depth, name) in names.enumerated() {
            let path = parent.map { "\($0)/\(name)" } ?? name
            if groups[path] == nil {
                groups[path] = FeedListGroup(tag: path, name: name, depth: depth, unread: unread[path] ?? 0)
                add(.group(path), to: parent)
            }
            groups[path]?.feeds.append(feed.id)
            groups[path]?.shownUnread += feed.unread
            parent = path
        }
        add(.feed(place), to: parent)
    }

    private mutating func add(_ member: Member, to group: String?) {
        if let group { members[group, default: []].append(member) } else { top.append(member) }
    }

    /// The rows, without those in collapsed groups. `byName` sorts groups among the feeds by their names.
    func entries(folded: Set<String>, byName: FeedOrder? = nil) -> [FeedListEntry] {
        var entries: [FeedListEntry] = []
        entries.reserveCapacity(feeds.count + groups.count)
        append(top, of: nil, folded, byName, to: &entries)
        return entries
    }

    private func name(of member: Member) -> String {
        switch member {
        case .feed(let place): feeds[place].shortName
        case .group(let path): groups[path]?.name ?? path
        }
    }

    private func append(
        _ members: [Member], of parent: FeedListGroup?, _ folded: Set<String>, _ order: FeedOrder?,
        to entries: inout [FeedListEntry]
    ) {
        for member in order?.sorted(members, by: name) ?? members {
            switch member {
            case .feed(let place): entries.append(FeedListEntry(feeds[place], in: parent))
            case .group(let path):
                guard var group = groups[path] else { continue }
                group.isFolded = folded.contains(path)
                entries.append(FeedListEntry(group))
                if !group.isFolded { append(self.members[path] ?? [], of: group, folded, order, to: &entries) }
            }
        }
    }
}
