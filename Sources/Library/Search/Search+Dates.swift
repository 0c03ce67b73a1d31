import FoundationEssentials
import SQLite

extension Search {
    /// The newest items that fulfil the conditions: where no word can be asked for, there is nothing to rank by.
    func newest(before interruption: Interruption, _ results: inout SearchResults) throws -> [ItemID] {
        let prefixes = query.titlePrefixes
        var found: [ItemID] = []
        let isCut = try wasCut(by: interruption) {
            try database.each(
                """
                SELECT states.item\(prefixes.isEmpty ? "" : ", title FROM states JOIN items ON items.id = states.item")
                \(prefixes.isEmpty ? "FROM states" : "") WHERE \(filter.sql) ORDER BY date DESC, states.item DESC
                """, Each(filter.values)
            ) { row in
                let item = ItemID(row.integer(0))
                guard prefixes.isEmpty || row.withText(1, { $0.hasWords(beginningWith: prefixes) }) else { return }
                guard try !isExcluded(item) else { return }
                guard found.count < limit else { throw End.enough }
                found.append(item)
            }
        }
        results.matches = found.count
        results.isComplete = !isCut
        return found
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
