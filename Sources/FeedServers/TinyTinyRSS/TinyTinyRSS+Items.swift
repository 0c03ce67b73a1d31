import FeedParser
import FoundationEssentials
import HTTP

extension TinyTinyRSS {
    func unread(limit: Int) throws(ServerFailure) -> ItemIDs {
        try list(#""feed_id":-4,"view_mode":"unread""#, limit)
    }

    func starred(limit: Int) throws(ServerFailure) -> ItemIDs {
        try list(#""feed_id":-1,"view_mode":"all_articles""#, limit)
    }

    func recent(since date: Date, limit: Int) throws(ServerFailure) -> ItemIDs {
        var list = try list(#""feed_id":-4,"view_mode":"all_articles","order_by":"feed_dates""#, limit, since: date)
        list.isComplete = false
        return list
    }

    func items(_ ids: [ServerItemID], receive: ([ServerItem]) throws -> Void) throws {
        let ids = ids.filter { $0.number != nil }
        for start in stride(from: 0, to: ids.count, by: Self.page) {
            let batch = ids[start..<min(start + Self.page, ids.count)]
            let wanted = Set(batch)
            let list = batch.map(\.description).joined(separator: ",")
            let found = try ask("getArticle", #""article_id":"\#(list)""#) { reader throws(JSONReader.Failure) in
                try reader.elements { reader throws(JSONReader.Failure) in try reader.tinyTinyRSSArticle()?.item }
            }
            let items = found.filter { wanted.contains($0.id) }
            if !items.isEmpty { try receive(items) }
        }
    }

    /// Pages are counted from the newest item, so ids are lost and repeated when something changes meanwhile: only a list
    /// in one answer can be complete.
    private func list(_ fields: String, _ limit: Int, since date: Date = .distantPast) throws(ServerFailure) -> ItemIDs
    {
        var list = ItemIDs(isComplete: false)
        var known: Set<ServerItemID> = []
        var skipped = 0
        while list.ids.count < limit {
            let page = try ask(
                "getHeadlines", #"\#(fields),"limit":\#(Self.page),"skip":\#(skipped)"#
            ) { reader throws(JSONReader.Failure) in
                try reader.elements { reader throws(JSONReader.Failure) in .some(try reader.tinyTinyRSSArticle()) }
            }
            let articles = page.compactMap(\.self)
            let recent = articles.filter { ($0.updated ?? .distantFuture) >= date }
            let new = recent.map(\.item.id).filter { known.insert($0).inserted }
            list.ids += new
            list.isComplete = skipped == 0 && page.count < Self.page && articles.count == page.count
            skipped += page.count
            if new.isEmpty || page.count < Self.page || recent.count < articles.count { break }
        }
        if list.ids.count > limit { list = ItemIDs(Array(list.ids.prefix(limit)), isComplete: false) }
        return list
    }

    /// The server's most.
    private static let page = 200
}

extension JSONReader {
    /// Reads an article, with or without its text. Its guid isn't the feed's, as the server has hashed it.
    fileprivate mutating func tinyTinyRSSArticle() throws(Failure) -> (item: ServerItem, updated: Date?)? {
        guard try beginObject() else { return nil }
        var (id, feed): (String?, String?)
        var (isUnread, isStarred): (Bool?, Bool?)
        var item = ParsedItem()
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feed_id": feed = try text()
            case "unread": isUnread = try flag()
            case "marked": isStarred = try flag()
            case "title": item.title = try line()
            case "link": item.link = try link()
            case "author": item.authors = try line().map { [$0] } ?? []
            case "updated": item.published = try number().flatMap { Date(secondsOfServer: $0) }
            case "content": item.content = try string().flatMap { $0.isEmpty ? nil : $0 }
            case "comments": item.comments = try link().map { ParsedComments(link: $0) }
            case "lang": item.language = try line()
            case "attachments":
                item.enclosures =
                    try elements { reader throws(Failure) in try reader.tinyTinyRSSAttachment() } ?? []
            default: try skip()
            }
        }
        // Without its marks it would be taken for read.
        guard let id, let number = Int64(id), let isUnread, let isStarred else { return nil }
        item.resolveLinks(base: item.link)
        // What is kept of a feed that has gone belongs to none.
        return (
            ServerItem(
                id: .number(number), feed: ServerFeedID(feed ?? "0"), item: item, isRead: !isUnread,
                isStarred: isStarred), item.published
        )
    }

    private mutating func tinyTinyRSSAttachment() throws(Failure) -> ParsedEnclosure? {
        guard try beginObject() else { return nil }
        var (url, type): (String?, String?)
        while let key = try nextKey() {
            switch key {
            case "content_url": url = try link()
            case "content_type": type = try line()
            default: try skip()
            }
        }
        return url.map { ParsedEnclosure(url: $0, type: type) }
    }
}
