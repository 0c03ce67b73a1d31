import FeedParser
import FoundationEssentials
import HTTP
import System

/// Entries in one answer of Miniflux.
struct MinifluxPage {
    var items: [ServerItem] = []
    /// How many the query finds altogether.
    var total = 0
    /// How many entries old servers list that are as good as deleted.
    var removed = 0
    /// The id of the last entry.
    var last: Int64?
    /// When an entry last changed, by the server's clock in seconds.
    var changed = 0

    /// The id after which there may be more, nil if this is the last page. `last` is where this page begins.
    func next(after last: Int64?) -> Int64? {
        items.count + removed < Miniflux.pageSize || self.last == last ? nil : self.last
    }
}

extension MinifluxPage {
    fileprivate init(_ response: Response) throws(ServerFailure) {
        var page = MinifluxPage()
        let json = try response.json(eachOf: "entries") { page.add($0) }
        guard json["entries"] != nil else { throw response.notUnderstood(isChange: false) }
        page.total = json["total"]?.integer ?? 0
        self = page
    }

    fileprivate mutating func add(_ entry: JSONValue) {
        let date = entry["changed_at"]?.string.flatMap(Date.init(inFeed:))
        changed = max(changed, date.map { Int($0.timeIntervalSince1970) } ?? 0)
        guard let number = entry["id"]?.text.flatMap({ Int64($0) }), let feed = entry["feed_id"]?.text,
            let status = entry["status"]?.string
        else { return }
        last = number
        guard status == "read" || status == "unread" else {
            removed += 1
            return
        }
        var item = ParsedItem(entry, link: "url", content: "content")
        item.comments = entry["comments_url"]?.link.map { ParsedComments(link: $0) }
        item.language = entry["language"]?.line
        item.published = entry["published_at"]?.string.flatMap(Date.init(inFeed:))
        item.categories = entry["tags"]?.lines.map { ParsedCategory($0) } ?? []
        item.enclosures = entry["enclosures"]?.enclosures(url: ["url"], type: "mime_type", length: "size") ?? []
        item.resolveLinks(base: item.link)
        var listed = ServerItem(
            id: .number(number), feed: ServerFeedID(feed), item: item, isRead: status == "read",
            isStarred: entry["starred"]?.flag ?? false)
        for file in entry["enclosures"]?.all ?? [] {
            guard let id = file["id"]?.integer, let url = file["url"]?.link,
                let time = file["media_progression"]?.integer
            else { continue }
            listed.positions.append(EpisodePosition(listed.id, url, number: Int64(id), at: time))
        }
        items.append(listed)
    }
}

extension Miniflux {
    enum Order {
        case newestFirst, oldestFirst
    }

    /// Passes on the entries that a query finds, a thousand at a time.
    private func eachPage(of query: Form, _ order: Order, receive: (MinifluxPage) throws -> Void) throws {
        var last: Int64?
        repeat {
            let page = try page(of: query, order, after: last)
            try receive(page)
            last = page.next(after: last)
        } while last != nil
    }

    /// A page begins after the last id of the one before, so no entry is lost when something changes meanwhile.
    func page(of query: Form, _ order: Order, after last: Int64?) throws(ServerFailure) -> MinifluxPage {
        var query = query
        query.add("order", "id")
        query.add("direction", order == .newestFirst ? "desc" : "asc")
        query.add("limit", String(Self.pageSize))
        if let last { query.add(order == .newestFirst ? "before_entry_id" : "after_entry_id", String(last)) }
        return try MinifluxPage(try send(ServerRequest("/v1/entries", query: query)))
    }

    /// The server's most.
    static let pageSize = 1000

    func unread(limit: Int) throws(ServerFailure) -> ServerList { try list(["status": "unread"], limit) }

    func starred(limit: Int) throws(ServerFailure) -> ServerList { try list(["starred": "true"], limit) }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ServerList {
        // The others are told as unread, and each comes with its whole text.
        let query: Form = ["status": "read", "published_after": String(Int(max(1, date.timeIntervalSince1970)))]
        var list = try listByEntries(query, limit)
        list.isComplete = false
        return list
    }

    private func list(_ query: Form, _ limit: Int) throws(ServerFailure) -> ServerList {
        try unlessOld { () throws(ServerFailure) in
            try self.listByIDs(query, limit)
        } old: { () throws(ServerFailure) in
            try self.listByEntries(query, limit)
        }
    }

    /// Only a list in one answer can be complete: the next one counts from the beginning again.
    private func listByIDs(_ query: Form, _ limit: Int) throws(ServerFailure) -> ServerList {
        var known: Set<ServerItemID> = []
        var list = ServerList(isComplete: true)
        while true {
            let count = min(limit - list.ids.count, 10_000)
            guard count > 0 else { return ServerList(list.ids, isComplete: false) }
            var page = query
            page.add("limit", String(count))
            page.add("offset", String(list.ids.count))
            let answer = try send(ServerRequest("/v1/entries/ids", query: page))
            let (ids, total) = try answer.json { json -> ([ServerItemID], Int)? in
                guard let ids = json["entry_ids"]?.array, let total = json["total"]?.integer else { return nil }
                return (ids.compactMap(\.text).map { ServerItemID($0) }, total)
            }
            let new = ids.filter { known.insert($0).inserted }
            list.isComplete = list.ids.isEmpty && total == ids.count
            list.ids += new
            if new.isEmpty || list.ids.count >= total { return list }
        }
    }

    private func listByEntries(_ query: Form, _ limit: Int) throws(ServerFailure) -> ServerList {
        var list = ServerList(isComplete: false)
        var last: Int64?
        repeat {
            let page = try page(of: query, .newestFirst, after: last)
            list.isComplete = last == nil && page.total == page.items.count + page.removed
            list.ids += page.items.map(\.id)
            last = page.next(after: last)
        } while last != nil && list.ids.count < limit
        if list.ids.count > limit { list = ServerList(Array(list.ids.prefix(limit)), isComplete: false) }
        return list
    }
}

extension Miniflux {
    /// Asks for the ids range by range, since the server can't be asked for single ones together.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var rest = ids.countable.sorted()[...]
        while let first = rest.first {
            let end = first + Int64(Self.pageSize)
            let range = rest.prefix { $0 < end }
            rest = rest.dropFirst(range.count)
            let found = range.count == 1 ? try item(first).map { [$0] } ?? [] : try items(in: range)
            if !found.isEmpty { try receive(found) }
        }
    }

    /// The item; nil if the server has it no more.
    func item(_ id: Int64) throws(ServerFailure) -> ServerItem? {
        do throws(ServerFailure) {
            return try send(ServerRequest("/v1/entries/\(id)")).json { json in
                var page = MinifluxPage()
                page.add(json)
                return page.last == nil ? nil : page
            }.items.first
        } catch {
            if error.kind == .gone { return nil }
            throw error
        }
    }

    /// The range is so small that one answer holds everything in it.
    private func items(in range: ArraySlice<Int64>) throws(ServerFailure) -> [ServerItem] {
        guard let first = range.first, let last = range.last else { return [] }
        let wanted = Set(range.map { ServerItemID.number($0) })
        let page = try page(of: ["before_entry_id": String(last + 1)], .oldestFirst, after: first - 1)
        return page.items.filter { wanted.contains($0.id) }
    }

    func changes(
        since cursor: ChangeCursor?, receive: ([ServerItem]) throws -> Void
    ) throws -> ChangeCursor {
        guard let cursor = cursor.flatMap({ TimeCursor($0) }) else { return try everything(receive) }
        let began = Int(now().timeIntervalSince1970)
        var (newest, pages) = (0, 0)
        let query: Form = ["changed_after": String(max(1, cursor.since(at: began)))]
        try eachPage(of: query, .oldestFirst) { page in
            newest = max(newest, page.changed)
            pages += 1
            if !page.items.isEmpty { try receive(page.items) }
        }
        let ended = Int(now().timeIntervalSince1970)
        return cursor.after(newest: newest, pages: pages, began: began, ended: ended).cursor
    }

    /// Passes on all unread and starred items. What changes meanwhile is told the next time.
    private func everything(_ receive: ([ServerItem]) throws -> Void) throws -> ChangeCursor {
        let query: Form = ["order": "changed_at", "direction": "desc", "limit": "1"]
        let newest = try MinifluxPage(try send(ServerRequest("/v1/entries", query: query))).changed
        let seen = Int(now().timeIntervalSince1970)
        for query in [["status": "unread"], ["starred": "true"]] as [Form] {
            try eachPage(of: query, .newestFirst) { page in
                if !page.items.isEmpty { try receive(page.items) }
            }
        }
        return TimeCursor(told: newest, newest: newest, seen: seen).cursor
    }
}
