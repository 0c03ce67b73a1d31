import Addresses
import FeedParser
import HTTP

extension GoogleReader {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        let feeds = try session.get("subscription/list", ["output": "json"]).json {
            reader throws(JSONReader.Failure) in
            try reader.members(named: "subscriptions") { reader throws(JSONReader.Failure) in
                try reader.googleReaderFeed()
            }
        }
        return feeds.map { feed in
            var feed = feed
            if dialect.writesWide { feed.title = feed.title.map(WideSigns.undo(inName:)) }
            feed.folders.removeAll { $0 == dialect.noFolder }
            return feed
        }
    }

    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID {
        let added: ServerFeedID?
        do throws(ServerFailure) {
            added = try quickAdd(url)
        } catch {
            // To Miniflux, a feed that it has is an error like any other.
            guard error.kind == .busy || error.kind == .rejected, let known = try subscriptions().feed(at: url) else {
                throw error
            }
            return known.id
        }
        if let added {
            if let folder { try change("subscription/edit", edit(added, [("a", GoogleReaderTag.folder(folder))])) }
            return added
        }
        guard let known = try subscriptions().feed(at: url) else { throw .noFeed(at: url) }
        return known.id
    }

    /// Adds a feed; nil if the server has it, or hasn't found one. FreshRSS reads the URL from the query, and fetches the
    /// feed before it answers, which may take a minute.
    private func quickAdd(_ url: String) throws(ServerFailure) -> ServerFeedID? {
        let query: Form = ["quickadd": url]
        let response = try session.post(
            "subscription/quickadd?\(query.text)", [("output", "json"), ("quickadd", url)], isRepeatable: false,
            patience: .seconds(180))
        return try response.json(isChange: true) { reader throws(JSONReader.Failure) in try reader.addedStream() }
    }

    func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure) {
        // Servers take an empty title for none.
        if title.isEmpty { throw ServerFailure(.rejected, "a feed needs a title") }
        try change("subscription/edit", edit(feed, [("t", title)]))
    }

    /// Names one new and one old folder in a request, because of several only the last counts.
    func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure) {
        let target = dialect.folders == .one ? Array(folders.prefix(1)) : folders
        let new = target.filter { !feed.folders.contains($0) }
        let old = feed.folders.filter { !target.contains($0) }
        for index in 0..<max(new.count, old.count) {
            var fields: [(String, String)] = []
            if index < new.count { fields.append(("a", GoogleReaderTag.folder(new[index]))) }
            if index < old.count { fields.append(("r", GoogleReaderTag.folder(old[index]))) }
            try change("subscription/edit", edit(feed.id, fields))
        }
    }

    func remove(_ feed: ServerFeedID) throws(ServerFailure) {
        do throws(ServerFailure) {
            try change("subscription/edit", [("ac", "unsubscribe"), ("s", feed.text)])
        } catch {
            // Without the feed servers answer in different ways, so lede looks.
            guard error.kind == .rejected || error.kind == .gone || error.kind == .busy else { throw error }
            if try subscriptions().contains(where: { $0.id == feed }) { throw error }
        }
    }

    func renameFolder(_ folder: String, to name: String) throws(ServerFailure) {
        try change(
            "rename-tag", [("s", GoogleReaderTag.folder(folder)), ("dest", GoogleReaderTag.folder(name))])
    }

    private func edit(_ feed: ServerFeedID, _ fields: [(String, String)]) -> [(String, String)] {
        [("ac", "edit"), ("s", feed.text)] + fields
    }
}

extension JSONReader {
    fileprivate mutating func googleReaderFeed() throws(Failure) -> ServerFeed? {
        guard try beginObject() else { return nil }
        var id: String?
        var feed = ServerFeed(id: ServerFeedID(""), url: "")
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "title": feed.title = try line()
            case "url": feed.url = try link() ?? ""
            case "htmlUrl": feed.site = try link()
            case "categories": feed.folders = try labels()
            default: try skip()
            }
        }
        guard let id, id.hasPrefix("feed/") else { return nil }
        feed.id = ServerFeedID(id)
        // BazQux has the URL only in the id.
        if feed.url.isEmpty { feed.url = String(id.dropFirst("feed/".count)) }
        return feed.url.isWebAddress ? feed : nil
    }

    private mutating func labels() throws(Failure) -> [String] {
        var labels: [String] = []
        try readEach { reader throws(Failure) in
            guard try reader.beginObject() else { return }
            while let key = try reader.nextKey() {
                if key == "label", let label = try reader.string(), !label.isEmpty { labels.append(label) }
            }
        }
        return labels
    }

    /// Reads the answer to `quickadd`: the new feed, or none if there is nothing new. FreshRSS writes the number of a feed
    /// without what stands before it elsewhere.
    fileprivate mutating func addedStream() throws(Failure) -> ServerFeedID?? {
        guard try beginObject() else { return nil }
        var id: String?
        var count: Double?
        while let key = try nextKey() {
            switch key {
            case "numResults": count = try number()
            case "streamId": id = try text()
            default: try skip()
            }
        }
        guard let count else { return nil }
        guard count > 0, let id, !id.isEmpty else { return .some(nil) }
        return ServerFeedID(id.hasPrefix("feed/") ? id : "feed/\(id)")
    }
}
