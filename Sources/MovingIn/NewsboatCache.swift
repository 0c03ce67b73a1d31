import FeedParser
import FoundationEssentials
package import Library
import SQLite

/// newsboat's cache.db, of any version.
package struct NewsboatCache: ForeignStore {
    private let database: ForeignDatabase
    private let subscribed: Set<String>
    private var items: ForeignTable

    /// Reads a copy in `folder`. Feeds that aren't `subscribed` stay hidden.
    package init(path: String, copyingTo folder: String, subscribed: Set<String>) throws(MovingFailure) {
        database = try ForeignDatabase(path: path, copyingTo: folder)
        self.subscribed = subscribed
        items = try ForeignTable(
            "rss_item", in: database, columns: Self.itemColumns, needed: ["guid", "feedurl", "unread"],
            contents: "newsboat articles")
    }

    package func feeds() throws(MovingFailure) -> [ForeignFeed] {
        let described = try describedFeeds()
        let known = Set(described.map(\.url))
        let addresses = try database.all("SELECT DISTINCT feedurl FROM rss_item") { $0.storedText(0) }
        return described
            + addresses.filter { !known.contains($0) }.map {
                ForeignFeed(url: $0, isSubscribed: subscribed.contains($0))
            }
    }

    private func describedFeeds() throws(MovingFailure) -> [ForeignFeed] {
        let known = try database.columns(of: "rss_feed", with: "rssurl")
        guard !known.isEmpty else { return [] }
        let columns = ColumnList(["rssurl", "url", "title"], of: known)
        return try database.all("SELECT \(columns.sql) FROM rss_feed") { row in
            let url = row.storedText(0)
            return ForeignFeed(
                url: url, title: row.filledText(2), site: row.webAddress(1), isSubscribed: subscribed.contains(url))
        }.filter { !$0.url.isQuery }
    }

    package mutating func nextItems() throws(MovingFailure) -> [ForeignItem] {
        try items.next { row in ForeignItem(newsboat: row) }
    }

    fileprivate static let itemColumns = [
        "feedurl", "guid", "title", "author", "url", "pubDate", "content", "content_mime_type", "unread",
        "enclosure_url", "enclosure_type", "flags", "deleted"
    ]
}

extension ForeignItem {
    /// Reads the columns of `NewsboatCache.itemColumns`.
    fileprivate init(newsboat row: borrowing Row) {
        let guid = row.filledText(1)
        let link = row.webAddress(4)
        let title = row.filledText(2)
        let content = row.filledText(6)
        let item = ParsedItem(
            id: guid.flatMap { Self.isMadeUp($0, link: row.storedText(4), title: title) ? nil : $0 },
            title: title,
            link: link,
            authors: row.filledText(3).map { [$0] } ?? [],
            published: row.moment(5),
            content: row.storedText(7) == "text/plain" ? content?.asHTML : content,
            enclosures: row.webAddress(9).map { [ParsedEnclosure(url: $0, type: row.filledText(10))] } ?? [])
        self.init(
            feed: row.storedText(0), item: item, isRead: !row.bool(8), isDeleted: row.bool(12),
            tags: Set(row.storedText(11).unicodeScalars.filter(\.isFlag)).map { String($0) }.sorted())
    }

    /// Whether newsboat made up the id of an item without one, from its link and the date as in the feed, or from its
    /// title.
    private static func isMadeUp(_ guid: String, link: String, title: String?) -> Bool {
        if link.isEmpty { return guid == title }
        return guid.hasPrefix(link) && guid.dropFirst(link.count).contains(" ")
    }
}

extension String {
    /// Whether this is one of newsboat's query feeds, which have no items of their own.
    fileprivate var isQuery: Bool { hasPrefix("query:") }
}

extension Unicode.Scalar {
    fileprivate var isFlag: Bool { isASCII && properties.isAlphabetic }
}
