package import FoundationEssentials
import SQLite

extension Library {
    /// What of a listing a filter is true of, in the same order: looked for on the caller's thread, however long it takes.
    package func listing(
        _ listing: Listing, matching filter: Filter, now: Date = Date()
    ) throws(LibraryFailure) -> Listing {
        let filter = if case .feed(let feed) = listing.scope { filter.within(feed) } else { filter }
        return try self.listing(listing, holding: allItems(matching: filter, now: now))
    }

    /// What of a listing is among some items, in the same order.
    package func listing(_ listing: Listing, holding items: ItemSet) throws(LibraryFailure) -> Listing {
        try read { try listing.narrowed(to: items, count: $0.count(items, in: listing)) }
    }

    /// What came after one item, up to another; of that, what a filter is true of.
    package func items(
        after last: ItemID, upTo newest: ItemID, matching filter: Filter?
    ) throws(LibraryFailure) -> ItemSet {
        guard last < newest else { return [] }
        let items = ItemSet(range: last.rawValue + 1...newest.rawValue)
        return if let filter { try self.items(of: items, matching: filter) } else { items }
    }
}

extension Database {
    /// How many of these items a listing has.
    func count(_ items: ItemSet, in listing: Listing) throws -> Int {
        let narrowed = listing.narrowed(to: items, count: 0)
        return try (0..<narrowed.sectionCount).reduce(0) { sum, section in
            try narrowed.strips(ofSection: section).reduce(sum) { try $0 + $1.count(.first ... .last, in: self) }
        }
    }
}

extension Listing {
    /// The same list with those of its items alone, so many.
    package func narrowed(to items: ItemSet, count: Int) -> Listing {
        var listing = self
        listing.narrowing = items
        listing.count = count
        return listing
    }
}
