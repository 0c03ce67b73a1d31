import SQLite

/// Items that one index returns in date order: those of a condition, up to the newest one of the list.
struct IndexRange {
    /// The items of the condition that count.
    struct Members {
        /// Nil for all.
        var only: ItemSet?
        var except = ItemSet()

        var areAll: Bool { only == nil && except.isEmpty }

        func contains(_ item: ItemID) -> Bool { only?.contains(item) ?? true && !except.contains(item) }
    }

    /// The tables, and the prefix of the table with the columns.
    var tables = "states"
    var prefix = ""
    /// Written literally as in the index's own condition, because SQLite otherwise doesn't use the index. Its value is
    /// `?1`.
    var condition: String
    let value: Value
    let boundary: ItemID
    /// The period of its items. It isn't part of the condition, because with two bounds SQLite may take the wider one.
    var dates: Range<Int64> = .min ..< .max
    var members = Members()

    /// Whether a state can be tested: the table of saved searches has only whether items are read.
    func has(_ state: ItemState) -> Bool { tables != "query_items" || state == .read }

    /// Up to this number, looking items up one by one costs less than reading everything between them.
    private static let fewItems = 1000

    /// The next places beyond one, at most `limit`; fewer only at the end of the index range.
    func places(beyond place: PageKey.Position?, limit: Int, by queries: PositionQueries) throws -> [PageKey.Position] {
        if members.areAll { return try queries.places(of: self, beyond: place, limit: limit) }
        guard let items = members.only, items.count <= Self.fewItems else {
            return try filteredPlaces(beyond: place, limit: limit, by: queries)
        }
        return try places(
            of: items, beyond: place, ascending: queries.ascending, limit: limit, in: queries.database)
    }

    /// All items of the index range between two places.
    func items(_ range: ClosedRange<PageKey.Position>, in database: Database) throws -> [ItemID] {
        guard let range = bounded(range) else { return [] }
        // Dates limit what SQLite reads; places decide what counts.
        return try database.all(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables)
            WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)date BETWEEN ?3 AND ?4
            """, value, boundary, range.lowerBound.date, range.upperBound.date
        ) { row in PageKey.Position(row) }
        .filter { range.contains($0) && members.contains($0.item) }
        .map(\.item)
    }

    /// The number of items of the index range between two places.
    func count(_ range: ClosedRange<PageKey.Position>, in database: Database) throws -> Int {
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

    /// The part of a range within the index range's period; nil if none.
    private func bounded(_ range: ClosedRange<PageKey.Position>) -> ClosedRange<PageKey.Position>? {
        guard !dates.isEmpty else { return nil }
        let first = max(range.lowerBound, PageKey.Position(date: dates.lowerBound, item: PageKey.Position.first.item))
        let last = min(range.upperBound, PageKey.Position(date: dates.upperBound - 1, item: PageKey.Position.last.item))
        return first <= last ? first...last : nil
    }

    private func count(_ range: String, _ first: Int64, _ second: Int64, in database: Database) throws -> Int {
        try database.first(
            "SELECT count(*) FROM \(tables) WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)\(range)",
            value, boundary, first, second
        ) { $0.int(0) } ?? 0
    }

    /// Reads on until enough members are found.
    private func filteredPlaces(
        beyond place: PageKey.Position?, limit: Int, by queries: PositionQueries
    ) throws -> [PageKey.Position] {
        var places: [PageKey.Position] = []
        var last = place
        // Reads more than a page at a time, because most items may not be members.
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
        of items: ItemSet, beyond place: PageKey.Position?, ascending: Bool, limit: Int, in database: Database
    ) throws -> [PageKey.Position] {
        let statement = try database.statement(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables)
            WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)item = ?3
            """)
        let places = try items.lazy.filter(members.contains).compactMap { item in
            try statement.first(value, boundary, item) { PageKey.Position($0) }
        }
        let beyond = places.filter { here in
            dates.contains(here.date) && place.map { ascending ? here > $0 : here < $0 } ?? true
        }
        return Array(beyond.sorted { ascending ? $0 < $1 : $0 > $1 }.prefix(limit))
    }
}

extension PageKey.Position {
    init(_ row: borrowing Row) {
        self.init(date: row.integer(0), item: ItemID(row.integer(1)))
    }
}

/// Merges several index ranges: reads a few places of each at a time, so that a page costs little more than a look at each.
struct IndexRangeMerge {
    private struct Source {
        let indexRange: IndexRange
        var places: ArraySlice<PageKey.Position>
        var mayHaveMore: Bool
    }

    /// A source with its next place.
    private struct Next {
        let place: PageKey.Position
        let source: Int
    }

    private let ascending: Bool
    private let portion: Int
    private let database: Database
    private var queries: PositionQueries?
    private var sources: [Source] = []
    /// The sources that have places; the next one is last.
    private var waiting: [Next] = []

    init(
        _ indexRanges: [IndexRange], beyond place: PageKey.Position?, ascending: Bool, limit: Int, in database: Database
    ) throws {
        self.ascending = ascending
        self.database = database
        portion = indexRanges.count == 1 ? limit : max(4, min(limit, 10_000) * 2 / max(indexRanges.count, 1))
        for indexRange in indexRanges {
            sources.append(try source(indexRange, beyond: place))
            lineUp(sources.count - 1)
        }
    }

    private mutating func source(_ indexRange: IndexRange, beyond place: PageKey.Position?) throws -> Source {
        let places = try indexRange.places(beyond: place, limit: portion, by: queries(of: indexRange))
        return Source(indexRange: indexRange, places: places[...], mayHaveMore: places.count == portion)
    }

    private mutating func queries(of indexRange: IndexRange) throws -> PositionQueries {
        if let queries, queries.matches(indexRange) { return queries }
        let queries = try PositionQueries(of: indexRange, ascending: ascending, in: database)
        self.queries = queries
        return queries
    }

    /// The next places of all index ranges; fewer than requested only at their end.
    mutating func next(_ count: Int) throws -> [PageKey.Position] {
        var places: [PageKey.Position] = []
        while places.count < count, let place = try next() { places.append(place) }
        return places
    }

    private mutating func next() throws -> PageKey.Position? {
        guard let next = waiting.popLast() else { return nil }
        sources[next.source].places.removeFirst()
        if sources[next.source].places.isEmpty, sources[next.source].mayHaveMore {
            sources[next.source] = try source(sources[next.source].indexRange, beyond: next.place)
        }
        lineUp(next.source)
        return next.place
    }

    /// Inserts a source by its next place, if it has one.
    private mutating func lineUp(_ source: Int) {
        guard let place = sources[source].places.first else { return }
        var (first, last) = (0, waiting.count)
        while first < last {
            let middle = (first + last) / 2
            let comesLater = ascending ? waiting[middle].place > place : waiting[middle].place < place
            if comesLater { first = middle + 1 } else { last = middle }
        }
        waiting.insert(Next(place: place, source: source), at: first)
    }
}
