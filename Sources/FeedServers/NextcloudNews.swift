import FeedParser
import FoundationEssentials
import HTTP
import URLs

/// Nextcloud's app News, by its interface 1.3. It tells all changes since a time.
final class NextcloudNews: FeedServer {
    let connection: ServerConnection
    /// This machine's clock.
    let now: @Sendable () -> Date
    private let root: String

    init(
        _ account: ServerAccount, now: @escaping @Sendable () -> Date = { Date() }
    ) throws(ServerFailure) {
        connection = try ServerConnection(account)
        self.now = now
        root = connection.base.contains("/apps/news/api/") ? "" : "/index.php/apps/news/api/v1-3"
    }

    static let abilities = Abilities(marksAtOnce: 250, folders: .one, tellsChanges: true, readsUpTo: true)
    var abilities: Abilities { Self.abilities }

    func logIn() throws(ServerFailure) { _ = try get("version").json(NextcloudPage.readVersion) }

    func cancel() { connection.cancel() }

    func get(_ path: String, _ query: Form = Form()) throws(ServerFailure) -> Response {
        try send(ServerRequest("\(root)/\(path)", query: query))
    }

    /// Makes a change that does no harm when it is made twice. The answer is empty, or JSON; a login page is neither.
    func change(_ method: Method, _ path: String, _ json: String? = nil) throws(ServerFailure) {
        let response = try send(ServerRequest(method, "\(root)/\(path)", json: json), isRepeatable: true)
        guard let first = response.body.first(where: { $0 > 0x20 }) else { return }
        if !"[{n".utf8.contains(first) { throw response.notUnderstood(isChange: true) }
    }

    /// Makes something new, and returns the answer.
    func create(_ path: String, _ json: String, patience: Duration = .zero) throws(ServerFailure) -> Response {
        var request = ServerRequest(.post, "\(root)/\(path)", json: json)
        request.patience = patience
        return try send(request)
    }

    private func send(_ request: ServerRequest, isRepeatable: Bool = false) throws(ServerFailure) -> Response {
        var request = request
        let account = connection.account
        request.authentication = .basic(Credentials(name: account.user, password: account.password))
        return try connection.sendPassword(in: request, isRepeatable: isRepeatable)
    }

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

extension NextcloudNews {
    func unread(limit: Int) throws(ServerFailure) -> ItemIDs { try list(Self.unreadItems, limit) }

    func starred(limit: Int) throws(ServerFailure) -> ItemIDs { try list(Self.starredItems, limit) }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ItemIDs {
        let page = try updated(since: Int(max(0, date.timeIntervalSince1970)))
        return ItemIDs(Array(page.items.map(\.id).prefix(limit)), isComplete: false)
    }

    /// Asks for the ids range by range, since the server can't be asked for single ones together.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var rest = ids.countable.sorted(by: >)[...]
        while let first = rest.first {
            let range = rest.prefix { $0 > first - Int64(Self.pageSize) }
            rest = rest.dropFirst(range.count)
            let wanted = Set(range.map { ServerItemID.number($0) })
            // One more than the range can hold, as some versions begin with the offset.
            let count = Int(first - (range.last ?? first)) + 2
            let page = try page(["type": "3", "getRead": "true"], after: first + 1, count: count)
            let found = page.items.filter { wanted.contains($0.id) }
            if !found.isEmpty { try receive(found) }
        }
    }

    func changes(
        since cursor: ChangeCursor?, receive: ([ServerItem]) throws -> Void
    ) throws -> ChangeCursor {
        guard let cursor = cursor.flatMap({ TimeCursor($0) }) else { return try everything(receive) }
        let began = Int(now().timeIntervalSince1970)
        let page = try updated(since: cursor.since(at: began))
        if !page.items.isEmpty { try receive(page.items) }
        let ended = Int(now().timeIntervalSince1970)
        return cursor.after(newest: page.changed, pages: 1, began: began, ended: ended).cursor
    }

    /// Passes on all unread and starred items. What changes meanwhile is told the next time.
    private func everything(_ receive: ([ServerItem]) throws -> Void) throws -> ChangeCursor {
        let began = Int(now().timeIntervalSince1970)
        let known = try page(["type": "3", "getRead": "true"], after: nil, count: 1).changed
        var newest = known
        for query in [Self.unreadItems, Self.starredItems] {
            var last: Int64?
            repeat {
                let page = try page(query, after: last, count: Self.pageSize)
                newest = max(newest, page.changed)
                if !page.items.isEmpty { try receive(page.items) }
                last = page.next(after: last)
            } while last != nil
        }
        let ended = Int(now().timeIntervalSince1970)
        return TimeCursor(told: max(known, newest - (ended - began) - 1), newest: newest, seen: ended).cursor
    }

    private func list(_ query: Form, _ limit: Int) throws(ServerFailure) -> ItemIDs {
        var list = ItemIDs(isComplete: false)
        var last: Int64?
        repeat {
            let page = try page(query, after: last, count: Self.pageSize)
            let next = page.next(after: last)
            list.isComplete = last == nil && next == nil && page.isRead
            list.ids += page.items.map(\.id)
            last = next
        } while last != nil && list.ids.count < limit
        if list.ids.count > limit { list = ItemIDs(Array(list.ids.prefix(limit)), isComplete: false) }
        return list
    }

    /// All items that changed at this time or later, in one answer.
    private func updated(since time: Int) throws(ServerFailure) -> NextcloudPage {
        let query: Form = ["lastModified": String(max(0, time)), "type": "3", "id": "0"]
        return try get("items/updated", query).json { reader throws(JSONReader.Failure) in
            try reader.nextcloudPage()
        }
    }

    private func page(_ query: Form, after last: Int64?, count: Int) throws(ServerFailure) -> NextcloudPage {
        var query = query
        query.add("id", "0")
        query.add("batchSize", String(count))
        if let last { query.add("offset", String(last)) }
        return try get("items", query).json { reader throws(JSONReader.Failure) in try reader.nextcloudPage() }
    }

    private static let unreadItems: Form = ["type": "3", "getRead": "false"]
    /// A list of starred items that leaves out the read ones is refused.
    private static let starredItems: Form = ["type": "2", "getRead": "true"]
    fileprivate static let pageSize = 1000
}

extension NextcloudPage {
    /// The id after which there may be more, nil if this is the last page. `last` is where this page begins.
    fileprivate func next(after last: Int64?) -> Int64? {
        items.count < NextcloudNews.pageSize || oldest == last ? nil : oldest
    }
}

extension NextcloudNews {
    /// The server's guide names other methods and paths, which its code doesn't have.
    func mark(_ ids: [ServerItemID], as mark: ServerMark) throws(ServerFailure) {
        if ids.isEmpty { return }
        let verb =
            switch mark {
            case .read: "read"
            case .unread: "unread"
            case .starred: "star"
            case .unstarred: "unstar"
            }
        try change(.post, "items/\(verb)/multiple", #"{"itemIds":\#(JSONText.numbers(ids))}"#)
    }

    func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure) {
        guard let number = item.number else { throw .unsupported }
        try change(.post, "feeds/\(Form.encoded(feed.text))/read", #"{"newestItemId":\#(number)}"#)
    }
}

/// Items in one answer of Nextcloud News.
struct NextcloudPage {
    var items: [ServerItem] = []
    /// When an item last changed, by the server's clock in seconds.
    var changed = 0
    /// Whether each of the items could be read.
    var isRead = true
    /// The lowest id, after which older items come.
    var oldest: Int64?

    fileprivate static func readVersion(_ reader: inout JSONReader) throws(JSONReader.Failure) -> String? {
        guard try reader.beginObject() else { return nil }
        var version: String?
        while let key = try reader.nextKey() {
            if key == "version" { version = try reader.text() }
        }
        return version
    }
}

extension JSONReader {
    /// Reads an answer with items; nil without a list of them.
    fileprivate mutating func nextcloudPage() throws(Failure) -> NextcloudPage? {
        guard try beginObject() else { return nil }
        var page = NextcloudPage()
        var hasItems = false
        while let key = try nextKey() {
            guard key == "items" else {
                try skip()
                continue
            }
            hasItems = try beginArray()
            if !hasItems { return nil }
            while try nextElement() { try addNextcloudItem(to: &page) }
        }
        return hasItems ? page : nil
    }

    private mutating func addNextcloudItem(to page: inout NextcloudPage) throws(Failure) {
        guard try beginObject() else {
            page.isRead = false
            return
        }
        var (id, feed): (String?, String?)
        var (isUnread, isStarred): (Bool?, Bool?)
        var (fileLink, fileType): (String?, String?)
        var item = ParsedItem()
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feedId": feed = try text()
            case "guid": item.id = try text().flatMap { $0.isEmpty ? nil : $0 }
            case "url": item.link = try link()
            case "title": item.title = try line()
            case "author": item.authors = try line().map { [$0] } ?? []
            case "pubDate": item.published = try number().flatMap { Date(secondsOfServer: $0) }
            case "body": item.content = try string().flatMap { $0.isEmpty ? nil : $0 }
            case "enclosureMime": fileType = try line()
            case "enclosureLink": fileLink = try link()
            case "mediaThumbnail": item.image = try link()
            case "unread": isUnread = try flag()
            case "starred": isStarred = try flag()
            case "lastModified":
                let time = try number().flatMap { Int(exactly: $0) } ?? 0
                // Some versions have microseconds.
                page.changed = max(page.changed, time > 100_000_000_000 ? time / 1_000_000 : time)
            default: try skip()
            }
        }
        // Without its marks it would be taken for read.
        guard let id, let number = Int64(id), let feed, let isUnread, let isStarred else {
            page.isRead = false
            return
        }
        page.oldest = min(page.oldest ?? number, number)
        if let fileLink { item.enclosures = [ParsedEnclosure(url: fileLink, type: fileType)] }
        item.resolveLinks(base: item.link)
        page.items.append(
            ServerItem(
                id: .number(number), feed: ServerFeedID(feed), item: item, isRead: !isUnread, isStarred: isStarred))
    }
}
