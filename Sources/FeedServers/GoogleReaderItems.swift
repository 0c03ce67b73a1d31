import FeedParser
import FoundationEssentials
import HTTP

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

extension GoogleReader {
    /// Asks for two batches at a time, so that the server works while an answer is stored.
    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        var batches = stride(from: 0, to: ids.count, by: Self.batch).map { ids[$0..<min($0 + Self.batch, ids.count)] }[
            ...]
        var underWay: [(batch: ArraySlice<ServerItemID>, request: ServerRequest, answer: PendingAnswer)] = []
        while !batches.isEmpty || !underWay.isEmpty {
            while underWay.count < 2, let batch = batches.popFirst() {
                let request = try session.postRequest(Self.contents, fields(for: batch), isChange: false)
                underWay.append((batch, request, session.connection.start(request)))
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
            return try session.connection.result(of: next.answer, for: next.request)
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
        var items = try response.json { reader throws(JSONReader.Failure) in try reader.googleReaderItems() }
        items.removeAll { !ids.contains($0.id) }
        guard dialect.writesWide else { return items }
        for index in items.indices {
            items[index].item.title = items[index].item.title.map(WideSigns.undo(_:))
            items[index].item.authors = items[index].item.authors.map(WideSigns.undo(_:))
        }
        return items
    }
}

extension JSONReader {
    /// Reads an answer with items; nil if it has no list of them.
    fileprivate mutating func googleReaderItems() throws(Failure) -> [ServerItem]? {
        try members(named: "items") { reader throws(Failure) in try reader.googleReaderItem() }
    }

    /// Reads an item; nil without its id or its feed.
    private mutating func googleReaderItem() throws(Failure) -> ServerItem? {
        guard try beginObject() else { return nil }
        var (id, feed): (String?, String?)
        var (canonical, alternate): (String?, String?)
        var (content, summary): (String?, String?)
        var categories: [String] = []
        var item = ParsedItem()
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "title": item.title = try line()
            case "author": item.authors = try line().map { [$0] } ?? []
            case "published": item.published = try number().flatMap { Date(secondsOfServer: $0) }
            case "canonical": canonical = try firstLink()
            case "alternate": alternate = try firstLink()
            case "content": content = try self.content()
            case "summary": summary = try self.content()
            case "enclosure": item.enclosures = try enclosures()
            case "categories": categories = try lines()
            case "origin": feed = try streamID()
            default: try skip()
            }
        }
        guard let id, let feed else { return nil }
        item.link = canonical ?? alternate
        item.content = content ?? summary
        item.categories = categories.filter { !GoogleReaderTag.isOwn($0) }.map { ParsedCategory($0) }
        item.resolveLinks(base: item.link)
        return ServerItem(
            id: ServerItemID(googleReader: id), feed: ServerFeedID(feed), item: item,
            isRead: categories.contains { GoogleReaderTag.isMark($0, "read") },
            isStarred: categories.contains { GoogleReaderTag.isMark($0, "starred") })
    }

    private mutating func firstLink() throws(Failure) -> String? {
        var link: String?
        try readEach { reader throws(Failure) in
            guard try reader.beginObject() else { return }
            while let key = try reader.nextKey() {
                if key == "href", link == nil { link = try reader.link() }
            }
        }
        return link
    }

    private mutating func content() throws(Failure) -> String? {
        guard try beginObject() else { return nil }
        var content: String?
        while let key = try nextKey() {
            if key == "content" { content = try string().flatMap { $0.isEmpty ? nil : $0 } }
        }
        return content
    }

    /// Reads attached files. Miniflux calls the link of one “url”.
    private mutating func enclosures() throws(Failure) -> [ParsedEnclosure] {
        var enclosures: [ParsedEnclosure] = []
        try readEach { reader throws(Failure) in
            guard try reader.beginObject() else { return }
            var url: String?
            var type: String?
            var length: Int?
            while let key = try reader.nextKey() {
                switch key {
                case "href", "url": url = try reader.link()
                case "type": type = try reader.line()
                case "length": length = try reader.number().flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
                default: try reader.skip()
                }
            }
            if let url { enclosures.append(ParsedEnclosure(url: url, type: type, length: length)) }
        }
        return enclosures
    }

    private mutating func streamID() throws(Failure) -> String? {
        guard try beginObject() else { return nil }
        var id: String?
        while let key = try nextKey() {
            if key == "streamId" { id = try text() }
        }
        return id
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
        case .number(let number):
            let digits = String(UInt64(bitPattern: number), radix: 16)
            return Self.prefix + String(repeating: "0", count: 16 - digits.count) + digits
        case .text(let text): return Self.prefix + text
        }
    }

    private static let prefix = "tag:google.com,2005:reader/item/"
}
