import FeedParser
import FoundationEssentials
import HTTP
import System
import URLs

/// Miniflux's own interface, version 1. It tells all changes since a time.
final class Miniflux: ConnectedServer {
    let connection: ServerConnection
    /// This machine's clock.
    let now: @Sendable () -> Date
    /// Whether the server is older than 2.3.2, which can set a star and list ids.
    let isOld = Locked(false)

    init(
        _ account: ServerAccount, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ServerFailure) {
        connection = try ServerConnection(account)
        self.now = now
    }

    static let abilities = Abilities(marksAtOnce: 250, folders: .one, tellsChanges: true)
    let abilities: Abilities = Miniflux.abilities

    func logIn() throws(ServerFailure) { _ = try send(ServerRequest("/v1/me")) }

    func send(_ request: ServerRequest, isRepeatable: Bool = false) throws(ServerFailure) -> Response {
        var request = request
        let account = connection.account
        // Without a name, the password is a key for programs.
        if account.user.isEmpty {
            request.headers.append(Header("X-Auth-Token", account.password))
        } else {
            request.authentication = .basic(Credentials(name: account.user, password: account.password))
        }
        return try connection.sendPassword(in: request, isRepeatable: isRepeatable)
    }

    /// Does it in the new way, or in the old way if the server doesn't know the new one.
    func unlessOld<Value>(
        _ new: () throws(ServerFailure) -> Value, old: () throws(ServerFailure) -> Value
    ) throws(ServerFailure) -> Value {
        if isOld.withLock({ $0 }) { return try old() }
        do throws(ServerFailure) {
            return try new()
        } catch {
            guard error.kind == .rejected || error.kind == .gone else { throw error }
            let value = try old()
            isOld.withLock { $0 = true }
            return value
        }
    }
}

extension ServerItemID {
    /// The id, if it is a number as most servers have it.
    var number: Int64? { if case .number(let number) = self { number } else { nil } }
}

extension Miniflux {
    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        try send(ServerRequest("/v1/feeds")).json { $0.array?.compactMap(Self.feed) }
    }

    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID {
        var json = #"{"feed_url":\#(url.quotedForJSON)"#
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
        try update("/v1/feeds/\(Form.encoded(feed.text))", #"{"title":\#(title.quotedForJSON)}"#)
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
        try update("/v1/categories/\(category.id)", #"{"title":\#(name.quotedForJSON)}"#)
    }

    private func update(_ path: String, _ json: String) throws(ServerFailure) {
        let response = try send(ServerRequest(.put, path, json: json), isRepeatable: true)
        guard response.status == 201 else { throw response.notUnderstood(isChange: true) }
    }

    /// Returns the number of a category, which is made if it is missing.
    private func category(named title: String) throws(ServerFailure) -> String {
        if let known = try categories().first(where: { $0.title == title }) { return known.id }
        let json = #"{"title":\#(title.quotedForJSON)}"#
        return try send(ServerRequest(.post, "/v1/categories", json: json)).id(named: "id")
    }

    private func categories() throws(ServerFailure) -> [(id: String, title: String)] {
        try send(ServerRequest("/v1/categories")).json { $0.array?.compactMap(Self.category) }
    }

    private static func feed(_ json: JSONValue) -> ServerFeed? {
        var feed = ServerFeed(json, url: "feed_url", site: "site_url")
        feed?.folders = json["category"].flatMap(category).map { $0.title == noFolder ? [] : [$0.title] } ?? []
        return feed
    }

    private static func category(_ json: JSONValue) -> (id: String, title: String)? {
        json.idAndTitle().flatMap { Int64($0.id) == nil ? nil : $0 }
    }
}

extension Miniflux {
    /// Asks for each entry: it isn't among the changes when only a position has changed. It says no times.
    func exchange(_ positions: [EpisodePosition], at now: Date) throws(ServerFailure) -> [EpisodePosition] {
        var theirs: [EpisodePosition] = []
        for ours in positions.filter(\.isChanged) + positions.filter({ !$0.isChanged }).prefix(Self.mostAsked) {
            guard let id = ours.item.number,
                let file = try item(id)?.positions.first(where: { $0.address == ours.address }),
                let number = file.number, file.seconds != ours.seconds
            else { continue }
            guard ours.isChanged else {
                theirs.append(EpisodePosition(ours.item, ours.file, at: file.seconds))
                continue
            }
            let json = #"{"media_progression":\#(ours.seconds)}"#
            _ = try send(ServerRequest(.put, "/v1/enclosures/\(number)", json: json), isRepeatable: true)
        }
        return theirs
    }

    /// The most episodes that it is asked for only because they are queued.
    private static let mostAsked = 20

    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        let ids = ids.filter { $0.number != nil }
        if ids.isEmpty { return }
        switch mark {
        case .read, .unread: try set(#""status":"\#(mark.rawValue)""#, of: ids)
        case .starred, .unstarred:
            let isStarred = mark == .starred
            try unlessOld { () throws(ServerFailure) in
                try self.set(#""starred":\#(isStarred)"#, of: ids)
            } old: { () throws(ServerFailure) in
                for id in ids { try self.toggleStar(of: id, unless: isStarred) }
            }
        }
    }

    private func set(_ field: String, of ids: [ServerItemID]) throws(ServerFailure) {
        let json = #"{"entry_ids":\#(ids.numbersInJSON),\#(field)}"#
        let response = try send(ServerRequest(.put, "/v1/entries", json: json), isRepeatable: true)
        // A login page would have another status.
        guard response.status == 204 else { throw response.notUnderstood(isChange: true) }
    }

    /// Old servers only toggle stars, so lede looks first, and once more if it isn't sure of what became of it.
    private func toggleStar(of id: ServerItemID, unless isStarred: Bool) throws(ServerFailure) {
        guard let number = id.number, let item = try item(number), item.isStarred != isStarred else { return }
        do throws(ServerFailure) {
            let response = try send(ServerRequest(.put, "/v1/entries/\(number)/bookmark"))
            guard response.status == 204 else { throw response.notUnderstood(isChange: true) }
        } catch {
            guard error.mayBeDone, let item = try self.item(number), item.isStarred == isStarred else { throw error }
        }
    }
}
