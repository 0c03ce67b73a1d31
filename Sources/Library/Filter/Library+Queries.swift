package import FoundationEssentials
import SQLite

extension Library {
    /// Whether the saved searches are these already.
    func isFollowing(_ queries: [SavedQuery]) throws(LibraryFailure) -> Bool {
        try read { try $0.savedQueries() } == queries
    }

    /// Continues to fill incomplete saved searches.
    package func lookForQueriesThatWait() throws(LibraryFailure) {
        if try read({ try $0.queryToLookFor() }) != nil { lookForQueries() }
    }

    /// The saved searches in the order of the urls file, with their counts, of which some take a moment.
    package func queries(now: Date = Date(), isCounting: Bool = true) throws(LibraryFailure) -> [Query] {
        try read { database in
            let rows = try database.all(
                "SELECT id, name, expression, looked_from FROM queries ORDER BY position"
            ) { (QueryID($0.integer(0)), $0.text(1), $0.text(2), $0.integer(3)) }
            return try rows.map { id, name, expression, lookedFrom in
                let counts = isCounting ? try database.counts(of: id, at: now) : Counts(items: 0, unread: 0)
                return Query(
                    id: id, name: name, expression: expression, counts: counts, isComplete: lookedFrom == 0)
            }
        }
    }

    /// Continues to fill the first incomplete saved search, in transactions so short that no mark has to wait.
    func lookForQueries(_ itemsAtOnce: Int64 = 256) {
        pool.write { database in
            try database.lookFurther(itemsAtOnce, at: Date())
        } finish: { result in
            switch result {
            case .success(let look?):
                self.announce([.query(look.query)])
                self.lookForQueries(look.nextItemsAtOnce)
            case .success(nil): break
            // The next opening of the library continues after a failure.
            case .failure(let error): self.announce(trouble: error)
            }
        }
    }
}

/// A part of all items that was searched.
private struct QueryLook: Sendable {
    let query: QueryID
    /// How many items to search next, because a user's mark may wait for it.
    let nextItemsAtOnce: Int64

    init(_ query: QueryID, _ itemsAtOnce: Int64, took time: Duration) {
        self.query = query
        nextItemsAtOnce =
            switch time {
            case ..<Duration.milliseconds(5): min(itemsAtOnce * 2, SearchVolume.size)
            case ..<Duration.milliseconds(15): itemsAtOnce
            default: max(itemsAtOnce / 2, 16)
            }
    }
}

extension Database {
    fileprivate func savedQueries() throws -> [SavedQuery] {
        try all("SELECT name, expression FROM queries ORDER BY position") {
            SavedQuery(name: $0.text(0), expression: $0.text(1))
        }
    }

    func follow(_ queries: [SavedQuery], at now: Date) throws -> [LibraryChange] {
        let known = try all("SELECT id, name, expression FROM queries") { row in
            (QueryID(row.integer(0)), SavedQuery(name: row.text(1), expression: row.text(2)))
        }
        var ids = Dictionary(known.map { ($1, $0) }) { first, _ in first }
        let next = try first("SELECT coalesce(max(id), 0) + 1 FROM items") { $0.integer(0) } ?? 1
        for (position, query) in queries.enumerated() {
            if let id = ids.removeValue(forKey: query) {
                try run("UPDATE queries SET position = ? WHERE id = ?", position, id)
                continue
            }
            let isKept = (try? Filter(query.expression)).map { FilterPlan($0.expression).isKept } ?? false
            try run(
                """
                INSERT INTO queries (name, expression, position, is_kept, looked_from, looked_at)
                VALUES (?, ?, ?, ?, ?, ?)
                """, query.name, query.expression, position, isKept, isKept ? next : 0, now)
        }
        for id in ids.values { try run("DELETE FROM queries WHERE id = ?", id) }
        for query in try keptQueries() where query.lookedFrom == next {
            let parts = query.filter.feedConditions
            guard !parts.isEmpty else { continue }
            let truth = try FeedTruth(of: parts, at: now, in: self)
            for feed in try truth.allFeeds() { _ = try truth.storeResults(of: feed, for: query.id) }
        }
        return [.queries]
    }

    fileprivate func queryToLookFor() throws -> QueryID? {
        try first("SELECT id FROM queries WHERE looked_from > 0 ORDER BY position LIMIT 1") { QueryID($0.integer(0)) }
    }

    /// Searches some more items for the first incomplete saved search; nil if all are complete.
    fileprivate func lookFurther(_ itemsAtOnce: Int64, at now: Date) throws -> QueryLook? {
        guard let query = try keptQueries().first(where: { $0.lookedFrom > 0 }) else { return nil }
        let start = ContinuousClock.now
        // A damaged library may have an item with a number far beyond all others: the gap is skipped.
        let newest = try first("SELECT max(id) FROM items WHERE id < ?", query.lookedFrom) { $0.integer(0) } ?? 0
        let last = max(min(newest, query.lookedFrom - 1), 0)
        // Stays within one volume of the search index, which finds words.
        let volume = SearchVolume(of: ItemID(last))
        let from = max(last - itemsAtOnce + 1, volume.items.lowerBound)
        let items = ItemSet(range: from...last)
        try update(query, of: items, at: now, index: .volume(volume))
        if !query.filter.feedParts.isEmpty {
            let copies = try withCopies(items).subtracting(items)
            if !copies.isEmpty { try update(query, of: copies, at: now) }
        }
        // Item numbers start at 1.
        try run("UPDATE queries SET looked_from = ? WHERE id = ?", from <= 1 ? 0 : from, query.id)
        return QueryLook(query.id, itemsAtOnce, took: ContinuousClock.now - start)
    }
}
