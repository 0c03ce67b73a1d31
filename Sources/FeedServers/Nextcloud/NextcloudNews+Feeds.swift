import Addresses
import FeedParser
import HTTP

extension NextcloudNews {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        let folders = try folders()
        let feeds = try get("feeds").json { reader throws(JSONReader.Failure) in try reader.nextcloudFeeds() }
        return feeds.map { feed, folder in
            var feed = feed
            feed.folders = folders.filter { $0.id == folder }.map(\.title)
            return feed
        }
    }

    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID {
        let folder = try folder.map { name throws(ServerFailure) in try self.folder(named: name) }
        let json = #"{"url":\#(JSONText.string(url)),"folderId":\#(folder ?? "null")}"#
        do throws(ServerFailure) {
            let response = try create("feeds", json, patience: .seconds(180))
            let added = try response.json(isChange: true) { reader throws(JSONReader.Failure) in
                try reader.nextcloudFeeds()
            }
            guard let feed = added.first else { throw response.notUnderstood(isChange: true) }
            return feed.feed.id
        } catch {
            // Perhaps the server has it already.
            guard error.kind == .rejected || error.kind == .gone else { throw error }
            guard let known = try subscriptions().feed(at: url) else { throw .noFeed(at: url) }
            return known.id
        }
    }

    func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure) {
        try change(
            .post, "feeds/\(Form.encoded(feed.text))/rename", #"{"feedTitle":\#(JSONText.string(title))}"#)
    }

    func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure) {
        let folder = try folders.first.map { name throws(ServerFailure) in try self.folder(named: name) }
        try change(
            .post, "feeds/\(Form.encoded(feed.id.text))/move", #"{"folderId":\#(folder ?? "null")}"#)
    }

    func remove(_ feed: ServerFeedID) throws(ServerFailure) {
        do throws(ServerFailure) {
            try change(.delete, "feeds/\(Form.encoded(feed.text))")
        } catch {
            if error.kind != .gone { throw error }
        }
    }

    func renameFolder(_ folder: String, to name: String) throws(ServerFailure) {
        guard let known = try folders().first(where: { $0.title == folder }) else {
            throw ServerFailure(.gone, "the server has no such folder")
        }
        try change(.put, "folders/\(known.id)", #"{"name":\#(JSONText.string(name))}"#)
    }

    private func folders() throws(ServerFailure) -> [(id: String, title: String)] {
        try get("folders").json { reader throws(JSONReader.Failure) in try reader.nextcloudFolders() }
    }

    /// Returns the number of a folder, which is made if it is missing.
    private func folder(named name: String) throws(ServerFailure) -> String {
        if let known = try folders().first(where: { $0.title == name }) { return known.id }
        let response = try create("folders", #"{"name":\#(JSONText.string(name))}"#)
        let made = try response.json(isChange: true) { reader throws(JSONReader.Failure) in
            try reader.nextcloudFolders()
        }
        guard let folder = made.first else { throw response.notUnderstood(isChange: true) }
        return folder.id
    }
}

extension JSONReader {
    /// Reads feeds, each with the number of its folder; nil without a list of them.
    fileprivate mutating func nextcloudFeeds() throws(Failure) -> [(feed: ServerFeed, folder: String?)]? {
        try members(named: "feeds") { reader throws(Failure) in
            guard try reader.beginObject() else { return nil }
            var (id, folder): (String?, String?)
            var feed = ServerFeed(id: ServerFeedID(""), url: "")
            while let key = try reader.nextKey() {
                switch key {
                case "id": id = try reader.text()
                case "url": feed.url = try reader.link() ?? ""
                case "title": feed.title = try reader.line()
                case "link": feed.site = try reader.link()
                case "folderId": folder = try reader.text()
                default: try reader.skip()
                }
            }
            guard let id, Int64(id) != nil, feed.url.isWebAddress else { return nil }
            feed.id = ServerFeedID(id)
            return (feed, folder)
        }
    }

    fileprivate mutating func nextcloudFolders() throws(Failure) -> [(id: String, title: String)]? {
        try members(named: "folders") { reader throws(Failure) in
            guard let folder = try reader.idAndTitle(named: "name"), Int64(folder.id) != nil, !folder.title.isEmpty
            else { return nil }
            return folder
        }
    }
}
