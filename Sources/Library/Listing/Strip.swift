import SQLite

/// Items that one index gives in the order of their dates: those of a condition, up to where news begins.
struct Strip {
    /// Which of the items of the condition are meant.
    struct Members {
        /// Nil for all of them.
        var only: ItemSet?
        var except = ItemSet()

        var areAll: Bool { only == nil && except.isEmpty }

        func contains(_ item: ItemID) -> Bool { only?.contains(item) ?? true && !except.contains(item) }
    }

    /// The tables, and in front of the columns' names the one that has them.
    var tables = "states"
    var prefix = ""
    /// In terms that stand literally in an index's own condition, or SQLite does not take the index. Its value is `?1`.
    var condition: String
    let value: Value
    let boundary: ItemID
    /// From when to when its items are: no term of the condition, because of two bounds SQLite may take the wider one.
    var dates: Range<Int64> = .min ..< .max
    var members = Members()

    /// Whether it can be asked for stars: what queries hold has none.
    var hasStars: Bool { tables != "query_items" }

    /// Looked for one by one, so many cost less than to go through all that lies between them.
    private static let fewItems = 1000

    /// The next places beyond one, at most `limit`; fewer only where the strip ends.
    func places(beyond place: PageKey.Place?, limit: Int, by queries: PlaceQueries) throws -> [PageKey.Place] {
        if members.areAll { return try queries.places(of: self, beyond: place, limit: limit) }
        guard let items = members.only, items.count <= Self.fewItems else {
            return try filteredPlaces(beyond: place, limit: limit, by: queries)
        }
        return try places(
            of: items, beyond: place, ascending: queries.ascending, limit: limit, in: queries.database)
    }

    /// All items of the strip between two places.
    func items(_ range: ClosedRange<PageKey.Place>, in database: Database) throws -> [ItemID] {
        guard let range = bounded(range) else { return [] }
        // The dates bound what SQLite looks at, the places what counts of it.
        return try database.all(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables)
            WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)date BETWEEN ?3 AND ?4
            """, value, boundary, range.lowerBound.date, range.upperBound.date
        ) { row in PageKey.Place(row) }
        .filter { range.contains($0) && members.contains($0.item) }
        .map(\.item)
    }

    /// How many items of the strip lie between two places.
    func count(_ range: ClosedRange<PageKey.Place>, in database: Database) throws -> Int {
        guard let range = bounded(range) else { return 0 }
        if let items = members.only, items.count <= Self.fewItems {
            let places = try self.places(
                of: items, beyond: nil, ascending: true, limit: items.count, in: database)
            return places.count { range.contains($0) }
        }
        guard members.areAll else { return try items(range, in: database).count }
        let (first, last) = (range.lowerBound, range.upperBound)
        return try count("date BETWEEN ?3 AND ?4", first.date, last.date, in: database)
            - count("date = ?3 AND \(prefix)item < ?4", first.date, first.item.rawValue, in: database)
            - count("date = ?3 AND \(prefix)item > ?4", last.date, last.item.rawValue, in: database)
    }

    /// What of a range is in the strip's time; nil where nothing is.
    private func bounded(_ range: ClosedRange<PageKey.Place>) -> ClosedRange<PageKey.Place>? {
        guard !dates.isEmpty else { return nil }
        let first = max(range.lowerBound, PageKey.Place(date: dates.lowerBound, item: PageKey.Place.first.item))
        let last = min(range.upperBound, PageKey.Place(date: dates.upperBound - 1, item: PageKey.Place.last.item))
        return first <= last ? first...last : nil
    }

    private func count(_ range: String, _ first: Int64, _ second: Int64, in database: Database) throws -> Int {
        try database.first(
            "SELECT count(*) FROM \(tables) WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)\(range)",
            value, boundary, first, second
        ) { $0.int(0) } ?? 0
    }

    /// Goes through the strip for as long as members are missing.
    private func filteredPlaces(
        beyond place: PageKey.Place?, limit: Int, by queries: PlaceQueries
    ) throws -> [PageKey.Place] {
        var places: [PageKey.Place] = []
        var last = place
        // More at a time than a page, because most of them may be no members.
        let step = max(limit, 1000)
        while places.count < limit {
            let next = try queries.places(of: self, beyond: last, limit: step)
            places += next.filter { members.contains($0.item) }
            guard next.count == step else { break }
            last = next.last
        }
        return Array(places.prefix(limit))
    }

    private func places(
        of items: ItemSet, beyond place: PageKey.Place?, ascending: Bool, limit: Int, in database: Database
    ) throws -> [PageKey.Place] {
        let statement = try database.statement(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables)
            WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)item = ?3
            """)
        let places = try items.lazy.filter(members.contains).compactMap { item in
            try statement.first(value, boundary, item) { PageKey.Place($0) }
        }
        let beyond = places.filter { here in
            dates.contains(here.date) && place.map { ascending ? here > $0 : here < $0 } ?? true
        }
        return Array(beyond.sorted { ascending ? $0 < $1 : $0 > $1 }.prefix(limit))
    }
}

extension PageKey.Place {
    init(_ row: borrowing Row) {
        self.init(date: row.integer(0), item: ItemID(row.integer(1)))
    }
}
