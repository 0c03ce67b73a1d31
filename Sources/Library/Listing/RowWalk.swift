import SQLite

/// The rows of a listing one after the other, section by section, without pending deletions.
struct RowWalk {
    private let listing: Listing
    private let forward: Bool
    private let portion: Int
    private let marks: [PendingMarks.Pending]
    private let database: Database
    private var section: Int
    /// Where the section continues; nil at its start.
    private var place: PageKey.Place?
    private var merge: StripMerge?

    /// Starts after a row, or at the start of the listing, and reads about this many rows at a time.
    init(
        _ listing: Listing, from key: PageKey?, forward: Bool, portion: Int, with marks: [PendingMarks.Pending],
        in database: Database
    ) {
        self.listing = listing
        self.forward = forward
        self.portion = portion
        self.marks = marks
        self.database = database
        section = key?.section ?? (forward ? 0 : listing.sectionCount - 1)
        place = key?.place
    }

    /// The next places, at most this many, and possibly none before the end; nil at the end.
    mutating func next(_ wanted: Int) throws -> [PageKey.Place]? {
        guard (0..<listing.sectionCount).contains(section) else { return nil }
        let here = section
        var merge = try self.merge ?? merge(ofSection: section)
        let places = try merge.next(wanted)
        self.merge = merge
        if places.count < wanted {
            go(on: section + (forward ? 1 : -1), behind: nil)
        } else if let last = places.last, let end = endOfDeletion(around: last, in: here) {
            // Many items that are being deleted aren't looked at one by one.
            go(on: end.section, behind: end.place)
        }
        return places.filter { !marks.areDeleting($0.item) && endOfDeletion(around: $0, in: here) == nil }
    }

    private mutating func go(on section: Int, behind place: PageKey.Place?) {
        (self.section, self.place, merge) = (section, place, nil)
    }

    private func merge(ofSection section: Int) throws -> StripMerge {
        try StripMerge(
            listing.strips(ofSection: section), beyond: place, ascending: (listing.order == .oldest) == forward,
            limit: portion, in: database)
    }

    private func endOfDeletion(around place: PageKey.Place, in section: Int) -> PageKey? {
        marks.endOfRows(
            getting: .deleted, around: PageKey(section: section, place: place), in: listing, forward: forward)
    }
}
