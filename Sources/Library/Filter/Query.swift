package import FoundationEssentials
import SQLite
import System

/// A saved search of the urls file.
package struct SavedQuery: Hashable, Sendable {
    package let name: String
    /// A filter.
    package let expression: String

    package init(name: String, expression: String) {
        self.name = name
        self.expression = expression
    }
}

/// A saved search with its counts.
package struct Query: Equatable, Identifiable, Sendable {
    package let id: QueryID
    package let name: String
    package let expression: String
    package let counts: Counts
    /// Whether all items have been searched; otherwise older ones may be missing.
    package let isComplete: Bool
}

extension Filter {
    // Parsing a filter takes as long as testing a hundred items, and each transaction needs all of them.
    private static let known = Locked<[String: Filter]>([:])

    /// The filter of a saved search; nil if it is in a newer lede's language.
    static func saved(_ expression: String) -> Filter? {
        if let filter = known.withLock({ $0[expression] }) { return filter }
        guard let filter = try? Filter(expression) else { return nil }
        known.withLock { known in
            if known.count >= 1000 { known = [:] }
            known[expression] = filter
        }
        return filter
    }
}

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
    private static let mostAtOnce: Int64 = 1 << 15

    init(_ query: QueryID, _ itemsAtOnce: Int64, took time: Duration) {
        self.query = query
        nextItemsAtOnce =
            switch time {
            case ..<Duration.milliseconds(5): min(itemsAtOnce * 2, Self.mostAtOnce)
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
        let from = max(last - itemsAtOnce + 1, 0)
        let items = ItemSet(range: from...last)
        try update(query, of: items, at: now)
        if !query.filter.feedParts.isEmpty {
            let copies = try withCopies(items).subtracting(items)
            if !copies.isEmpty { try update(query, of: copies, at: now) }
        }
        // Item numbers start at 1.
        try run("UPDATE queries SET looked_from = ? WHERE id = ?", from <= 1 ? 0 : from, query.id)
        return QueryLook(query.id, itemsAtOnce, took: ContinuousClock.now - start)
    }
}

/// A saved search whose items are kept in a table, because no index has them in order.
struct KeptQuery: Equatable {
    let id: QueryID
    /// The condition of its items, read or unread.
    let filter: FilterExpression
    /// Items from this one on have been searched.
    fileprivate var lookedFrom: Int64
    /// The time from which ages were counted.
    var lookedAt: Date
}

extension Database {
    /// The saved searches with kept items, except those in a newer lede's language.
    func keptQueries() throws -> [KeptQuery] {
        try all("SELECT id, expression, looked_from, looked_at FROM queries WHERE is_kept = 1 ORDER BY position") {
            row in
            Filter.saved(row.text(1)).map { filter in
                KeptQuery(
                    id: QueryID(row.integer(0)), filter: .all(FilterPlan(filter.expression).kept),
                    lookedFrom: row.integer(2), lookedAt: row.date(3))
            }
        }.compactMap { $0 }
    }

    /// Updates the kept rows for some items.
    func update(_ query: KeptQuery, of items: ItemSet, at now: Date) throws {
        let sql = try FilterSQL(query.filter, of: .shown, at: now, using: .none, in: self)
        let copies = CopyFilter(sql, in: self)
        let matching = try statement(
            """
            SELECT states.item, date, is_read FROM \(FilterSQL.tablesByNumber)
            WHERE states.item BETWEEN ? AND ? AND \(sql.condition) ORDER BY states.item
            """)
        // “+query” keeps SQLite from reading all rows of the saved search.
        let holding = try statement(
            "SELECT item, date, is_read FROM query_items WHERE item BETWEEN ? AND ? AND +query = ?")
        for span in items.spans {
            var held: [ItemID: KeptItem] = [:]
            try holding.each(span.lowerBound, span.upperBound, query.id) { held[ItemID($0.integer(0))] = KeptItem($0) }
            var coming: [KeptItem] = []
            try matching.each(span.lowerBound, span.upperBound, Each(sql.values)) { row in
                let item = KeptItem(row)
                guard try items.contains(item.id) && copies.shows(item.id) else { return }
                if held.removeValue(forKey: item.id) != item { coming.append(item) }
            }
            for item in held.keys where items.contains(item) {
                try run("DELETE FROM query_items WHERE item = ? AND query = ?", item, query.id)
            }
            for item in coming {
                try run(
                    """
                    INSERT INTO query_items (query, item, date, is_read) VALUES (?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET date = excluded.date, is_read = excluded.is_read
                    """, query.id, item.id, item.date, item.isRead)
            }
        }
    }

    /// Updates whether kept items are read.
    func set(_ items: ItemSet, read isRead: Bool, in query: KeptQuery) throws {
        // Here, too, the items are few.
        let statement = try statement(
            """
            UPDATE query_items SET is_read = ?4 WHERE item BETWEEN ?1 AND ?2 AND +query = ?3 AND is_read <> ?4
            """)
        for run in items.runs { try statement.run(run.lowerBound, run.upperBound, query.id, isRead) }
    }
}

private struct KeptItem: Equatable {
    let id: ItemID
    let date: Int64
    let isRead: Bool

    init(_ row: borrowing Row) {
        id = ItemID(row.integer(0))
        date = row.integer(1)
        isRead = row.bool(2)
    }
}
