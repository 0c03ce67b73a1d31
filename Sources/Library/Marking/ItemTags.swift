import SQLite

// The tags of items, from the user or a rule. Tags of feeds are in the urls file.
extension Library {
    /// Whether pending marks add or remove tags.
    package var isTagging: Bool { changeQueue.marks.contains { $0.mark.isTag } }

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
        let pending = changeQueue.marks
        return try read { try $0.tags(of: items, with: pending) }
    }
}

extension Database {
    /// The tags that items have when these marks are written.
    func tags(of items: [Item], with marks: [PendingMark]) throws -> [ItemID: Set<String>] {
        let statement = try statement("SELECT tag FROM item_tags WHERE item = ?")
        var tags = try items.reduce(into: [ItemID: Set<String>]()) { tags, item in
            try statement.each(item.id) { tags[item.id, default: []].insert($0.text(0)) }
        }
        for mark in marks {
            for item in items where mark.target.contains(item) {
                switch mark.mark {
                case .tagged(let tag): tags[item.id, default: []].insert(tag)
                case .untagged(let tag): tags[item.id]?.remove(tag)
                case .state, .deleted: break
                }
            }
        }
        return tags
    }
}

// The items that a mark would apply to.
extension Library {
    /// The current items of a target, one by one: up to 0.2 s for a hundred thousand.
    package func items(of target: MarkTarget) throws(LibraryFailure) -> ItemSet {
        try read { database in
            // Deleting includes all of a list's items.
            let items = try database.items(of: target, for: .deleted)
            guard case .items = target else { return items }
            let statement = try database.statement("SELECT 1 FROM states WHERE item = ? AND is_deleted = 0")
            return ItemSet(try items.filter { item in try statement.first(item) { _ in true } ?? false })
        }
    }

    /// The tags of some of these items and which items have them, including pending ones.
    package func tags(of items: ItemSet) throws(LibraryFailure) -> [String: ItemSet] {
        // Read first: marks that are written meanwhile do no harm.
        let pending = changeQueue.marks
        return try read { database in
            var tags = try database.writtenTags(of: items)
            for mark in pending {
                switch mark.mark {
                case .tagged(let tag):
                    let marked = try items.intersection(database.items(of: mark.target, for: mark.mark))
                    tags[tag] = (tags[tag] ?? ItemSet()).union(marked)
                case .untagged(let tag):
                    let marked = try database.items(of: mark.target, for: mark.mark)
                    tags[tag] = tags[tag]?.subtracting(marked)
                case .state, .deleted: break
                }
            }
            return tags.filter { !$0.value.isEmpty }
        }
    }
}

extension Database {
    fileprivate func writtenTags(of items: ItemSet) throws -> [String: ItemSet] {
        var tagged: [String: [ItemID]] = [:]
        if items.count > Self.mostAskedOneByOne {
            try each("SELECT item, tag FROM item_tags") { row in
                let item = ItemID(row.integer(0))
                if items.contains(item) { tagged[row.text(1), default: []].append(item) }
            }
        } else {
            let statement = try statement("SELECT tag FROM item_tags WHERE item = ?")
            for item in items { try statement.each(item) { tagged[$0.text(0), default: []].append(item) } }
        }
        return tagged.mapValues { ItemSet($0) }
    }

    /// For more items it is quicker to read all that have tags.
    private static let mostAskedOneByOne = 1000
}
