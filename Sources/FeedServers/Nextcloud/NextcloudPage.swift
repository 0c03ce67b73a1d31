import FeedParser
import FoundationEssentials

/// Items in one answer of Nextcloud News.
struct NextcloudPage {
    var items: [ServerItem] = []
    /// When an item last changed, by the server's clock in seconds.
    var changed = 0
    /// Whether each of the items could be read.
    var isRead = true
    /// The lowest id, after which older items come.
    var oldest: Int64?

    static func readVersion(_ reader: inout JSONReader) throws(JSONReader.Failure) -> String? {
        guard try reader.beginObject() else { return nil }
        var version: String?
        while let key = try reader.nextKey() {
            if key == "version" { version = try reader.text() }
        }
        return version
    }
}

extension JSONReader {
    /// Reads an answer with items; nil without a list of them.
    mutating func nextcloudPage() throws(Failure) -> NextcloudPage? {
        guard try beginObject() else { return nil }
        var page = NextcloudPage()
        var hasItems = false
        while let key = try nextKey() {
            guard key == "items" else {
                try skip()
                continue
            }
            hasItems = try beginArray()
            if !hasItems { return nil }
            while try nextElement() { try addNextcloudItem(to: &page) }
        }
        return hasItems ? page : nil
    }

    private mutating func addNextcloudItem(to page: inout NextcloudPage) throws(Failure) {
        guard try beginObject() else {
            page.isRead = false
            return
        }
        var (id, feed): (String?, String?)
        var (isUnread, isStarred): (Bool?, Bool?)
        var (fileLink, fileType): (String?, String?)
        var item = ParsedItem()
        while let key = try nextKey() {
            switch key {
            case "id": id = try text()
            case "feedId": feed = try text()
            case "guid": item.id = try text().flatMap { $0.isEmpty ? nil : $0 }
            case "url": item.link = try link()
            case "title": item.title = try line()
            case "author": item.authors = try line().map { [$0] } ?? []
            case "pubDate": item.published = try number().flatMap { Date(secondsOfServer: $0) }
            case "body": item.content = try string().flatMap { $0.isEmpty ? nil : $0 }
            case "enclosureMime": fileType = try line()
            case "enclosureLink": fileLink = try link()
            case "mediaThumbnail": item.image = try link()
            case "unread": isUnread = try flag()
            case "starred": isStarred = try flag()
            case "lastModified":
                let time = try number().flatMap { Int(exactly: $0) } ?? 0
                // Some versions have microseconds.
                page.changed = max(page.changed, time > 100_000_000_000 ? time / 1_000_000 : time)
            default: try skip()
            }
        }
        // Without its marks it would be taken for read.
        guard let id, let number = Int64(id), let feed, let isUnread, let isStarred else {
            page.isRead = false
            return
        }
        page.oldest = min(page.oldest ?? number, number)
        if let fileLink { item.enclosures = [ParsedEnclosure(url: fileLink, type: fileType)] }
        item.resolveLinks(base: item.link)
        page.items.append(
            ServerItem(
                id: .number(number), feed: ServerFeedID(feed), item: item, isRead: !isUnread, isStarred: isStarred))
    }
}
