import FeedParser
import FoundationEssentials
package import Library
import SQLite
import URLs

/// newsraft's database.
package struct NewsraftStore: ForeignStore {
    private let database: ForeignDatabase
    private let subscribed: Set<String>
    private var items: ForeignTable

    /// Reads a copy in `folder`. Feeds that aren't `subscribed` stay hidden.
    package init(path: String, copyingTo folder: String, subscribed: Set<String>) throws(MovingFailure) {
        database = try ForeignDatabase(path: path, copyingTo: folder)
        self.subscribed = subscribed
        items = try ForeignTable(
            "items", in: database, columns: Self.itemColumns, needed: ["guid", "feed_url", "unread"],
            contents: "newsraft items")
    }

    package func feeds() throws(MovingFailure) -> [ForeignFeed] {
        let known = try database.columns(of: "feeds", with: "feed_url")
        guard !known.isEmpty else { return [] }
        let columns = ColumnList(["feed_url", "link", "title"], of: known)
        return try database.all("SELECT \(columns.sql) FROM feeds") { row in
            let url = NewsraftFeeds.address(row.storedText(0))
            return ForeignFeed(
                url: url, title: row.filledText(2), site: row.webAddress(1), isSubscribed: subscribed.contains(url))
        }
    }

    package mutating func nextItems() throws(MovingFailure) -> [ForeignItem] {
        try items.next { row in ForeignItem(newsraft: row) }
    }

    fileprivate static let itemColumns = [
        "feed_url", "guid", "title", "link", "content", "attachments", "persons", "publication_date", "update_date",
        "unread", "important"
    ]
}

extension ForeignItem {
    /// Reads the columns of `NewsraftStore.itemColumns`.
    fileprivate init(newsraft row: borrowing Row) {
        let authors = SerializedGroups(row.storedText(6)).groups.filter { $0["type"] == "author" }
        let files = SerializedGroups(row.storedText(5)).groups
        let item = ParsedItem(
            id: row.filledText(1),
            title: row.filledText(2),
            link: row.webAddress(3),
            authors: authors.compactMap { ($0["name"] ?? $0["email"]).map(String.init) },
            published: row.moment(7),
            updated: row.moment(8),
            content: Self.content(SerializedGroups(row.storedText(4))),
            enclosures: files.compactMap { file in
                guard let url = file["url"].map(String.init), url.isWebAddress else { return nil }
                return ParsedEnclosure(
                    url: url, type: file["type"].map(String.init), length: file["size"].flatMap { Int($0) })
            })
        self.init(
            feed: NewsraftFeeds.address(row.storedText(0)), item: item, isRead: !row.bool(9), isStarred: row.bool(10))
    }

    /// Returns the longest text, which newsraft shows.
    private static func content(_ texts: SerializedGroups) -> String? {
        let longest = texts.groups.max { ($0["text"]?.utf8.count ?? 0) < ($1["text"]?.utf8.count ?? 0) }
        guard let longest, let text = longest["text"] else { return nil }
        let isHTML = longest["type"].map { $0.contains("html") || $0.contains("xml") } ?? true
        return isHTML ? String(text) : String(text).asHTML
    }
}

/// newsraft's list of feeds.
package struct NewsraftFeeds: Equatable, Sendable {
    package private(set) var feeds: [ImportedFeed] = []

    package init(_ text: String) {
        var folder: String?
        var ofFolder: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let line = line.trimmed
            if line.isEmpty || line.hasPrefix("#") { continue }
            let (entry, rest) = line.parted(at: " < ")
            let settings = rest.map { [String($0)] } ?? []
            if entry.hasPrefix("@") {
                folder = String(entry.dropFirst().trimmed)
                ofFolder = settings
            } else {
                add(entry, in: folder, ofFolder + settings)
            }
        }
    }

    private mutating func add(_ entry: Substring, in folder: String?, _ settings: [String]) {
        let end = entry.hasPrefix("$(") ? entry.lastIndex(of: ")").map { entry.index(after: $0) } : nil
        let url = entry[..<(end ?? entry.firstIndex(where: \.isWhitespace) ?? entry.endIndex)]
        let title = entry[url.endIndex...].trimmed
        feeds.append(
            ImportedFeed(
                url: Self.address(String(url)),
                title: title.hasPrefix("\"") ? String(title.dropFirst().prefix { $0 != "\"" }) : nil, folder: folder,
                settings: settings))
    }

    /// Converts newsraft's URL to lede's: a command in `$()` becomes `exec:`.
    static func address(_ url: String) -> String {
        url.hasPrefix("$(") && url.hasSuffix(")") ? "exec:" + url.dropFirst(2).dropLast() : url
    }
}

extension Substring {
    var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    /// Splits the text at the first mark.
    fileprivate func parted(at mark: String) -> (Substring, Substring?) {
        guard let range = firstRange(of: mark) else { return (self, nil) }
        return (self[..<range.lowerBound].trimmed, self[range.upperBound...].trimmed)
    }
}

/// newsraft's serialised lists of properties. The first character separates the pieces; the piece `^` begins the next
/// element, all others are `name=value`.
private struct SerializedGroups {
    let groups: [[Substring: Substring]]

    init(_ text: String) {
        guard let delimiter = text.first else {
            groups = []
            return
        }
        var groups: [[Substring: Substring]] = []
        for piece in text.dropFirst().split(separator: delimiter) {
            if piece == "^" { groups.append([:]) }
            guard let equals = piece.firstIndex(of: "=") else { continue }
            if groups.isEmpty { groups.append([:]) }
            groups[groups.count - 1][piece[..<equals]] = piece[piece.index(after: equals)...]
        }
        self.groups = groups
    }
}
