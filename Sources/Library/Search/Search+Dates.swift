import FoundationEssentials
import SQLite

extension Search {
    /// How far it has looked down the items by date, and the results so far.
    struct NewestFirst {
        /// After this number of items it checks whether matches are rare.
        fileprivate static let sample = 4000

        fileprivate var last = (date: Int64.max, item: Int64.max)
        fileprivate var seen = 0
        fileprivate(set) var found: [(item: ItemID, date: Int64)] = []
        /// Whether it is quicker to ask the index for all of them.
        fileprivate var areHitsRare = false
    }

    /// The newest items that fulfil the conditions: without a word for the index there is nothing to rank by.
    mutating func newest(before interruption: Interruption) throws -> (items: [ItemID], matches: Int) {
        if !listing.areHitsRare {
            var listing = listing
            ending = try run(before: interruption) { try goOn(with: &listing) }
            self.listing = listing
        }
        if listing.areHitsRare { return try newestOfAll(before: interruption) }
        return (listing.found.map(\.item), listing.found.count)
    }

    private func goOn(with listing: inout NewestFirst) throws {
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT states.item, date\(prefixes.isEmpty ? "" : ", title")
            FROM states \(prefixes.isEmpty ? "" : "JOIN items ON items.id = states.item")
            WHERE \(filter.sql) AND (date, states.item) < (?, ?) ORDER BY date DESC, states.item DESC
            """, Each(filter.values), listing.last.date, listing.last.item
        ) { row in
            if prefixes.isEmpty || row.withText(2, { $0.hasWords(beginningWith: prefixes) }) {
                let item = ItemID(row.integer(0))
                if try !isExcluded(item) {
                    guard listing.found.count < limit else { throw Enough() }
                    listing.found.append((item, row.integer(1)))
                }
            }
            listing.last = (row.integer(1), row.integer(0))
            listing.seen += 1
            if listing.seen == NewestFirst.sample, try areRare(listing.found.count) {
                listing.areHitsRare = true
                throw Enough()
            }
        }
    }

    /// Whether the matches in the sample are so rare that it is quicker to ask the index for all of them. A match from
    /// the index costs as much as two items by date.
    private func areRare(_ hits: Int) throws -> Bool {
        // Conditions may leave few items to look at. The sample must include items without an index entry, which it
        // does except while a large library is being indexed.
        guard !query.titlePrefixes.isEmpty, query.conditions == SearchConditions(), unindexed <= NewestFirst.sample
        else {
            return false
        }
        let items = try database.first("SELECT max(id) FROM items") { $0.real(0) } ?? 0
        let share = Double(hits) / Double(NewestFirst.sample)
        return 2 * share * items < Double(limit) / share
    }

    func isExcluded(_ item: ItemID) throws -> Bool {
        guard let match = query.excludedMatch else { return false }
        let table = SearchVolume(of: item).table
        guard try database.first("SELECT 1 FROM sqlite_schema WHERE name = ?", table, read: { _ in true }) != nil else {
            return false
        }
        let edition = try database.first("SELECT edition FROM search_changes WHERE item = ?", item) { $0.integer(0) }
        return try database.first(
            "SELECT 1 FROM \(table) WHERE \(table) MATCH ? AND rowid = ?", match,
            SearchText.number(of: item, edition: edition ?? 0)
        ) { _ in true } != nil
    }
}
