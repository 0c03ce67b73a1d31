package import FoundationEssentials
import SQLite

extension Library {
    /// The newest items that match a filter.
    package func items(
        matching filter: Filter, limit: Int, now: Date = Date()
    ) throws(LibraryFailure) -> [Item] {
        let pending = changeQueue.marks
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
        matching filter: Filter, limit: Int, now: Date, with marks: [PendingMark]
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

extension Library {
    /// The matching items of a listing, in the same order; searched on the caller's thread, however long it takes.
    package func listing(
        _ listing: Listing, matching filter: Filter, now: Date = Date()
    ) throws(LibraryFailure) -> Listing {
        let filter = if case .feed(let feed) = listing.scope { filter.within(feed) } else { filter }
        return try self.listing(listing, holding: allItems(matching: filter, now: now))
    }

    /// The items of a listing among some items, in the same order.
    package func listing(_ listing: Listing, holding items: ItemSet) throws(LibraryFailure) -> Listing {
        try read { try listing.narrowed(to: items, count: $0.count(items, in: listing)) }
    }

    /// The matching items that came after one item, up to another.
    package func items(
        after last: ItemID, upTo newest: ItemID, matching filter: Filter?
    ) throws(LibraryFailure) -> ItemSet {
        guard last < newest else { return [] }
        let items = ItemSet(range: last.rawValue + 1...newest.rawValue)
        return if let filter { try self.items(of: items, matching: filter) } else { items }
    }
}

extension Database {
    /// The number of these items in a listing.
    func count(_ items: ItemSet, in listing: Listing) throws -> Int {
        let narrowed = listing.narrowed(to: items, count: 0)
        return try (0..<narrowed.sectionCount).reduce(0) { sum, section in
            try narrowed.indexRanges(ofSection: section).reduce(sum) { try $0 + $1.count(.first ... .last, in: self) }
        }
    }
}

extension Listing {
    /// The same list with only these items, and their number.
    func narrowed(to items: ItemSet, count: Int) -> Listing {
        var listing = self
        listing.narrowing = items
        listing.count = count
        return listing
    }
}

extension Filter {
    /// Parses a filter of feeds, without tests of items.
    package init(ofFeeds text: String) throws(FilterProblem) {
        try self.init(text, FilterAttribute.allCases.filter(\.isOfFeed))
        guard expression.isOfFeed else {
            throw FilterProblem(
                "this filter is about items: use only “feed:” and attributes of feeds, such as feedtitle", column: 1)
        }
    }
}

extension Library {
    package func feeds(matching filter: Filter, now: Date = Date()) throws(LibraryFailure) -> Set<FeedID> {
        precondition(filter.expression.isOfFeed, "a filter that asks something of items was asked of feeds")
        return try read { database in
            let sql = try FilterSQL.feeds(filter.expression, at: now, in: database)
            return Set(
                try database.all("SELECT id FROM feeds WHERE is_subscribed AND \(sql.condition)", Each(sql.values)) {
                    FeedID($0.integer(0))
                })
        }
    }
}
