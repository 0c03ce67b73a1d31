import FeedParser
import FoundationEssentials

extension Miniflux {
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
