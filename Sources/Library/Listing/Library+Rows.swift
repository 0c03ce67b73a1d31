import SQLite

// From a row number to the item in that row.
extension Library {
    /// The item in a row of a listing, counted from 0; takes as long as `position`.
    package func item(inRow row: Int, of listing: Listing) throws(LibraryFailure) -> Item? {
        try read { try $0.item(inRow: row, of: listing) }
    }
}

extension Library {
    /// The item this many rows after one of a listing, or the last one if there are fewer: a few milliseconds for ten
    /// thousand rows. Pending deletions have no row.
    package func item(_ steps: Int, behind item: Item, in listing: Listing) throws(LibraryFailure) -> Item {
        let pending = pendingMarks.all
        let last = try read { try $0.item(steps, behind: listing.key(of: item), in: listing, with: pending) }
        return last ?? item
    }
}

extension Database {
    fileprivate func item(
        _ steps: Int, behind key: PageKey, in listing: Listing, with marks: [PendingMarks.Pending]
    ) throws -> Item? {
        let hidden = try hiddenCopies(in: listing)
        var walk = RowWalk(listing, from: key, forward: true, portion: Self.step, with: marks, in: self)
        var rest = steps
        var last: PageKey.Place?
        while rest > 0, let places = try walk.next(min(rest, Self.step)) {
            let shown = places.filter { !hidden.contains($0.item) }
            last = shown.last ?? last
            rest -= shown.count
        }
        guard let last else { return nil }
        return try first("\(Item.query) WHERE states.item = ?", last.item) { Item($0) }
    }

    fileprivate func item(inRow row: Int, of listing: Listing) throws -> Item? {
        var row = row
        for section in 0..<listing.sectionCount {
            let strips = listing.strips(ofSection: section)
            let count = try strips.reduce(0) { try $0 + $1.count(.first ... .last, in: self) }
            if row < count { return try item(inRow: row, of: strips, ascending: listing.order == .oldest) }
            row -= count
        }
        return nil
    }

    private func item(inRow row: Int, of strips: [Strip], ascending: Bool) throws -> Item? {
        let statement = try statement("\(Item.query) WHERE states.item = ?")
        return try place(ofRow: row, in: strips, ascending: ascending).flatMap { place in
            try statement.first(place.item) { Item($0) }
        }
    }

    private func place(ofRow row: Int, in strips: [Strip], ascending: Bool) throws -> PageKey.Place? {
        if strips.count == 1, strips[0].members.areAll {
            return try strips[0].place(ofRow: row, ascending: ascending, in: self)
        }
        var merge = try StripMerge(strips, beyond: nil, ascending: ascending, limit: Self.step, in: self)
        var rest = row
        while rest > 0 {
            let step = min(rest, Self.step)
            if try merge.next(step).count < step { return nil }
            rest -= step
        }
        return try merge.next(1).first
    }

    private static let step = 1000
}

extension Strip {
    /// One index has all of it, and SQLite skips along it to the row.
    fileprivate func place(ofRow row: Int, ascending: Bool, in database: Database) throws -> PageKey.Place? {
        let direction = ascending ? "ASC" : "DESC"
        return try database.first(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables) WHERE \(condition) AND \(prefix)item <= ?2
            ORDER BY \(prefix)date \(direction), \(prefix)item \(direction) LIMIT 1 OFFSET ?3
            """, value, boundary, row
        ) { PageKey.Place(date: $0.integer(0), item: ItemID($0.integer(1))) }
    }
}
