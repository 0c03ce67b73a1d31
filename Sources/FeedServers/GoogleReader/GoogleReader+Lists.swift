import FeedParser
import FoundationEssentials

// FreshRSS answers an unknown stream with everything, so lede asks only for those that every server knows.
extension GoogleReader {
    func unread(limit: Int) throws(ServerFailure) -> ItemIDs {
        try list(["s": GoogleReaderTag.all, "xt": GoogleReaderTag.read], limit)
    }

    func starred(limit: Int) throws(ServerFailure) -> ItemIDs {
        try list(["s": GoogleReaderTag.starred], limit)
    }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ItemIDs {
        var list = try list(
            ["s": GoogleReaderTag.all, "ot": String(Int(max(0, date.timeIntervalSince1970)))], limit)
        // What time counts depends on the server.
        list.isComplete = false
        return list
    }

    /// Collects a list page by page. Only a list in one answer can be complete: servers lose and repeat ids between two
    /// pages when something is marked meanwhile.
    private func list(_ query: Form, _ limit: Int) throws(ServerFailure) -> ItemIDs {
        var list = ItemIDs(isComplete: true)
        var known: Set<ServerItemID> = []
        var continuation: String?
        repeat {
            let count = min(limit - list.ids.count, dialect.longestList)
            guard count > 0 else { return ItemIDs(list.ids, isComplete: false) }
            var query = query
            query.add("output", "json")
            query.add("n", String(count))
            if let continuation { query.add("c", continuation) }
            let page = try session.get("stream/items/ids", query).json { reader throws(JSONReader.Failure) in
                try reader.googleReaderPage()
            }
            // A list in one answer needs no comparing, and may be of a hundred thousand.
            let isAlone = continuation == nil && page.continuation == nil
            let new = isAlone ? page.ids : page.ids.filter { known.insert($0).inserted }
            list.ids += new.prefix(limit - list.ids.count)
            list.isComplete = list.isComplete && continuation == nil && page.isWhole(of: count)
            continuation = new.isEmpty || page.continuation == continuation ? nil : page.continuation
        } while continuation != nil
        return list
    }
}

/// One answer of a list.
private struct Page {
    var ids: [ServerItemID] = []
    var continuation: String?
    /// Whether all that is in the list has been read.
    var isRead = false

    /// Whether the list seems to end here, when so many ids were asked for. Otherwise the server may have cut it off
    /// without saying so: at that number, at a round one that is its most, or at the twenty that are usual.
    func isWhole(of count: Int) -> Bool {
        continuation == nil && isRead && ids.count < count && ids.count != 20
            && (ids.isEmpty || ids.count % 1000 != 0)
    }
}

extension JSONReader {
    /// Reads an answer with ids. Google's server left an empty list out, so an object without one will do, but doesn't
    /// count as complete.
    fileprivate mutating func googleReaderPage() throws(Failure) -> Page? {
        guard try beginObject() else { return nil }
        var page = Page()
        while let key = try nextKey() {
            switch key {
            case "itemRefs":
                guard try beginArray() else { return nil }
                page.isRead = true
                while try nextElement() {
                    if let id = try member("id") {
                        page.ids.append(ServerItemID(googleReader: id))
                    } else {
                        page.isRead = false
                    }
                }
            case "continuation": page.continuation = try text().flatMap { $0.isEmpty ? nil : $0 }
            default: try skip()
            }
        }
        return page
    }
}
