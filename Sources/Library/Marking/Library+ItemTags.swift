import SQLite

// The tags that the person, or a rule, has given items. Those of feeds are the urls file's.
extension Library {
    /// Whether tags are given, or taken off, that are not written yet.
    package var isTagging: Bool { pendingMarks.all.contains { $0.mark.isTag } }

    /// The names of all of them, in their order.
    package func itemTags() throws(LibraryFailure) -> [String] {
        try read { database in
            // From one name to the next, as many items may have each.
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

    /// The tags that these items have, also where these are not written yet.
    package func tags(of items: [Item]) throws(LibraryFailure) -> [ItemID: Set<String>] {
        // First, as those that are written meanwhile do no harm.
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
