import SQLite

/// What a list can be ranked by that no index has in its order.
package enum RankingKey: Sendable {
    case title
    case author
    /// The tags that the person, or a rule, has given.
    case tags
    case link
    /// What the feed itself knows the item by.
    case guid
    /// Nothing: each time it is another order.
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
    /// All items of a listing in the order of a text that they have, those without it last. Equal ones stand as they did,
    /// by their numbers. It takes a second for a million, and memory for all their texts.
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

    /// A text without what no one looks it up by: the case of its letters, and its signs.
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
