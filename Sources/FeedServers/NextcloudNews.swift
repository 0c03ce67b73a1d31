import FeedParser
import FoundationEssentials
import HTTP
import System
import URLs

/// Nextcloud's app News, by its interface 1.3. It tells all changes since a time.
final class NextcloudNews: ConnectedServer {
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
    let abilities: Abilities = NextcloudNews.abilities

    func logIn() throws(ServerFailure) { _ = try get("version").json { $0["version"]?.text } }

    func get(_ path: String, _ query: Form = Form()) throws(ServerFailure) -> Response {
        try send(ServerRequest("\(root)/\(path)", query: query))
    }

    /// Makes a change that does no harm when it is made twice.
    func change(_ method: Method, _ path: String, _ json: String? = nil) throws(ServerFailure) {
        try check(send(ServerRequest(method, "\(root)/\(path)", json: json), isRepeatable: true))
    }

    /// The answer to a change is empty, or JSON; a login page is neither.
    private func check(_ response: Response) throws(ServerFailure) {
        guard let first = response.body.first(where: { $0 > 0x20 }) else { return }
        if !"[{n".utf8.contains(first) { throw response.notUnderstood(isChange: true) }
    }

    /// Makes something new, and returns the answer.
    func create(_ path: String, _ json: String, patience: Duration = .zero) throws(ServerFailure) -> Response {
        var request = ServerRequest(.post, "\(root)/\(path)", json: json)
        request.patience = patience
        return try send(request)
    }

    /// Refusals by another app say nothing about the login.
    private func send(
        _ request: ServerRequest, isRepeatable: Bool = false, toNews: Bool = true
    ) throws(ServerFailure) -> Response {
        var request = request
        let account = connection.account
        request.authentication = .basic(Credentials(name: account.user, password: account.password))
        if !toNews { return try connection.send(request, isRepeatable: isRepeatable) }
        return try connection.sendPassword(in: request, isRepeatable: isRepeatable)
    }

    func subscriptions() throws(ServerFailure) -> [ServerFeed] {
        let folders = try folders()
        let feeds = try get("feeds").list("feeds", Self.feed)
        return feeds.map { feed, folder in
            var feed = feed
            feed.folders = folders.filter { $0.id == folder }.map(\.title)
            return feed
        }
    }

    func add(_ url: String, to folder: String?) throws(ServerFailure) -> ServerFeedID {
        let folder = try folder.map { name throws(ServerFailure) in try self.folder(named: name) }
        let json = #"{"url":\#(url.quotedForJSON),"folderId":\#(folder ?? "null")}"#
        do throws(ServerFailure) {
            let response = try create("feeds", json, patience: .seconds(180))
            let added = try response.list("feeds", isChange: true, Self.feed)
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
            .post, "feeds/\(Form.encoded(feed.text))/rename", #"{"feedTitle":\#(title.quotedForJSON)}"#)
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
        try change(.put, "folders/\(known.id)", #"{"name":\#(name.quotedForJSON)}"#)
    }

    private func folders() throws(ServerFailure) -> [(id: String, title: String)] {
        try get("folders").list("folders", Self.folder)
    }

    /// Returns the number of a folder, which is made if it is missing.
    private func folder(named name: String) throws(ServerFailure) -> String {
        if let known = try folders().first(where: { $0.title == name }) { return known.id }
        let response = try create("folders", #"{"name":\#(name.quotedForJSON)}"#)
        let made = try response.list("folders", isChange: true, Self.folder)
        guard let folder = made.first else { throw response.notUnderstood(isChange: true) }
        return folder.id
    }

    /// A feed with the number of its folder.
    private static func feed(_ json: JSONValue) -> (feed: ServerFeed, folder: String?)? {
        guard let feed = ServerFeed(json, url: "url", site: "link"), Int64(feed.id.text) != nil else { return nil }
        return (feed, json["folderId"]?.text)
    }

    private static func folder(_ json: JSONValue) -> (id: String, title: String)? {
        json.idAndTitle(named: "name").flatMap { Int64($0.id) == nil || $0.title.isEmpty ? nil : $0 }
    }
}

extension NextcloudNews {
    func unread(limit: Int) throws(ServerFailure) -> ServerList { try list(Self.unreadItems, limit) }

    func starred(limit: Int) throws(ServerFailure) -> ServerList { try list(Self.starredItems, limit) }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ServerList {
        let page = try updated(since: Int(max(0, date.timeIntervalSince1970)))
        return ServerList(Array(page.items.map(\.id).prefix(limit)), isComplete: false)
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

    private func list(_ query: Form, _ limit: Int) throws(ServerFailure) -> ServerList {
        var list = ServerList(isComplete: false)
        var last: Int64?
        repeat {
            let page = try page(query, after: last, count: Self.pageSize)
            let next = page.next(after: last)
            list.isComplete = last == nil && next == nil && page.isRead
            list.ids += page.items.map(\.id)
            last = next
        } while last != nil && list.ids.count < limit
        if list.ids.count > limit { list = ServerList(Array(list.ids.prefix(limit)), isComplete: false) }
        return list
    }

    /// All items that changed at this time or later, in one answer.
    private func updated(since time: Int) throws(ServerFailure) -> NextcloudPage {
        let query: Form = ["lastModified": String(max(0, time)), "type": "3", "id": "0"]
        return try NextcloudPage(try get("items/updated", query))
    }

    private func page(_ query: Form, after last: Int64?, count: Int) throws(ServerFailure) -> NextcloudPage {
        var query = query
        query.add("id", "0")
        query.add("batchSize", String(count))
        if let last { query.add("offset", String(last)) }
        return try NextcloudPage(try get("items", query))
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
        try change(.post, "items/\(verb)/multiple", #"{"itemIds":\#(ids.numbersInJSON)}"#)
    }

    func markRead(_ feed: ServerFeedID, upTo item: ServerItemID) throws(ServerFailure) {
        guard let number = item.number else { throw .unsupported }
        try change(.post, "feeds/\(Form.encoded(feed.text))/read", #"{"newestItemId":\#(number)}"#)
    }
}

extension NextcloudNews {
    /// Asks another app, GPodder Sync, which keeps positions for players such as AntennaPod.
    func exchange(_ positions: [EpisodePosition], at now: Date) throws(ServerFailure) -> [EpisodePosition] {
        // Who wrote the whole URL of the interface means only News.
        if root.isEmpty { return [] }
        let path = "/index.php/apps/gpoddersync/episode_action"
        // By the time of playing, which a device may tell long afterwards.
        let since = String(Int(max(0, now.timeIntervalSince1970 - 30 * 86_400)))
        let answer = try send(ServerRequest(path, query: ["since": since]), toNews: false)
        let wanted = Set(positions.map(\.address))
        var newest: [String: EpisodePosition] = [:]
        for action in try answer.list("actions", EpisodePosition.init(action:)) {
            // A clock that is wrong by days doesn't count.
            guard wanted.contains(action.address), !action.isAfter(now + 86_400) else { continue }
            if newest[action.address]?.isAfter(action.playedAt) != true { newest[action.address] = action }
        }
        let theirs = positions.map { ours in newest[ours.address].flatMap { $0.isAfter(ours.playedAt) ? $0 : nil } }
        let untold = zip(positions, theirs).filter { $0.isChanged && $1 == nil }.map { $0.0.action(at: now) }
        for start in stride(from: 0, to: untold.count, by: abilities.marksAtOnce) {
            let actions = untold[start..<min(start + abilities.marksAtOnce, untold.count)].joined(separator: ",")
            let request = ServerRequest(.post, path + "/create", json: "[\(actions)]")
            try check(send(request, isRepeatable: true, toNews: false))
        }
        return zip(positions, theirs).compactMap { ours, their in
            guard var their, their.seconds != ours.seconds || their.isHeard != ours.isHeard else { return nil }
            (their.item, their.file) = (ours.item, ours.file)
            return their
        }
    }
}

// In gpodder's form, which counts in seconds. Who has heard an episode is at its end.
extension EpisodePosition {
    fileprivate init?(action json: JSONValue) {
        guard json["action"]?.string?.lowercased() == "play", let file = json["episode"]?.link,
            let place = json["position"]?.integer, place >= 0,
            let date = json["timestamp"]?.string.flatMap(Date.init(inFeed:))
        else { return nil }
        let total = json["total"]?.integer ?? 0
        let isHeard = 1...max(1, place) ~= total
        self.init(.number(0), file, at: isHeard ? 0 : place, of: total, playedAt: date)
        self.isHeard = isHeard
    }

    fileprivate func isAfter(_ date: Date?) -> Bool { (playedAt ?? .distantPast) > date ?? .distantPast }

    fileprivate func action(at now: Date) -> String {
        let place = isHeard ? total ?? seconds : seconds
        let guid = guid.map { #","guid":\#($0.quotedForJSON)"# } ?? ""
        let time = min(max(playedAt ?? now, Date(timeIntervalSince1970: 0)), now).formatted(.iso8601).dropLast()
        return """
            {"podcast":\(feed.quotedForJSON),"episode":\(file.quotedForJSON)\(guid),"action":"play",\
            "timestamp":"\(time)","started":0,"position":\(place),"total":\(total ?? -1)}
            """
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

    /// Reads an answer that has a list of items.
    fileprivate init(_ response: Response) throws(ServerFailure) {
        var page = NextcloudPage()
        let json = try response.json(eachOf: "items") { page.add($0) }
        guard json["items"] != nil else { throw response.notUnderstood(isChange: false) }
        self = page
    }

    private init() {}

    private mutating func add(_ json: JSONValue) {
        let time = json["lastModified"]?.integer ?? 0
        // Some versions have microseconds.
        changed = max(changed, time > 100_000_000_000 ? time / 1_000_000 : time)
        // Without its marks it would be taken for read.
        guard let number = json["id"]?.text.flatMap({ Int64($0) }), let feed = json["feedId"]?.text,
            let isUnread = json["unread"]?.flag, let isStarred = json["starred"]?.flag
        else {
            isRead = false
            return
        }
        oldest = min(oldest ?? number, number)
        var item = ParsedItem(json, link: "url", content: "body")
        item.id = json["guid"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        item.published = json["pubDate"]?.time
        item.image = json["mediaThumbnail"]?.link
        item.enclosures = json.enclosures(url: ["enclosureLink"], type: "enclosureMime")
        item.resolveLinks(base: item.link)
        items.append(
            ServerItem(
                id: .number(number), feed: ServerFeedID(feed), item: item, isRead: !isUnread, isStarred: isStarred))
    }
}
