import FeedParser
import FoundationEssentials
import HTTP
import System
import URLs

/// Tiny Tiny RSS. It can't rename or move feeds for others, and lists two hundred items at most.
final class TinyTinyRSS: FeedServer {
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
    var abilities: Abilities { Self.abilities }

    func logIn() throws(ServerFailure) {
        state.withLock { $0.session = nil }
        _ = try session()
    }

    func cancel() { connection.cancel() }

    /// Asks for an operation with fields in JSON, and reads what it answers. When the session has run out, it logs in again.
    func ask<Value>(
        _ operation: String, _ fields: String = "", isChange: Bool = false, isRepeatable: Bool = true,
        patience: Duration = .zero, _ read: (inout JSONReader) throws(JSONReader.Failure) -> Value?
    ) throws(ServerFailure) -> Value {
        let wasLoggedIn = state.withLock { $0.session != nil }
        for isLast in wasLoggedIn ? [false, true] : [true] {
            var request = try request(operation, fields, isChange: isChange)
            request.patience = patience
            let response = try connection.send(request, isRepeatable: isRepeatable)
            if isLast || !response.saysNotLoggedIn { return try response.content(isChange: isChange, read) }
            state.withLock { $0.session = nil }
        }
        throw .loginRefused
    }

    func request(_ operation: String, _ fields: String, isChange: Bool = false) throws(ServerFailure) -> ServerRequest {
        let session = JSONText.string(try session())
        let json = #"{"op":"\#(operation)","sid":\#(session)\#(fields.isEmpty ? "" : ",")\#(fields)}"#
        return ServerRequest(.post, path, json: json, isChange: isChange)
    }

    private func session() throws(ServerFailure) -> String {
        let known = state.withLock { ($0.session, $0.isRefused) }
        if known.1 { throw .loginRefused }
        if let session = known.0 { return session }
        let (user, password) = (connection.account.user, connection.account.password)
        let json =
            #"{"op":"login","user":\#(JSONText.string(user)),"password":\#(JSONText.string(password))}"#
        do throws(ServerFailure) {
            let request = ServerRequest(.post, path, json: json, isChange: false)
            let session = try connection.send(request, isRepeatable: true).content {
                reader throws(JSONReader.Failure) in
                try reader.member("session_id")
            }
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

    /// Reads what the operation answers.
    func content<Value>(
        isChange: Bool = false, _ read: (inout JSONReader) throws(JSONReader.Failure) -> Value?
    ) throws(ServerFailure) -> Value {
        switch try tinyTinyRSSError {
        case nil: break
        case "LOGIN_ERROR", "NOT_LOGGED_IN": throw .loginRefused
        case "API_DISABLED": throw ServerFailure(.busy, "the API is off: switch it on in tt-rss's settings")
        case "FEED_NOT_FOUND": throw ServerFailure(.gone, "the server has no such feed")
        case let error?: throw ServerFailure(.rejected, "the server answered “\(error)”")
        }
        return try json(isChange: isChange) { reader throws(JSONReader.Failure) in
            guard try reader.beginObject() else { return nil }
            var value: Value?
            while let key = try reader.nextKey() {
                if key == "content" { value = try read(&reader) } else { try reader.skip() }
            }
            return value
        }
    }

    /// The name of the error, nil after success.
    private var tinyTinyRSSError: String? {
        get throws(ServerFailure) {
            let (status, error) = try json { reader throws(JSONReader.Failure) in try reader.tinyTinyRSSStatus() }
            if status == 0 { return nil }
            // It is the server's, so it may be anything.
            let isName = error.utf8.count <= 40 && error.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
            return isName ? error : "error \(Int(exactly: status) ?? 1)"
        }
    }
}

extension JSONReader {
    fileprivate mutating func tinyTinyRSSStatus() throws(Failure) -> (status: Double, error: String)? {
        guard try beginObject() else { return nil }
        var status: Double?
        var error: String?
        while let key = try nextKey() {
            switch key {
            case "status": status = try number()
            case "content": error = try member("error")
            default: try skip()
            }
        }
        return status.map { ($0, error ?? "UNKNOWN") }
    }
}

extension TinyTinyRSS {
    func unread(limit: Int) throws(ServerFailure) -> ItemIDs {
        try list(#""feed_id":-4,"view_mode":"unread""#, limit)
    }

    func starred(limit: Int) throws(ServerFailure) -> ItemIDs {
        try list(#""feed_id":-1,"view_mode":"all_articles""#, limit)
    }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ItemIDs {
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
            let found = try ask("getArticle", #""article_id":"\#(list)""#) { reader throws(JSONReader.Failure) in
                try reader.elements { reader throws(JSONReader.Failure) in try reader.tinyTinyRSSArticle()?.item }
            }
            let items = found.filter { wanted.contains($0.id) }
            if !items.isEmpty { try receive(items) }
        }
    }

    /// Pages are counted from the newest item, so ids are lost and repeated when something changes meanwhile: only a list
    /// in one answer can be complete.
    private func list(_ fields: String, _ limit: Int, since date: Date = .distantPast) throws(ServerFailure) -> ItemIDs
    {
        var list = ItemIDs(isComplete: false)
        var known: Set<ServerItemID> = []
        var skipped = 0
        while list.ids.count < limit {
            let page = try ask(
                "getHeadlines", #"\#(fields),"limit":\#(Self.page),"skip":\#(skipped)"#
            ) { reader throws(JSONReader.Failure) in
                try reader.elements { reader throws(JSONReader.Failure) in .some(try reader.tinyTinyRSSArticle()) }
            }
            let articles = page.compactMap(\.self)
            let recent = articles.filter { ($0.updated ?? .distantFuture) >= date }
            let new = recent.map(\.item.id).filter { known.insert($0).inserted }
            list.ids += new
            list.isComplete = skipped == 0 && page.count < Self.page && articles.count == page.count
            skipped += page.count
            if new.isEmpty || page.count < Self.page || recent.count < articles.count { break }
        }
        if list.ids.count > limit { list = ItemIDs(Array(list.ids.prefix(limit)), isComplete: false) }
        return list
    }

    /// The server's most.
    private static let page = 200
}

extension JSONReader {
    /// Reads an article, with or without its text. Its guid isn't the feed's, as the server has hashed it.
    fileprivate mutating func tinyTinyRSSArticle() throws(Failure) -> (item: ServerItem, updated: Date?)? {
        guard try beginObject() else { return nil }
        var (id, feed): (String?, String?)
        var (isUnread, isStarred): (Bool?, Bool?)
        var item = ParsedItem()
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feed_id": feed = try text()
            case "unread": isUnread = try flag()
            case "marked": isStarred = try flag()
            case "title": item.title = try line()
            case "link": item.link = try link()
            case "author": item.authors = try line().map { [$0] } ?? []
            case "updated": item.published = try number().flatMap { Date(secondsOfServer: $0) }
            case "content": item.content = try string().flatMap { $0.isEmpty ? nil : $0 }
            case "comments": item.comments = try link().map { ParsedComments(link: $0) }
            case "lang": item.language = try line()
            case "attachments":
                item.enclosures =
                    try elements { reader throws(Failure) in try reader.tinyTinyRSSAttachment() } ?? []
            default: try skip()
            }
        }
        // Without its marks it would be taken for read.
        guard let id, let number = Int64(id), let isUnread, let isStarred else { return nil }
        item.resolveLinks(base: item.link)
        // What is kept of a feed that has gone belongs to none.
        return (
            ServerItem(
                id: .number(number), feed: ServerFeedID(feed ?? "0"), item: item, isRead: !isUnread,
                isStarred: isStarred), item.published
        )
    }

    private mutating func tinyTinyRSSAttachment() throws(Failure) -> ParsedEnclosure? {
        guard try beginObject() else { return nil }
        var (url, type): (String?, String?)
        while let key = try nextKey() {
            switch key {
            case "content_url": url = try link()
            case "content_type": type = try line()
            default: try skip()
            }
        }
        return url.map { ParsedEnclosure(url: $0, type: type) }
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
        let status = try ask("updateArticle", fields, isChange: true) { reader throws(JSONReader.Failure) in
            try reader.member("status")
        }
        guard status == "OK" else {
            throw ServerFailure(.notUnderstood, "the server's answer isn't in the protocol's form", mayBeDone: true)
        }
    }

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
