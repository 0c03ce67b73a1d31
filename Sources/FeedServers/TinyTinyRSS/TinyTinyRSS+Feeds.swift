import Addresses
import FeedParser

extension TinyTinyRSS {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        let folders = try folders()
        let feeds = try ask("getFeeds", #""cat_id":-3"#) { reader throws(JSONReader.Failure) in
            try reader.elements { reader throws(JSONReader.Failure) in try reader.tinyTinyRSSFeed() }
        }
        return feeds.map { feed, folder in
            var feed = feed
            feed.folders = folders.filter { $0.id == folder }.map(\.title)
            return feed
        }
    }

    /// Folders can't be made by programs, so a feed for an unknown one is in none.
    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID {
        let category = try folder.flatMap { name throws(ServerFailure) in
            try folders().first { $0.title == name }?.id
        }
        let fields = #""feed_url":\#(JSONText.string(url)),"category_id":\#(category ?? "0")"#
        let (code, id) = try ask(
            "subscribeToFeed", fields, isChange: true, isRepeatable: false, patience: .seconds(180)
        ) { reader throws(JSONReader.Failure) in
            try reader.tinyTinyRSSSubscription()
        }
        if let id { return ServerFeedID(id) }
        // The server looks at the URL before its own list, and may not reach it now.
        if let known = try subscriptions().feed(at: url) { return known.id }
        // 0 means that the feed was there, 1 that it is there now.
        guard code == 0 || code == 1 else { throw .noFeed(at: url) }
        throw ServerFailure(.notUnderstood, "the server has added a feed with another URL", mayBeDone: true)
    }

    func remove(_ feed: ServerFeedID) throws(ServerFailure) {
        guard let number = Int64(feed.text) else { return }
        do throws(ServerFailure) {
            _ = try ask("unsubscribeFeed", #""feed_id":\#(number)"#, isChange: true) {
                reader throws(JSONReader.Failure) in try reader.member("status")
            }
        } catch {
            if error.kind != .gone { throw error }
        }
    }

    func refresh(_ feed: ServerFeedID) throws(ServerFailure) {
        guard let number = Int64(feed.text) else { return }
        _ = try ask("updateFeed", #""feed_id":\#(number)"#, isChange: true, patience: .seconds(120)) {
            reader throws(JSONReader.Failure) in try reader.member("status")
        }
    }

    /// The real folders; the server's own have numbers up to zero.
    private func folders() throws(ServerFailure) -> [(id: String, title: String)] {
        try ask("getCategories", #""include_empty":true"#) { reader throws(JSONReader.Failure) in
            try reader.elements { reader throws(JSONReader.Failure) in try reader.tinyTinyRSSFolder() }
        }
    }
}

extension JSONReader {
    fileprivate mutating func tinyTinyRSSFeed() throws(Failure) -> (feed: ServerFeed, folder: String?)? {
        guard try beginObject() else { return nil }
        var (id, folder): (String?, String?)
        var feed = ServerFeed(id: ServerFeedID(""), url: "")
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feed_url": feed.url = try link() ?? ""
            case "title": feed.title = try line()
            case "cat_id": folder = try text()
            default: try skip()
            }
        }
        guard let id, Int64(id) != nil, feed.url.isWebAddress else { return nil }
        feed.id = ServerFeedID(id)
        return (feed, folder)
    }

    fileprivate mutating func tinyTinyRSSFolder() throws(Failure) -> (id: String, title: String)? {
        guard let folder = try idAndTitle(), let number = Int64(folder.id), number > 0, !folder.title.isEmpty else {
            return nil
        }
        return folder
    }

    /// Reads `{"status": {"code": 1, "feed_id": 7}}`; old servers leave the id out.
    fileprivate mutating func tinyTinyRSSSubscription() throws(Failure) -> (code: Double, id: String?)? {
        guard try beginObject() else { return nil }
        var code: Double?
        var id: String?
        while let key = try nextKey() {
            guard key == "status" else {
                try skip()
                continue
            }
            guard try beginObject() else { return nil }
            while let key = try nextKey() {
                switch key {
                case "code": code = try number()
                case "feed_id": id = try text().flatMap { (Int64($0) ?? 0) > 0 ? $0 : nil }
                default: try skip()
                }
            }
        }
        return code.map { ($0, id) }
    }
}
