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
    mutating func minifluxPage() throws(Failure) -> MinifluxPage? {
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
    mutating func minifluxEntry() throws(Failure) -> MinifluxPage? {
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
