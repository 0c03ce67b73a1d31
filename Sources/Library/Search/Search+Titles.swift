import SQLite

extension Search {
    /// How far it has looked through all titles, as they lie in the file, and what was found until then.
    struct TitleScan {
        fileprivate var last = Int64.max
        fileprivate var dates: [ItemID: Int64] = [:]
    }

    /// The newest of all items whose titles have words that begin so, where few have.
    mutating func newestOfAll(before interruption: Interruption) throws -> (items: [ItemID], matches: Int) {
        var scan = titles
        for (item, date) in listing.found { scan.dates[item] = date }
        ending = try run(before: interruption) { try goOn(with: &scan) }
        titles = scan
        let newest = scan.dates.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        return (newest.prefix(limit).map(\.key), newest.count)
    }

    private func goOn(with scan: inout TitleScan) throws {
        let prefixes = query.titlePrefixes
        let date = try database.statement("SELECT date FROM states WHERE item = ? AND \(filter.sql)")
        try database.each("SELECT id, title FROM items WHERE id < ? ORDER BY id DESC", scan.last) { row in
            let item = ItemID(row.integer(0))
            scan.last = item.rawValue
            guard row.withText(1, { $0.hasWords(beginningWith: prefixes) }) else { return }
            guard let date = try date.first(item, read: { $0.integer(0) }), try !isExcluded(item) else { return }
            scan.dates[item] = date
        }
    }
}
