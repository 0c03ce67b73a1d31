import FoundationEssentials
import SQLite

/// A saved search whose items are kept in a table, because no index has them in order.
struct KeptQuery: Equatable {
    let id: QueryID
    /// The condition of its items, read or unread.
    let filter: FilterExpression
    /// Items from this one on have been searched.
    var lookedFrom: Int64
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
    func update(_ query: KeptQuery, of items: ItemSet, at now: Date, index: FilterSQL.Index = .none) throws {
        let sql = try FilterSQL(query.filter, of: .shown, at: now, using: index, in: self)
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
    func turn(_ items: ItemSet, in query: KeptQuery, read isRead: Bool) throws {
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
