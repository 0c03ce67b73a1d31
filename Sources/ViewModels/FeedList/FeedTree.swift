import Library

/// Feeds in their groups, in the order of the urls file: a group stands where the first of its feeds would.
///
/// A feed stands in its group; without one, under each of its tags; without any, by itself.
struct FeedTree {
    private enum Member {
        /// By its place among all feeds.
        case feed(Int)
        case group(String)
    }

    private let feeds: [Feed]
    private var groups: [String: FeedListGroup] = [:]
    private var members: [String: [Member]] = [:]
    /// What the members at the top, in no group, are kept under.
    private static let top = ""

    init(_ feeds: [Feed], isGrouped: Bool) {
        self.feeds = feeds
        for (place, feed) in feeds.enumerated() {
            let tags = isGrouped ? feed.folder.map { [$0] } ?? feed.tags : []
            if tags.isEmpty { members[Self.top, default: []].append(.feed(place)) }
            for tag in tags { add(feed, at: place, to: tag, isPath: feed.folder != nil) }
        }
    }

    /// The feeds of a tag, as one group.
    init(_ feeds: [Feed], of tag: String) {
        self.feeds = feeds
        for (place, feed) in feeds.enumerated() where feed.tags.contains(tag) {
            add(feed, at: place, to: tag, isPath: false)
        }
    }

    private mutating func add(_ feed: Feed, at place: Int, to tag: String, isPath: Bool) {
        let names = isPath ? tag.split(separator: "/").map(String.init) : [tag]
        var parent = Self.top
        for (depth, name) in names.enumerated() {
            let path = depth == 0 ? name : "\(parent)/\(name)"
            if groups[path] == nil {
                groups[path] = FeedListGroup(tag: path, name: name, depth: depth)
                members[parent, default: []].append(.group(path))
            }
            groups[path]?.unread += feed.unread
            groups[path]?.feeds.append(feed.id)
            parent = path
        }
        members[parent, default: []].append(.feed(place))
    }

    /// The rows, but for what folded groups hide.
    func entries(folded: Set<String>) -> [FeedListEntry] {
        var entries: [FeedListEntry] = []
        append(Self.top, nil, folded, to: &entries)
        return entries
    }

    private func append(
        _ path: String, _ parent: FeedListGroup?, _ folded: Set<String>, to entries: inout [FeedListEntry]
    ) {
        for member in members[path] ?? [] {
            switch member {
            case .feed(let place): entries.append(FeedListEntry(feeds[place], in: parent))
            case .group(let path):
                guard var group = groups[path] else { continue }
                group.isFolded = folded.contains(path)
                entries.append(FeedListEntry(group))
                if !group.isFolded { append(path, group, folded, to: &entries) }
            }
        }
    }
}
