package import FoundationEssentials
import SQLite

extension Library {
    /// The newest items that match a filter.
    package func items(
        matching filter: Filter, limit: Int, now: Date = Date()
    ) throws(LibraryFailure) -> [Item] {
        let pending = pendingMarks.all
        return try read { try $0.newestItems(matching: filter, limit: limit, now: now, with: pending) }
    }

    /// All items that match a filter and that lists show.
    package func allItems(matching filter: Filter, now: Date = Date()) throws(LibraryFailure) -> ItemSet {
        try read { database in
            let sql = try FilterSQL(filter.expression, of: .shown, at: now, using: .all, in: database)
            return ItemSet(
                try database.all(
                    "SELECT states.item FROM \(FilterSQL.tables) WHERE \(sql.condition)", Each(sql.values)
                ) { ItemID($0.integer(0)) })
        }
    }

    /// The number of these items that match a filter and that a list shows: copies count once.
    package func count(matching filter: Filter, now: Date = Date()) throws(LibraryFailure) -> Int {
        try read { database in
            let sql = try FilterSQL(filter.expression, of: .shown, at: now, using: .all, in: database)
            let copies = CopyFilter(sql, in: database)
            var count = 0
            try database.each(
                "SELECT states.item FROM \(FilterSQL.tables) WHERE \(sql.condition)", Each(sql.values)
            ) { row in if try copies.shows(ItemID(row.integer(0))) { count += 1 } }
            return count
        }
    }

    /// The matching items among some, for those on the screen.
    package func items(
        of items: ItemSet, matching filter: Filter, now: Date = Date()
    ) throws(LibraryFailure) -> ItemSet {
        try read { try $0.items(of: items, matching: filter.expression, at: now) }
    }
}

extension Database {
    fileprivate func newestItems(
        matching filter: Filter, limit: Int, now: Date, with marks: [PendingMarks.Pending]
    ) throws -> [Item] {
        let sql = try FilterSQL(filter.expression, of: .shown, at: now, using: .all, in: self)
        let copies = CopyFilter(sql, in: self)
        var items: [Item] = []
        // Hidden items (copies, pending deletions) make room for others, so the query has no limit.
        guard limit > 0 else { return items }
        do {
            try each(
                """
                SELECT \(Item.columns) FROM \(FilterSQL.tables) WHERE \(sql.condition)
                ORDER BY date DESC, states.item DESC
                """, Each(sql.values)
            ) { row in
                let item = Item(row)
                guard try copies.shows(item.id) else { return }
                items += [item].applying(marks)
                if items.count == limit { throw EnoughItems() }
            }
        } catch is EnoughItems {}
        return items
    }

    /// The matching items among some, whether or not lists show them.
    func items(of items: ItemSet, matching filter: FilterExpression, at now: Date) throws -> ItemSet {
        let sql = try FilterSQL(filter, of: .all, at: now, using: .none, in: self)
        let statement = try statement(
            "SELECT states.item FROM \(FilterSQL.tablesByNumber) WHERE states.item BETWEEN ? AND ? AND \(sql.condition)"
        )
        var found = ItemSet()
        for run in items.runs {
            try statement.each(run.lowerBound, run.upperBound, Each(sql.values)) { found.append(ItemID($0.integer(0))) }
        }
        return found
    }
}

private struct EnoughItems: Error {}

/// Of several matching copies, the first is shown.
struct CopyFilter {
    private let database: Database
    private let sql: FilterSQL

    init(_ sql: FilterSQL, in database: Database) {
        self.sql = sql
        self.database = database
    }

    /// Whether a matching item isn't a copy of another matching item.
    func shows(_ item: ItemID) throws -> Bool {
        // Otherwise the filter applies to items of lists of all feeds, which have no copies.
        guard sql.isOfFeeds, let story = try database.story(of: item) else { return true }
        let isCopy = try database.first(
            """
            SELECT 1 FROM \(FilterSQL.tablesByNumber)
            WHERE states.item IN (SELECT item FROM copies WHERE story = ?) AND states.item < ? AND \(sql.condition)
            """, story, item, Each(sql.values)
        ) { _ in true }
        return isCopy != true
    }
}
