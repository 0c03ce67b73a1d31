import Addresses
import FeedParser

extension Fever {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        var groups: [(id: String, title: String)]?
        var feeds: [ServerFeed]?
        var members: [(group: String, feeds: [Substring])]?
        for part in ["groups", "feeds"] {
            try ask("&\(part)") { reader, key throws(JSONReader.Failure) in
                switch key {
                case "groups":
                    groups = try reader.elements { reader throws(JSONReader.Failure) in try reader.feverGroup() }
                case "feeds":
                    feeds = try reader.elements { reader throws(JSONReader.Failure) in try reader.feverFeed() }
                case "feeds_groups":
                    members = try reader.elements { reader throws(JSONReader.Failure) in try reader.feverMembers() }
                default: try reader.skip()
                }
            }
        }
        // Without the folders, all feeds would seem to be moved out of theirs.
        guard var feeds, let groups, let members else {
            throw ServerFailure(.notUnderstood, "the server's answer isn't in the protocol's form")
        }
        let titles = Dictionary(groups.map { ($0.id, $0.title) }) { first, _ in first }
        let noFolder = GoogleReaderDialect.freshRSS.noFolder
        var folders: [String: [String]] = [:]
        for (group, feeds) in members {
            guard var title = titles[group] else { continue }
            if writesWide { title = WideSigns.undo(inName: title) }
            if writesWide, title == noFolder { continue }
            for feed in feeds { folders[String(feed), default: []].append(title) }
        }
        for index in feeds.indices {
            if writesWide { feeds[index].title = feeds[index].title.map(WideSigns.undo(inName:)) }
            feeds[index].folders = folders[feeds[index].id.text] ?? []
        }
        return feeds
    }
}

extension JSONReader {
    fileprivate mutating func feverFeed() throws(Failure) -> ServerFeed? {
        guard try beginObject() else { return nil }
        var id: String?
        var feed = ServerFeed(id: ServerFeedID(""), url: "")
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "title": feed.title = try line()
            case "url": feed.url = try link() ?? ""
            case "site_url": feed.site = try link()
            default: try skip()
            }
        }
        guard let id, feed.url.isWebAddress else { return nil }
        feed.id = ServerFeedID(id)
        return feed
    }

    fileprivate mutating func feverGroup() throws(Failure) -> (id: String, title: String)? {
        guard let group = try idAndTitle(), !group.title.isEmpty else { return nil }
        return group
    }

    fileprivate mutating func feverMembers() throws(Failure) -> (group: String, feeds: [Substring])? {
        guard try beginObject() else { return nil }
        var (group, feeds): (String?, String?)
        while let key = try nextKey() {
            switch key {
            case "group_id": group = try text()
            case "feed_ids": feeds = try text()
            default: try skip()
            }
        }
        guard let group, let feeds else { return nil }
        return (group, feeds.split { $0 == "," || $0.isWhitespace })
    }
}
