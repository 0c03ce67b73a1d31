import SQLite

// The tags of items, from the user or a rule. Tags of feeds are in the urls file.
extension Library {
    /// Whether pending marks add or remove tags.
    package var isTagging: Bool { pendingMarks.all.contains { $0.mark.isTag } }

    /// The names of all of them, in order.
    package func itemTags() throws(LibraryFailure) -> [String] {
        try read { database in
            // Skips from one name to the next, because many items may have each.
            try database.all(
                """
                WITH RECURSIVE names(tag) AS (
                    SELECT min(tag) FROM item_tags
                    UNION ALL SELECT (SELECT min(tag) FROM item_tags WHERE tag > names.tag) FROM names
                    WHERE tag IS NOT NULL
                )
                SELECT tag FROM names WHERE tag IS NOT NULL
                """
            ) { $0.text(0) }
        }
    }

    /// The tags of these items, including pending ones.
    package func tags(of items: [Item]) throws(LibraryFailure) -> [ItemID: Set<String>] {
        // Read first: marks that are written meanwhile do no harm.
        let pending = pendingMarks.all
        return try read { try $0.tags(of: items, with: pending) }
    }
}

extension Database {
    /// The tags that items have when these marks are written.
    func tags(of items: [Item], with marks: [PendingMarks.Pending]) throws -> [ItemID: Set<String>] {
        let statement = try statement("SELECT tag FROM item_tags WHERE item = ?")
        var tags = try items.reduce(into: [ItemID: Set<String>]()) { tags, item in
            try statement.each(item.id) { tags[item.id, default: []].insert($0.text(0)) }
        }
        for mark in marks {
            for item in items where mark.target.contains(item) {
                switch mark.mark {
                case .tagged(let tag): tags[item.id, default: []].insert(tag)
                case .untagged(let tag): tags[item.id]?.remove(tag)
                case .read, .unread, .starred, .unstarred, .deleted: break
                }
            }
        }
        return tags
    }
}
