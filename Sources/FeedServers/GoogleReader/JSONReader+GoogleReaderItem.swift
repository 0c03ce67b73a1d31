import FeedParser
import FoundationEssentials

extension JSONReader {
    /// Reads an answer with items; nil if it has no list of them.
    mutating func googleReaderItems() throws(Failure) -> [ServerItem]? {
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
