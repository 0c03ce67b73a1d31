import SQLite

/// Items of a volume that aren't indexed yet.
struct SearchGap: Equatable {
    let volume: SearchVolume
    /// The last indexed item.
    let from: Int64
    let isNewest: Bool
    /// The most that there can be, by their numbers.
    let size: Int
}

extension Database {
    /// The gaps of the index, newest items first.
    func searchGaps() throws -> [SearchGap] {
        guard let newest = try first("SELECT max(id) FROM items", read: { $0.optionalInteger(0) }) ?? nil else {
            return []
        }
        var indexed: [Int64: Int64] = [:]
        try each("SELECT volume, indexed FROM search_volumes") { indexed[$0.integer(0)] = $0.integer(1) }
        let next = try statement("SELECT id FROM items WHERE id > ? AND id <= ? ORDER BY id LIMIT 1")
        var gaps: [SearchGap] = []
        let last = try statement("SELECT max(id) FROM items WHERE id < ?")
        var item: Int64? = newest
        // From one volume with items to the next: a damaged library may have items of any number, and claim that one
        // precedes itself.
        while let known = item, known >= 0 {
            let volume = SearchVolume(of: ItemID(known))
            item = try last.first(volume.items.lowerBound) { $0.optionalInteger(0) } ?? nil
            if let item, item >= volume.items.lowerBound { throw SQLiteError.impossibleRows }
            let from = indexed[volume.number] ?? volume.items.lowerBound - 1
            let start = max(from, volume.items.lowerBound - 1)
            let end = min(newest, volume.items.upperBound)
            guard start < end, let first = try next.first(start, end, read: { $0.integer(0) }) else { continue }
            guard first > start, first <= end else { throw SQLiteError.impossibleRows }
            gaps.append(
                SearchGap(
                    volume: volume, from: from, isNewest: newest <= volume.items.upperBound, size: Int(end - first + 1))
            )
        }
        return gaps
    }

    /// The approximate number of items that the index lacks, including changed ones.
    func unindexedItems() throws -> Int {
        let changed = try first("SELECT count(*) FROM search_changes WHERE is_due = 1") { $0.int(0) } ?? 0
        return try searchGaps().reduce(changed) { $0 + $1.size }
    }
}
