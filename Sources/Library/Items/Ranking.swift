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

extension String {
    /// The text as titles and names are sorted: without case and punctuation, and numbers by their value.
    package var sortingKey: String {
        var key = String.UnicodeScalarView()
        var number: [Unicode.Scalar] = []
        for scalar in lowercased().unicodeScalars {
            if scalar.isDigit {
                number.append(scalar)
                continue
            }
            key.append(number: &number)
            if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                key.append(scalar)
            } else if let last = key.last, last != " " {
                key.append(" ")
            }
        }
        key.append(number: &number)
        if key.last == " " { key.removeLast() }
        return String(key)
    }
}

extension Unicode.Scalar {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

extension String.UnicodeScalarView {
    /// Appends digits after their count, so that 9 comes before 10.
    fileprivate mutating func append(number: inout [Unicode.Scalar]) {
        guard !number.isEmpty else { return }
        let digits = number.drop { $0 == "0" }
        // Longer numbers are names of something; all counts sort before letters.
        append(Unicode.Scalar(UInt8(ascii: "0") + UInt8(Swift.min(digits.count, 40))))
        append(contentsOf: digits)
        number = []
    }
}
