import Addresses
import FeedParser
import HTTP

extension Miniflux {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        try send(ServerRequest("/v1/feeds")).json { reader throws(JSONReader.Failure) in
            try reader.elements { reader throws(JSONReader.Failure) in try reader.minifluxFeed() }
        }
    }

    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID {
        var json = #"{"feed_url":\#(JSONText.string(url))"#
        if let folder { json += #","category_id":\#(try category(named: folder))"# }
        var request = ServerRequest(.post, "/v1/feeds", json: json + "}")
        request.patience = .seconds(180)
        do throws(ServerFailure) {
            return ServerFeedID(try send(request).id(named: "feed_id"))
        } catch {
            // Perhaps the server has it already.
            guard error.kind == .rejected else { throw error }
            guard let known = try subscriptions().feed(at: url) else { throw .noFeed(at: url) }
            return known.id
        }
    }

    func rename(_ feed: ServerFeedID, to title: String) throws(ServerFailure) {
        try update("/v1/feeds/\(Form.encoded(feed.text))", #"{"title":\#(JSONText.string(title))}"#)
    }

    func move(_ feed: ServerFeed, to folders: [String]) throws(ServerFailure) {
        let category: String
        if let folder = folders.first {
            category = try self.category(named: folder)
        } else {
            let all = try categories()
            guard let first = all.first(where: { $0.title == Self.noFolder }) ?? all.first else { throw .unsupported }
            category = first.id
        }
        try update("/v1/feeds/\(Form.encoded(feed.id.text))", #"{"category_id":\#(category)}"#)
    }

    /// The category that each user begins with. Every feed is in one, so this stands for none.
    static let noFolder = "All"

    func remove(_ feed: ServerFeedID) throws(ServerFailure) {
        do throws(ServerFailure) {
            _ = try send(ServerRequest(.delete, "/v1/feeds/\(Form.encoded(feed.text))"), isRepeatable: true)
        } catch {
            if error.kind != .gone { throw error }
        }
    }

    func renameFolder(_ folder: String, to name: String) throws(ServerFailure) {
        guard let category = try categories().first(where: { $0.title == folder }) else {
            throw ServerFailure(.gone, "the server has no such folder")
        }
        try update("/v1/categories/\(category.id)", #"{"title":\#(JSONText.string(name))}"#)
    }

    func refresh(_ feed: ServerFeedID) throws(ServerFailure) {
        var request = ServerRequest(.put, "/v1/feeds/\(Form.encoded(feed.text))/refresh")
        request.patience = .seconds(120)
        _ = try send(request, isRepeatable: true)
    }

    private func update(_ path: String, _ json: String) throws(ServerFailure) {
        let response = try send(ServerRequest(.put, path, json: json), isRepeatable: true)
        guard response.status == 201 else { throw response.notUnderstood(isChange: true) }
    }

    /// Returns the number of a category, which is made if it is missing.
    private func category(named title: String) throws(ServerFailure) -> String {
        if let known = try categories().first(where: { $0.title == title }) { return known.id }
        let json = #"{"title":\#(JSONText.string(title))}"#
        return try send(ServerRequest(.post, "/v1/categories", json: json)).id(named: "id")
    }

    private func categories() throws(ServerFailure) -> [(id: String, title: String)] {
        try send(ServerRequest("/v1/categories")).json { reader throws(JSONReader.Failure) in
            try reader.elements { reader throws(JSONReader.Failure) in try reader.minifluxCategory() }
        }
    }
}

extension JSONReader {
    fileprivate mutating func minifluxFeed() throws(Failure) -> ServerFeed? {
        guard try beginObject() else { return nil }
        var id: String?
        var feed = ServerFeed(id: ServerFeedID(""), url: "")
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feed_url": feed.url = try link() ?? ""
            case "site_url": feed.site = try link()
            case "title": feed.title = try line()
            case "category":
                feed.folders = try minifluxCategory().map { [$0.title] } ?? []
                feed.folders.removeAll { $0 == Miniflux.noFolder }
            default: try skip()
            }
        }
        guard let id, feed.url.isWebAddress else { return nil }
        feed.id = ServerFeedID(id)
        return feed
    }

    fileprivate mutating func minifluxCategory() throws(Failure) -> (id: String, title: String)? {
        guard let category = try idAndTitle(), Int64(category.id) != nil else { return nil }
        return category
    }
}
