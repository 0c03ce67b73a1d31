import FeedParser
import FoundationEssentials
import HTTP

extension Fever {
    /// Asks for two batches at a time, so that the server works while an answer is stored.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var batches = stride(from: 0, to: ids.count, by: Self.batch).map { ids[$0..<min($0 + Self.batch, ids.count)] }[
            ...]
        var underWay: [(batch: ArraySlice<ServerItemID>, request: ServerRequest, answer: PendingAnswer)] = []
        while !batches.isEmpty || !underWay.isEmpty {
            while underWay.count < 2, let batch = batches.popFirst() {
                let request = try request(for: batch)
                underWay.append((batch, request, connection.start(request)))
            }
            let next = underWay.removeFirst()
            let found = try items(of: next.batch) { () throws(ServerFailure) in
                try connection.result(of: next.answer, for: next.request)
            }
            if !found.isEmpty { try receive(found) }
        }
    }

    private static let batch = 50

    private func request(for ids: ArraySlice<ServerItemID>) throws(ServerFailure) -> ServerRequest {
        try request("&items&with_ids=\(ids.map { Form.encoded($0.description) }.joined(separator: ","))")
    }

    /// Reads the items. Some servers refuse all if one has gone, so lede asks for each half.
    private func items(
        of ids: ArraySlice<ServerItemID>, _ answer: () throws(ServerFailure) -> Response
    ) throws(ServerFailure) -> [ServerItem] {
        do throws(ServerFailure) {
            return try items(in: try answer(), of: Set(ids))
        } catch {
            guard error.kind == .gone else { throw error }
            if ids.count == 1 { return [] }
            let middle = ids.startIndex + ids.count / 2
            return try askForItems(ids[..<middle]) + askForItems(ids[middle...])
        }
    }

    private func askForItems(_ ids: ArraySlice<ServerItemID>) throws(ServerFailure) -> [ServerItem] {
        let request = try request(for: ids)
        return try items(of: ids) { () throws(ServerFailure) in try connection.send(request, isRepeatable: true) }
    }

    private func items(in response: Response, of ids: Set<ServerItemID>) throws(ServerFailure) -> [ServerItem] {
        var items: [ServerItem]?
        try read(response) { reader, key throws(JSONReader.Failure) in
            guard key == "items" else { return try reader.skip() }
            items = try reader.elements { reader throws(JSONReader.Failure) in
                try reader.feverItem(writesWide: writesWide)
            }
        }
        guard let items else { throw response.notUnderstood(isChange: false) }
        return items.filter { ids.contains($0.id) }
    }
}

extension JSONReader {
    fileprivate mutating func feverItem(writesWide: Bool) throws(Failure) -> ServerItem? {
        guard try beginObject() else { return nil }
        var (id, feed): (String?, String?)
        var (isRead, isStarred): (Bool?, Bool?)
        var item = ParsedItem()
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feed_id": feed = try text()
            case "title": item.title = try line()
            case "author": item.authors = try line().map { [$0] } ?? []
            case "html": item.content = try string().flatMap { $0.isEmpty ? nil : $0 }
            case "url": item.link = try link()
            case "is_saved": isStarred = try flag()
            case "is_read": isRead = try flag()
            case "created_on_time": item.published = try number().flatMap { Date(secondsOfServer: $0) }
            default: try skip()
            }
        }
        // Without its marks it would be taken for unread.
        guard let id, let feed, let isRead, let isStarred else { return nil }
        if writesWide {
            item.title = item.title.map(WideSigns.undo(_:))
            item.authors = item.authors.map(WideSigns.undo(_:))
        }
        item.resolveLinks(base: item.link)
        return ServerItem(
            id: ServerItemID(id), feed: ServerFeedID(feed), item: item, isRead: isRead, isStarred: isStarred)
    }
}
