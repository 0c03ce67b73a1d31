import FeedParser
import FoundationEssentials
import HTTP
import System
import URLs

/// Tiny Tiny RSS. It can't rename or move feeds for others, and lists two hundred items at most.
final class TinyTinyRSS: ConnectedServer {
    private struct State {
        var session: String?
        /// Whether the server has refused the password, which then isn't tried again.
        var isRefused = false
    }

    let connection: ServerConnection
    private let path: String
    private let state = Locked(State())

    init(_ account: ServerAccount) throws(ServerFailure) {
        connection = try ServerConnection(account)
        path = connection.base.hasSuffix("/api") ? "/" : "/api/"
    }

    static let abilities = Abilities(marksAtOnce: 250, folders: .one, arranges: false)
    let abilities: Abilities = TinyTinyRSS.abilities

    func logIn() throws(ServerFailure) {
        state.withLock { $0.session = nil }
        _ = try session()
    }

    /// Asks for an operation with fields in JSON. When the session has run out, it logs in again.
    private func ask(
        _ operation: String, _ fields: String = "", isChange: Bool = false, isRepeatable: Bool = true,
        patience: Duration = .zero
    ) throws(ServerFailure) -> Response {
        let wasLoggedIn = state.withLock { $0.session != nil }
        for isLast in wasLoggedIn ? [false, true] : [true] {
            var request = try request(operation, fields, isChange: isChange)
            request.patience = patience
            let response = try connection.send(request, isRepeatable: isRepeatable)
            if isLast || !response.saysNotLoggedIn { return try response.afterSuccess }
            state.withLock { $0.session = nil }
        }
        throw .loginRefused
    }

    func request(_ operation: String, _ fields: String, isChange: Bool = false) throws(ServerFailure) -> ServerRequest {
        let session = try session().quotedForJSON
        let json = #"{"op":"\#(operation)","sid":\#(session)\#(fields.isEmpty ? "" : ",")\#(fields)}"#
        return ServerRequest(.post, path, json: json, isChange: isChange)
    }

    private func session() throws(ServerFailure) -> String {
        let known = state.withLock { ($0.session, $0.isRefused) }
        if known.1 { throw .loginRefused }
        if let session = known.0 { return session }
        let (user, password) = (connection.account.user, connection.account.password)
        let json =
            #"{"op":"login","user":\#(user.quotedForJSON),"password":\#(password.quotedForJSON)}"#
        do throws(ServerFailure) {
            let request = ServerRequest(.post, path, json: json, isChange: false)
            let answer = try connection.send(request, isRepeatable: true).afterSuccess
            let session = try answer.json { $0["content"]?["session_id"]?.text }
            state.withLock { $0.session = session }
            return session
        } catch {
            if error.kind == .loginRefused { state.withLock { $0.isRefused = true } }
            throw error
        }
    }
}

/// Whether an operation succeeded stands in the answer; the status is always 200.
extension Response {
    fileprivate var saysNotLoggedIn: Bool { (try? tinyTinyRSSError) == "NOT_LOGGED_IN" }

    /// The response, if the operation has succeeded.
    fileprivate var afterSuccess: Response {
        get throws(ServerFailure) {
            switch try tinyTinyRSSError {
            case nil: return self
            case "LOGIN_ERROR", "NOT_LOGGED_IN": throw .loginRefused
            case "API_DISABLED": throw ServerFailure(.busy, "the API is off: switch it on in tt-rss's settings")
            case "FEED_NOT_FOUND": throw ServerFailure(.gone, "the server has no such feed")
            case let error?: throw ServerFailure(.rejected, "the server answered “\(error)”")
            }
        }
    }

    /// The name of the error, nil after success.
    private var tinyTinyRSSError: String? {
        get throws(ServerFailure) {
            var reader = JSONReader(body[...], deepest: 64)
            guard let answer = try? reader.tinyTinyRSSStatus() else { throw notUnderstood(isChange: false) }
            if answer.status == 0 { return nil }
            // It is the server's, so it may be anything.
            let error = answer.error
            let isName = error.utf8.count <= 40 && error.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
            return isName ? error : "error \(Int(exactly: answer.status) ?? 1)"
        }
    }
}

extension JSONReader {
    /// Skips what a successful operation answers, which may be long.
    fileprivate mutating func tinyTinyRSSStatus() throws(Failure) -> (status: Double, error: String)? {
        guard try beginObject() else { return nil }
        var status: Double?
        var error: String?
        while let key = try nextKey() {
            switch key {
            case "status": status = try simpleValue().number
            case "content":
                guard try beginObject() else { continue }
                while let key = try nextKey() { if key == "error" { error = try simpleValue().text } }
            default: try skip()
            }
        }
        return status.map { ($0, error ?? "UNKNOWN") }
    }
}

extension TinyTinyRSS {
    func unread(limit: Int) throws(ServerFailure) -> ServerList {
        try list(#""feed_id":-4,"view_mode":"unread""#, limit)
    }

    func starred(limit: Int) throws(ServerFailure) -> ServerList {
        try list(#""feed_id":-1,"view_mode":"all_articles""#, limit)
    }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ServerList {
        var list = try list(#""feed_id":-4,"view_mode":"all_articles","order_by":"feed_dates""#, limit, since: date)
        list.isComplete = false
        return list
    }

    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        let ids = ids.filter { $0.number != nil }
        for start in stride(from: 0, to: ids.count, by: Self.page) {
            let batch = ids[start..<min(start + Self.page, ids.count)]
            let wanted = Set(batch)
            let list = batch.map(\.description).joined(separator: ",")
            let found = try ask("getArticle", #""article_id":"\#(list)""#).list("content") {
                ServerItem(tinyTinyRSS: $0)
            }
            let items = found.filter { wanted.contains($0.id) }
            if !items.isEmpty { try receive(items) }
        }
    }

    /// Pages are counted from the newest item, so ids are lost and repeated when something changes meanwhile: only a list
    /// in one answer can be complete.
    private func list(_ fields: String, _ limit: Int, since date: Date = .distantPast) throws(ServerFailure)
        -> ServerList
    {
        var list = ServerList(isComplete: false)
        var known: Set<ServerItemID> = []
        var skipped = 0
        while list.ids.count < limit {
            let answer = try ask("getHeadlines", #"\#(fields),"limit":\#(Self.page),"skip":\#(skipped)"#)
            let page: [ServerItem?] = try answer.list("content") { .some(ServerItem(tinyTinyRSS: $0)) }
            let articles = page.compactMap(\.self)
            let recent = articles.filter { ($0.item.published ?? .distantFuture) >= date }
            let new = recent.map(\.id).filter { known.insert($0).inserted }
            list.ids += new
            list.isComplete = skipped == 0 && page.count < Self.page && articles.count == page.count
            skipped += page.count
            if new.isEmpty || page.count < Self.page || recent.count < articles.count { break }
        }
        if list.ids.count > limit { list = ServerList(Array(list.ids.prefix(limit)), isComplete: false) }
        return list
    }

    /// The server's most.
    private static let page = 200
}

extension ServerItem {
    /// Reads an article, with or without its text. Its guid isn't the feed's, as the server has hashed it.
    fileprivate init?(tinyTinyRSS json: JSONValue) {
        // Without its marks it would be taken for read.
        guard let number = json["id"]?.text.flatMap({ Int64($0) }), let isUnread = json["unread"]?.flag,
            let isStarred = json["marked"]?.flag
        else { return nil }
        var item = ParsedItem(json, link: "link", content: "content")
        item.published = json["updated"]?.time
        item.comments = json["comments"]?.link.map { ParsedComments(link: $0) }
        item.language = json["lang"]?.line
        item.enclosures =
            json["attachments"]?.array?.flatMap {
                $0.enclosures(url: ["content_url"], type: "content_type")
            } ?? []
        item.resolveLinks(base: item.link)
        // What is kept of a feed that has gone belongs to none.
        let feed = ServerFeedID(json["feed_id"]?.text ?? "0")
        self.init(id: .number(number), feed: feed, item: item, isRead: !isUnread, isStarred: isStarred)
    }
}

extension TinyTinyRSS {
    /// Sets a mark; the server has a mode to toggle, too.
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        let list = ids.filter { $0.number != nil }.map(\.description).joined(separator: ",")
        if list.isEmpty { return }
        let (field, mode) =
            switch mark {
            case .read: (2, 0)
            case .unread: (2, 1)
            case .starred: (0, 1)
            case .unstarred: (0, 0)
            }
        let fields = #""article_ids":"\#(list)","field":\#(field),"mode":\#(mode)"#
        let answer = try ask("updateArticle", fields, isChange: true)
        guard try answer.json(isChange: true, { $0["content"]?["status"]?.text }) == "OK" else {
            throw .notInForm(isChange: true)
        }
    }

    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        let folders = try folders()
        let feeds = try ask("getFeeds", #""cat_id":-3"#).list("content", Self.feed)
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
        let fields = #""feed_url":\#(url.quotedForJSON),"category_id":\#(category ?? "0")"#
        // `{"status": {"code": 1, "feed_id": 7}}`; old servers leave the id out.
        let (code, id) = try ask(
            "subscribeToFeed", fields, isChange: true, isRepeatable: false, patience: .seconds(180)
        ).json(isChange: true) { json -> (Double, String?)? in
            let status = json["content"]?["status"]
            let id = status?["feed_id"]?.text.flatMap { (Int64($0) ?? 0) > 0 ? $0 : nil }
            return status?["code"]?.number.map { ($0, id) }
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
            let answer = try ask("unsubscribeFeed", #""feed_id":\#(number)"#, isChange: true)
            _ = try answer.json(isChange: true) { $0["content"]?["status"]?.text }
        } catch {
            if error.kind != .gone { throw error }
        }
    }

    /// The real folders; the server's own have numbers up to zero.
    private func folders() throws(ServerFailure) -> [(id: String, title: String)] {
        try ask("getCategories", #""include_empty":true"#).list("content") { json in
            json.idAndTitle().flatMap { (Int64($0.id) ?? 0) > 0 && !$0.title.isEmpty ? $0 : nil }
        }
    }

    private static func feed(_ json: JSONValue) -> (feed: ServerFeed, folder: String?)? {
        guard let feed = ServerFeed(json, url: "feed_url", site: ""), Int64(feed.id.text) != nil else { return nil }
        return (feed, json["cat_id"]?.text)
    }
}
