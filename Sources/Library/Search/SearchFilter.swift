import FoundationEssentials
import SQLite

/// The conditions of a search in SQL, over the table `states`.
struct SearchFilter {
    private(set) var sql: String
    /// The values of its parameters.
    private(set) var values: [String] = []

    init(_ conditions: SearchConditions, in database: Database) throws {
        // In a single feed a copy counts as an item; several feeds show the story once.
        sql = conditions.feeds.isEmpty ? "is_listed = 1" : "is_deleted = 0"
        if let isRead = conditions.isRead { sql += " AND is_read = \(isRead ? 1 : 0)" }
        if let isStarred = conditions.isStarred {
            sql += " AND is_starred = \(isStarred ? 1 : 0)\(isStarred ? " AND is_deleted = 0" : "")"
        }
        if let after = conditions.after { sql += " AND date >= \(after.milliseconds)" }
        if let before = conditions.before { sql += " AND date < \(before.milliseconds)" }
        let named = [(conditions.feeds, "IN"), (conditions.excludedFeeds, "NOT IN")].filter { !$0.0.isEmpty }
        if !named.isEmpty {
            let feeds = try FeedNames(in: database)
            for (names, isIn) in named { sql += " AND states.feed \(isIn) (\(feeds.list(naming: names)))" }
        }
        for tag in conditions.tags { add(tag, isExcluded: false) }
        for tag in conditions.excludedTags { add(tag, isExcluded: true) }
    }

    private mutating func add(_ tag: String, isExcluded: Bool) {
        let (condition, tags) = Self.hasTag(tag)
        sql += " AND \(isExcluded ? "NOT " : "")(\(condition))"
        values += tags
    }

    /// SQL for an item or feed with a tag, and the values of its parameters.
    static func hasTag(_ tag: String) -> (sql: String, values: [String]) {
        (
            """
            states.feed IN (SELECT feed FROM feed_tags WHERE tag = ? COLLATE NOCASE)
                OR EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = states.item AND tag = ? COLLATE NOCASE)
            """, [tag, tag]
        )
    }
}

/// The names of the user's feeds.
struct FeedNames {
    private var feeds: [(id: Int64, name: [UInt8], url: String)] = []

    init(in database: Database) throws {
        try database.each(
            "SELECT id, coalesce(own_title, '') || ' ' || coalesce(title, ''), url FROM feeds WHERE is_subscribed"
        ) { row in
            feeds.append((row.integer(0), Self.folded(row.text(1)), row.text(2).lowercased()))
        }
    }

    /// For SQL, the feeds whose title or URL contains one of these texts.
    func list(naming texts: [String]) -> String {
        let wanted = texts.map { (name: Self.folded($0), address: $0.lowercased()) }
        let found = feeds.filter { feed in
            wanted.contains { feed.name.holds($0.name) || feed.url.contains($0.address) }
        }
        return found.map { "\($0.id)" }.joined(separator: ", ")
    }

    /// The words alone, each after a space.
    private static func folded(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        WordScanner.scan(text.utf8.span, isQuery: true) { word, _ in
            folded.append(UInt8(ascii: " "))
            for index in 0..<word.count { folded.append(word[index]) }
        }
        return folded
    }
}

extension [UInt8] {
    fileprivate func holds(_ part: [UInt8]) -> Bool {
        guard !part.isEmpty, part.count <= count else { return false }
        return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
    }
}
