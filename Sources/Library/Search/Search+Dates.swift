import FoundationEssentials
import SQLite

extension Search {
    /// How far down the items by their dates it has looked, and what was found until then.
    struct NewestFirst {
        fileprivate var last = (date: Int64.max, item: Int64.max)
        fileprivate var found: [ItemID] = []
    }

    /// The newest items that fulfil the conditions: where no word can be asked for, there is nothing to rank by.
    mutating func newest(before interruption: Interruption) throws -> (items: [ItemID], matches: Int) {
        var listing = listing
        ending = try run(before: interruption) { try goOn(with: &listing) }
        self.listing = listing
        return (listing.found, listing.found.count)
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
                    listing.found.append(item)
                }
            }
            listing.last = (row.integer(1), row.integer(0))
        }
    }

    private func isExcluded(_ item: ItemID) throws -> Bool {
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
