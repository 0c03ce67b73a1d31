import FeedParser
import FoundationEssentials
import HTTP
import System

// FreshRSS answers an unknown stream with everything, so lede asks only for those that every server knows.
extension GoogleReader {
    func unread(limit: Int) throws(ServerFailure) -> ServerList {
        try list(["s": GoogleReaderTag.all, "xt": GoogleReaderTag.read], limit)
    }

    func starred(limit: Int) throws(ServerFailure) -> ServerList {
        try list(["s": GoogleReaderTag.starred], limit)
    }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ServerList {
        var list = try list(
            ["s": GoogleReaderTag.all, "ot": String(Int(max(0, date.timeIntervalSince1970)))], limit)
        // What time counts depends on the server.
        list.isComplete = false
        return list
    }

    func labels() throws(ServerFailure) -> ServerLabels? {
        guard dialect.hasLabels else { return nil }
        let tags = try session.get("tag/list", ["output": "json"]).list("tags") { json in
            (json["id"]?.content.flatMap(GoogleReaderTag.label)).map { (name: $0, type: json["type"]?.text) }
        }
        return ServerLabels(
            labels: tags.filter { $0.type == "tag" }.map(\.name),
            folders: tags.filter { $0.type == "folder" }.map(\.name))
    }

    func items(labelled label: String, limit: Int) throws(ServerFailure) -> ServerList {
        try list(["s": GoogleReaderTag.folder(label)], limit)
    }

    /// Collects a list page by page. Only a list in one answer can be complete: servers lose and repeat ids between two
    /// pages when something is marked meanwhile.
    private func list(_ query: Form, _ limit: Int) throws(ServerFailure) -> ServerList {
        var list = ServerList(isComplete: true)
        var known: Set<ServerItemID> = []
        var continuation: String?
        repeat {
            let count = min(limit - list.ids.count, dialect.longestList)
            guard count > 0 else { return ServerList(list.ids, isComplete: false) }
            var query = query
            query.add("output", "json")
            query.add("n", String(count))
            if let continuation { query.add("c", continuation) }
            let page = try Page(try session.get("stream/items/ids", query))
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
    let ids: [ServerItemID]
    let continuation: String?
    /// Whether all that is in the list has been read.
    let isRead: Bool

    /// Whether the list seems to end here, when so many ids were asked for. Otherwise the server may have cut it off
    /// without saying so: at that number, at a round one that is its most, or at the twenty that are usual.
    func isWhole(of count: Int) -> Bool {
        continuation == nil && isRead && ids.count < count && ids.count != 20
            && (ids.isEmpty || ids.count % 1000 != 0)
    }

    /// Reads an answer with ids. Google's server left an empty list out, so an object without one will do, but doesn't
    /// count as complete.
    init(_ response: Response) throws(ServerFailure) {
        var (ids, areRead) = ([ServerItemID](), true)
        let json = try response.json(eachOf: "itemRefs") { reference in
            if let id = reference["id"]?.text { ids.append(ServerItemID(googleReader: id)) } else { areRead = false }
        }
        self.ids = ids
        isRead = areRead && json["itemRefs"] != nil
        continuation = json["continuation"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension GoogleReader {
    /// Asks for two batches at a time, so that the server works while an answer is stored.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var batches = stride(from: 0, to: ids.count, by: Self.batch).map { ids[$0..<min($0 + Self.batch, ids.count)] }[
            ...]
        var underWay: [(batch: ArraySlice<ServerItemID>, request: ServerRequest, answer: PendingAnswer)] = []
        while !batches.isEmpty || !underWay.isEmpty {
            while underWay.count < 2, let batch = batches.popFirst() {
                let request = try session.postRequest(Self.contents, fields(for: batch), isChange: false)
                underWay.append((batch, request, connection.start(request)))
            }
            let next = underWay.removeFirst()
            try receive(try items(in: response(to: next), of: Set(next.batch)))
        }
    }

    private static let contents = "stream/items/contents"

    /// Waits for an answer. If the login has run out, it asks again with a new one.
    private func response(
        to next: (batch: ArraySlice<ServerItemID>, request: ServerRequest, answer: PendingAnswer)
    ) throws(ServerFailure) -> Response {
        do throws(ServerFailure) {
            return try connection.result(of: next.answer, for: next.request)
        } catch {
            guard error.kind == .loginRefused || error.kind == .offline else { throw error }
            return try session.post(Self.contents, fields(for: next.batch), isChange: false)
        }
    }

    private func fields(for ids: ArraySlice<ServerItemID>) -> [(String, String)] {
        [("output", "json")] + ids.map { ("i", $0.googleReaderText) }
    }

    /// Reads the items, without those that weren't asked for: their ids were misunderstood.
    private func items(
        in response: Response, of ids: Set<ServerItemID>
    ) throws(ServerFailure) -> [ServerItem] {
        var items = try response.list("items") { ServerItem(googleReader: $0) }
        items.removeAll { !ids.contains($0.id) }
        guard dialect.writesWide else { return items }
        for index in items.indices {
            items[index].item.title = items[index].item.title.map(WideSigns.undo(_:))
            items[index].item.authors = items[index].item.authors.map(WideSigns.undo(_:))
        }
        return items
    }
}

extension ServerItem {
    /// Nil without its id or its feed.
    fileprivate init?(googleReader json: JSONValue) {
        guard let id = json["id"]?.text, let feed = json["origin"]?["streamId"]?.text else { return nil }
        let categories = json["categories"]?.lines ?? []
        var item = ParsedItem(json)
        item.published = json["published"]?.time
        item.link = Self.firstLink(json["canonical"]) ?? Self.firstLink(json["alternate"])
        item.content = json["content"]?["content"]?.content ?? json["summary"]?["content"]?.content
        item.categories = categories.filter { !GoogleReaderTag.isOwn($0) }.map { ParsedCategory($0) }
        // Miniflux calls the link of a file “url”.
        item.enclosures =
            json["enclosure"]?.enclosures(url: ["href", "url"], type: "type", length: "length") ?? []
        item.resolveLinks(base: item.link)
        self.init(
            id: ServerItemID(googleReader: id), feed: ServerFeedID(feed), item: item,
            isRead: categories.contains { GoogleReaderTag.isMark($0, "read") },
            isStarred: categories.contains { GoogleReaderTag.isMark($0, "starred") },
            labels: Set(categories.compactMap(GoogleReaderTag.label).filter(ServerLabels.isName)))
    }

    private static func firstLink(_ json: JSONValue?) -> String? {
        json?.all.lazy.compactMap { $0["href"]?.link }.first
    }
}

extension ServerItemID {
    /// Reads the decimal form of lists or the long form of contents: 16 hexadecimal digits, a number in two's
    /// complement. The Old Reader has 24 digits, which are no number.
    init(googleReader text: String) {
        guard text.hasPrefix(Self.prefix) else {
            self = ServerItemID(text)
            return
        }
        let digits = text.dropFirst(Self.prefix.count)
        if digits.count <= 16, let number = UInt64(digits, radix: 16) {
            self = .number(Int64(bitPattern: number))
        } else {
            self = .text(String(digits))
        }
    }

    /// The long form, which every server reads in the same way. In the short ones FreshRSS takes hexadecimal digits for a
    /// decimal number if they can be one, and Miniflux takes a decimal number for hexadecimal digits: if it has 16 of
    /// them, and in old versions always.
    var googleReaderText: String {
        switch self {
        case .number(let number): Self.prefix + UInt64(bitPattern: number).hexadecimal
        case .text(let text): Self.prefix + text
        }
    }

    private static let prefix = "tag:google.com,2005:reader/item/"
}
