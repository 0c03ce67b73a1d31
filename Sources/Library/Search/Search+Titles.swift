import SQLite

extension Search {
    /// The volumes searched for words of titles, and the results so far.
    struct RareTitles {
        fileprivate var left: ArraySlice<SearchVolume>?
        fileprivate var dates: [ItemID: Int64] = [:]
    }

    /// The newest items whose titles have words with this prefix, if few have them: then the index has few such words,
    /// too.
    mutating func newestOfAll(before interruption: Interruption) throws -> (items: [ItemID], matches: Int) {
        var rare = titles
        // Some of these may not be indexed yet.
        for (item, date) in listing.found { rare.dates[item] = date }
        var left = try rare.left ?? database.searchVolumes().map(\.volume)[...]
        ending = .everythingSeen
        while ending == .everythingSeen, let volume = left.first {
            ending = try run(before: interruption) { try look(into: volume, for: &rare) }
            if ending == .everythingSeen { left.removeFirst() }
        }
        rare.left = left
        titles = rare
        let newest = rare.dates.sorted { ($0.value, $0.key) > ($1.value, $1.key) }
        return (newest.prefix(limit).map(\.key), newest.count)
    }

    private func look(into volume: SearchVolume, for rare: inout RareTitles) throws {
        let prefixes = query.titlePrefixes
        try database.each(
            """
            SELECT states.item, date, items.title FROM \(volume.matches) CROSS JOIN items ON items.id = states.item
            WHERE \(volume.table) MATCH ? AND \(volume.isCurrent) AND \(filter.sql)
            """, query.titleMatch, Each(filter.values)
        ) { row in
            // It may have changed since.
            guard row.withText(2, { $0.hasWords(beginningWith: prefixes) }) else { return }
            rare.dates[ItemID(row.integer(0))] = row.integer(1)
        }
    }
}
