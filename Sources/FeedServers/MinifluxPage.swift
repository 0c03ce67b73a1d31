import FeedParser
import FoundationEssentials

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

extension JSONReader {
    fileprivate mutating func minifluxPage() throws(Failure) -> MinifluxPage? {
        guard try beginObject() else { return nil }
        var page = MinifluxPage()
        var hasEntries = false
        while let key = try nextKey() {
            switch key {
            case "total": page.total = try number().flatMap { Int(exactly: $0) } ?? 0
            case "entries":
                hasEntries = try beginArray()
                if !hasEntries { return nil }
                while try nextElement() { try addMinifluxEntry(to: &page) }
            default: try skip()
            }
        }
        return hasEntries ? page : nil
    }

    /// Reads a single entry.
    fileprivate mutating func minifluxEntry() throws(Failure) -> MinifluxPage? {
        var page = MinifluxPage()
        try addMinifluxEntry(to: &page)
        return page.last == nil ? nil : page
    }

    private mutating func addMinifluxEntry(to page: inout MinifluxPage) throws(Failure) {
        guard try beginObject() else { return }
        var (id, feed, status): (String?, String?, String?)
        var isStarred = false
        var item = ParsedItem()
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feed_id": feed = try text()
            case "status": status = try string()
            case "starred": isStarred = try flag() ?? false
            case "title": item.title = try line()
            case "url": item.link = try link()
            case "comments_url": item.comments = try link().map { ParsedComments(link: $0) }
            case "language": item.language = try line()
            case "published_at": item.published = try string().flatMap(Date.init(inFeed:))
            case "changed_at":
                let date = try string().flatMap(Date.init(inFeed:))
                page.changed = max(page.changed, date.map { Int($0.timeIntervalSince1970) } ?? 0)
            case "content": item.content = try string().flatMap { $0.isEmpty ? nil : $0 }
            case "author": item.authors = try line().map { [$0] } ?? []
            case "tags": item.categories = try lines().map { ParsedCategory($0) }
            case "enclosures": item.enclosures = try minifluxEnclosures()
            default: try skip()
            }
        }
        guard let id, let number = Int64(id), let feed, let status else { return }
        page.last = number
        guard status == "read" || status == "unread" else {
            page.removed += 1
            return
        }
        item.resolveLinks(base: item.link)
        page.items.append(
            ServerItem(
                id: .number(number), feed: ServerFeedID(feed), item: item, isRead: status == "read",
                isStarred: isStarred))
    }

    private mutating func minifluxEnclosures() throws(Failure) -> [ParsedEnclosure] {
        var enclosures: [ParsedEnclosure] = []
        try readEach { reader throws(Failure) in
            guard try reader.beginObject() else { return }
            var url: String?
            var type: String?
            var size: Int?
            while let key = try reader.nextKey() {
                switch key {
                case "url": url = try reader.link()
                case "mime_type": type = try reader.line()
                case "size": size = try reader.number().flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
                default: try reader.skip()
                }
            }
            if let url { enclosures.append(ParsedEnclosure(url: url, type: type, length: size)) }
        }
        return enclosures
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
        return try send(ServerRequest("/v1/entries", query: query)).json { reader throws(JSONReader.Failure) in
            try reader.minifluxPage()
        }
    }

    /// The server's most.
    static let pageSize = 1000

    func unread(limit: Int) throws(ServerFailure) -> ItemIDs { try list(["status": "unread"], limit) }

    func starred(limit: Int) throws(ServerFailure) -> ItemIDs { try list(["starred": "true"], limit) }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ItemIDs {
        let query: Form = ["published_after": String(Int(max(1, date.timeIntervalSince1970)))]
        var list = try listByEntries(query, limit)
        list.isComplete = false
        return list
    }

    private func list(_ query: Form, _ limit: Int) throws(ServerFailure) -> ItemIDs {
        try unlessOld { () throws(ServerFailure) in
            try self.listByIDs(query, limit)
        } old: { () throws(ServerFailure) in
            try self.listByEntries(query, limit)
        }
    }

    /// Only a list in one answer can be complete: the next one counts from the beginning again.
    private func listByIDs(_ query: Form, _ limit: Int) throws(ServerFailure) -> ItemIDs {
        var known: Set<ServerItemID> = []
        var list = ItemIDs(isComplete: true)
        while true {
            let count = min(limit - list.ids.count, 10_000)
            guard count > 0 else { return ItemIDs(list.ids, isComplete: false) }
            var page = query
            page.add("limit", String(count))
            page.add("offset", String(list.ids.count))
            let answer = try send(ServerRequest("/v1/entries/ids", query: page)).json {
                reader throws(JSONReader.Failure) in try reader.minifluxIDs()
            }
            let new = answer.ids.filter { known.insert($0).inserted }
            list.isComplete = list.ids.isEmpty && answer.total == answer.ids.count
            list.ids += new
            if new.isEmpty || list.ids.count >= answer.total { return list }
        }
    }

    private func listByEntries(_ query: Form, _ limit: Int) throws(ServerFailure) -> ItemIDs {
        var list = ItemIDs(isComplete: false)
        var last: Int64?
        repeat {
            let page = try page(of: query, .newestFirst, after: last)
            list.isComplete = last == nil && page.total == page.items.count + page.removed
            list.ids += page.items.map(\.id)
            last = page.next(after: last)
        } while last != nil && list.ids.count < limit
        if list.ids.count > limit { list = ItemIDs(Array(list.ids.prefix(limit)), isComplete: false) }
        return list
    }
}

extension JSONReader {
    fileprivate mutating func minifluxIDs() throws(Failure) -> (ids: [ServerItemID], total: Int)? {
        guard try beginObject() else { return nil }
        var ids: [ServerItemID]?
        var total: Int?
        while let key = try nextKey() {
            switch key {
            case "total": total = try number().flatMap { Int(exactly: $0) }
            case "entry_ids":
                guard try beginArray() else { return nil }
                var read: [ServerItemID] = []
                while try nextElement() {
                    if let id = try text() { read.append(ServerItemID(id)) }
                }
                ids = read
            default: try skip()
            }
        }
        guard let ids, let total else { return nil }
        return (ids, total)
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
            return try send(ServerRequest("/v1/entries/\(id)")).json { reader throws(JSONReader.Failure) in
                try reader.minifluxEntry()
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
        let newest = try send(ServerRequest("/v1/entries", query: query)).json { reader throws(JSONReader.Failure) in
            try reader.minifluxPage()
        }.changed
        let seen = Int(now().timeIntervalSince1970)
        for query in [["status": "unread"], ["starred": "true"]] as [Form] {
            try eachPage(of: query, .newestFirst) { page in
                if !page.items.isEmpty { try receive(page.items) }
            }
        }
        return TimeCursor(told: newest, newest: newest, seen: seen).cursor
    }
}
