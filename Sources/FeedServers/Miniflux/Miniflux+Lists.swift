import FeedParser
import FoundationEssentials

extension Miniflux {
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
