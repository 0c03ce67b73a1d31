import FeedParser
import FoundationEssentials

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
