import Library

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
            parent = path
        }
        add(.feed(place), to: parent)
    }

    private mutating func add(_ member: Member, to group: String?) {
        if let group { members[group, default: []].append(member) } else { top.append(member) }
    }

    /// The rows, without those in collapsed groups.
    func entries(folded: Set<String>) -> [FeedListEntry] {
        var entries: [FeedListEntry] = []
        entries.reserveCapacity(feeds.count + groups.count)
        append(top, of: nil, folded, to: &entries)
        return entries
    }

    private func append(
        _ members: [Member], of parent: FeedListGroup?, _ folded: Set<String>, to entries: inout [FeedListEntry]
    ) {
        for member in members {
            switch member {
            case .feed(let place): entries.append(FeedListEntry(feeds[place], in: parent))
            case .group(let path):
                guard var group = groups[path] else { continue }
                group.isFolded = folded.contains(path)
                entries.append(FeedListEntry(group))
                if !group.isFolded { append(self.members[path] ?? [], of: group, folded, to: &entries) }
            }
        }
    }
}
