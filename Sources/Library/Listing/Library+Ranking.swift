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
}

extension Library {
    /// All items of a listing ordered by one of their texts, those without it last, equal ones by number. Takes a
    /// second for a million items, and memory for all their texts.
    package func ranking(of listing: Listing, by key: RankingKey) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            let items = try database.items(of: .listing(listing), for: .deleted)
            if key == .random { return items.shuffled() }
            let statement = try database.statement("SELECT id, \(key.column) FROM items WHERE id BETWEEN ? AND ?")
            var rows: [(key: String, item: ItemID)] = []
            for run in items.runs {
                try statement.each(run.lowerBound, run.upperBound) { row in
                    rows.append((Self.key(of: row.optionalText(1) ?? ""), ItemID(row.integer(0))))
                }
            }
            rows.sort { left, right in
                if left.key.isEmpty != right.key.isEmpty { return right.key.isEmpty }
                return (left.key, left.item) < (right.key, right.item)
            }
            return rows.map(\.item)
        }
    }

    /// A text reduced for sorting: without case and punctuation.
    private static func key(of text: String) -> String {
        var key = String.UnicodeScalarView()
        for scalar in text.lowercased().unicodeScalars {
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                key.append(scalar)
            } else if let last = key.last, last != " " {
                key.append(" ")
            }
        }
        if key.last == " " { key.removeLast() }
        return String(key)
    }
}
