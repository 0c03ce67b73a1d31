import SQLite

/// What lists don't know about an item.
package struct ItemDetails: Equatable, Sendable {
    /// In their order.
    package var tags: [String] = []
    /// The URL of its first file.
    package var enclosure: String?
    /// The length of its text, in bytes.
    package var length = 0

    package init() {}
}

extension Library {
    package func details(of items: [ItemID]) throws(LibraryFailure) -> [ItemID: ItemDetails] {
        try read { database in
            let tags = try database.statement("SELECT tag FROM item_tags WHERE item = ? ORDER BY tag")
            let rest = try database.statement(
                """
                SELECT length(CAST(html AS BLOB)),
                    (SELECT url FROM enclosures WHERE item = ?1 AND NOT is_transcript ORDER BY position LIMIT 1)
                FROM contents WHERE item = ?1
                """)
            return try items.reduce(into: [:]) { known, item in
                var details = ItemDetails()
                try tags.each(item) { details.tags.append($0.text(0)) }
                try rest.each(item) { (details.length, details.enclosure) = ($0.int(0), $0.optionalText(1)) }
                known[item] = details
            }
        }
    }
}
