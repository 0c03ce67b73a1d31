package import FoundationEssentials
import SQLite

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
            try narrowed.strips(ofSection: section).reduce(sum) { try $0 + $1.count(.first ... .last, in: self) }
        }
    }
}

extension Listing {
    /// The same list with only these items, and their number.
    package func narrowed(to items: ItemSet, count: Int) -> Listing {
        var listing = self
        listing.narrowing = items
        listing.count = count
        return listing
    }
}
