import SQLite

/// Orders of a list that no index has.
package enum RankingKey: Sendable {
    case title
    case author
    /// The tags from the user or from rules.
    case tags
    case link
    /// The item's id in the feed.
    case guid
    /// Random: another order each time.
    case random

    /// As a column of `items`.
    fileprivate var column: String {
        switch self {
        case .title: "title"
        case .author: "author"
        case .tags:
            "(SELECT group_concat(tag, ' ') FROM (SELECT tag FROM item_tags WHERE item = items.id ORDER BY tag))"
        case .link: "link"
        case .guid: "(SELECT guid FROM contents WHERE item = items.id)"
        case .random: "NULL"
        }
    }

    /// Titles and authors as readers look for them; the others exactly, as newsboat does.
    fileprivate func sortingKey(of text: String) -> String {
        switch self {
        case .title, .author: text.sortingKey
        case .tags, .link, .guid, .random: text
        }
    }
}

extension Library {
    /// All items of a listing ordered by one of their texts, newest first where it is equal. Takes a second for a million
    /// items, and memory for all their texts.
    ///
    /// As in newsboat, items without the text come first, and last in the reversed order. Only untitled items come after
    /// all titles: newsboat makes up titles for them.
    package func ranking(
        of listing: Listing, by key: RankingKey, isReversed: Bool = false
    ) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            let items = try database.items(of: .listing(listing), for: .deleted)
            if key == .random { return items.shuffled() }
            let statement = try database.statement(
                """
                SELECT id, \(key.column), date FROM items JOIN states ON states.item = items.id
                WHERE id BETWEEN ? AND ?
                """)
            var rows: [RankedRow] = []
            for run in items.runs {
                try statement.each(run.lowerBound, run.upperBound) { row in
                    rows.append(
                        RankedRow(
                            key: key.sortingKey(of: row.optionalText(1) ?? ""), date: row.integer(2),
                            item: row.integer(0)))
                }
            }
            rows.sort { left, right in
                guard left.key == right.key else {
                    if key == .title, left.key.isEmpty || right.key.isEmpty { return right.key.isEmpty != isReversed }
                    return (left.key < right.key) != isReversed
                }
                return (left.date, left.item) > (right.date, right.item)
            }
            return rows.map { ItemID($0.item) }
        }
    }
}

/// An item on its way to its rank.
private struct RankedRow {
    let key: String
    let date: Int64
    let item: Int64
}
