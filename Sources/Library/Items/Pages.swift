import FoundationEssentials
import SQLite

/// The position of an item in a listing, from which a page continues in either direction.
package struct PageKey: Equatable, Sendable {
    /// The section of the listing.
    let section: Int
    let place: Position

    /// The position among items sorted by date.
    struct Position: Comparable {
        let date: Int64
        let item: ItemID

        static let first = Position(date: .min, item: ItemID(.min))
        static let last = Position(date: .max, item: ItemID(.max))

        static func < (left: Position, right: Position) -> Bool { (left.date, left.item) < (right.date, right.item) }
    }
}

extension Listing {
    /// The position of an item in the listing.
    package func key(of item: Item) -> PageKey {
        let section =
            switch sectioning {
            case .none: 0
            case .unreadFirst: was(.read, item) ? 1 : 0
            case .feeds: feeds.firstIndex(of: item.feed) ?? 0
            }
        return PageKey(section: section, place: PageKey.Position(date: item.date.milliseconds, item: item.id))
    }

    /// Whether it had a state when the list was filled.
    func was(_ state: ItemState, _ item: Item) -> Bool {
        item.states[state] ? !marked(state).on.contains(item.id) : marked(state).off.contains(item.id)
    }
}

// The order of rows.
extension Listing {
    /// Whether an item of the list is at one row, at a later one, or between them.
    package func stands(_ item: Item, between first: PageKey, and last: PageKey) -> Bool {
        let key = key(of: item)
        return !key.precedes(first, in: order) && !last.precedes(key, in: order)
    }

    /// Two rows in order.
    package func inOrder(_ one: PageKey, _ other: PageKey) -> (first: PageKey, last: PageKey) {
        other.precedes(one, in: order) ? (other, one) : (one, other)
    }
}

extension PageKey {
    func precedes(_ other: PageKey, in order: Listing.Order) -> Bool {
        if section != other.section { return section < other.section }
        return order == .oldest ? place < other.place : place > other.place
    }
}

extension PageKey.Position {
    private static func upTo(_ place: PageKey.Position) -> ClosedRange<PageKey.Position> {
        .first...PageKey.Position(date: place.date, item: ItemID(place.item.rawValue &- 1))
    }

    private static func from(_ place: PageKey.Position) -> ClosedRange<PageKey.Position> {
        PageKey.Position(date: place.date, item: ItemID(place.item.rawValue &+ 1)) ... .last
    }

    /// The items before this place in a list.
    func before(in order: Listing.Order) -> ClosedRange<PageKey.Position> {
        order == .oldest ? Self.upTo(self) : Self.from(self)
    }

    /// The items after this place in a list.
    func after(in order: Listing.Order) -> ClosedRange<PageKey.Position> {
        order == .oldest ? Self.from(self) : Self.upTo(self)
    }
}

extension Date {
    /// In the library's milliseconds.
    package var milliseconds: Int64 {
        guard case .integer(let milliseconds) = sqliteValue else { preconditionFailure("a date is stored as a number") }
        return milliseconds
    }
}

// Pages use keys instead of offsets, so each costs the same at any depth.
extension Library {
    /// A list of this scope as it is now, with marks that aren't written yet.
    package func listing(
        _ scope: Listing.Scope, unreadOnly: Bool = false, order: Listing.Order = .newest
    ) throws(LibraryFailure) -> Listing {
        let pending = changeQueue.marks
        return try read { database in
            try database.applying(pending, in: database.listing(scope, unreadOnly: unreadOnly, order: order))
        }
    }

    /// The next items of a listing, at most `limit`, in its order, after a key or from the start.
    package func items(
        of listing: Listing, after key: PageKey?, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        let pending = changeQueue.marks
        return try read { try $0.items(of: listing, from: key, forward: true, limit: limit, with: pending) }
    }

    /// The items before a key, or the last ones of the listing, at most `limit`, in its order.
    package func items(
        of listing: Listing, before key: PageKey?, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        let pending = changeQueue.marks
        return try read { try $0.items(of: listing, from: key, forward: false, limit: limit, with: pending) }
    }

    /// The next items of a listing after one of them, or from the start.
    package func items(
        of listing: Listing, after last: Item? = nil, limit: Int
    ) throws(LibraryFailure) -> [Item] {
        try items(of: listing, after: last.map(listing.key), limit: limit)
    }

    /// The current number of items in the listing, counted, which takes as long as `position`.
    package func count(of listing: Listing) throws(LibraryFailure) -> Int {
        try read { database in
            try (0..<listing.sectionCount).reduce(0) { count, section in
                try count + database.count(ofSection: section, .first ... .last, in: listing)
            }
        }
    }

    /// The number of items in the listing before a key, counted: up to 40 ms in a million.
    package func position(of key: PageKey, in listing: Listing) throws(LibraryFailure) -> Int {
        try read { try $0.position(of: key, in: listing) }
    }
}

extension Database {
    fileprivate func listing(_ scope: Listing.Scope, unreadOnly: Bool, order: Listing.Order) throws -> Listing {
        if case .query(let id) = scope { return try listing(id, unreadOnly: unreadOnly, order: order) }
        let counts = try counts(of: scope)
        let newest = try first("SELECT max(id) FROM items") { ItemID($0.integer(0)) } ?? ItemID(0)
        let feeds: [FeedID] =
            switch scope {
            case .tag(let tag):
                try all(
                    """
                    SELECT id FROM feeds JOIN feed_tags ON feed = id WHERE tag = ? AND is_subscribed ORDER BY position
                    """, tag
                ) { FeedID($0.integer(0)) }
            case .all where order == .byFeed:
                try all("SELECT id FROM feeds WHERE is_subscribed ORDER BY position") { FeedID($0.integer(0)) }
            default: []
            }
        return try Listing(
            scope, unreadOnly: unreadOnly, order: order, newestItem: newest,
            count: unreadOnly ? counts.unread : counts.items, markings: markings, feeds: feeds)
    }

    private func listing(_ query: QueryID, unreadOnly: Bool, order: Listing.Order) throws -> Listing {
        let counts = try counts(of: query)
        let newest = try first("SELECT max(id) FROM items") { ItemID($0.integer(0)) } ?? ItemID(0)
        let listed = try listed(query, at: Date())
        return try Listing(
            .query(query), unreadOnly: unreadOnly || listed?.plan.isUnread == true, order: order, newestItem: newest,
            count: unreadOnly ? counts.unread : counts.items, markings: markings, feeds: listed?.feeds ?? [],
            query: listed?.query)
    }

    /// Returns fewer than `limit` only at the end of the listing.
    func items(
        of listing: Listing, from key: PageKey?, forward: Bool, limit: Int, with marks: [PendingMark] = []
    ) throws -> [Item] {
        var walk = RowWalk(listing, from: key, forward: forward, portion: limit, with: marks, in: self)
        var items: [Item] = []
        // Hidden items (copies, pending deletions) make room for others.
        while items.count < limit, let places = try walk.next(limit - items.count) {
            items += try self.items(at: places, shownIn: listing).applying(marks)
        }
        return forward ? items : items.reversed()
    }

    private func items(at places: [PageKey.Position], shownIn listing: Listing) throws -> [Item] {
        let statement = try statement("SELECT is_listed, \(Item.columns) FROM \(Item.tables) WHERE states.item = ?")
        return try places.compactMap { place in
            let found = try statement.first(place.item) { row in (item: Item(row, from: 1), isListed: row.bool(0)) }
            guard let found else { return nil }
            return try found.isListed || shows(found.item, in: listing) ? found.item : nil
        }
    }

    fileprivate func position(of key: PageKey, in listing: Listing) throws -> Int {
        let before = try (0..<key.section).reduce(0) { count, section in
            try count + self.count(ofSection: section, .first ... .last, in: listing)
        }
        let range = key.place.before(in: listing.order)
        return try before + count(ofSection: key.section, range, in: listing)
    }

    fileprivate func count(
        ofSection section: Int, _ range: ClosedRange<PageKey.Position>, in listing: Listing
    ) throws -> Int {
        try listing.indexRanges(ofSection: section).reduce(0) { try $0 + $1.count(range, in: self) }
    }
}

/// The statements that read index ranges with the same condition, such as those of a tag's feeds, so they are prepared once.
struct PositionQueries {
    let ascending: Bool
    let database: Database
    private let tables: String
    private let condition: String
    // Two statements, for positions with the same date and beyond it: with one, SQLite would read through the whole date.
    private let ofDate: Statement
    private let beyondDate: Statement

    init(of indexRange: IndexRange, ascending: Bool, in database: Database) throws {
        self.ascending = ascending
        self.database = database
        tables = indexRange.tables
        condition = indexRange.condition
        let (beyond, bound, direction) = ascending ? (">", "<", "ASC") : ("<", ">=", "DESC")
        let (date, item) = ("\(indexRange.prefix)date", "\(indexRange.prefix)item")
        let select = "SELECT \(date), \(item) FROM \(tables) WHERE \(condition) AND \(item) <= ?2"
        ofDate = try database.statement(
            "\(select) AND \(date) = ?3 AND \(item) \(beyond) ?4 ORDER BY \(item) \(direction) LIMIT ?5")
        beyondDate = try database.statement(
            """
            \(select) AND \(date) \(beyond) ?3 AND \(date) \(bound) ?4
            ORDER BY \(date) \(direction), \(item) \(direction) LIMIT ?5
            """)
    }

    /// Whether these statements fit the index range.
    func matches(_ indexRange: IndexRange) -> Bool { indexRange.condition == condition && indexRange.tables == tables }

    /// The next places of an index range beyond one, at most `limit`, for all its items.
    func places(of indexRange: IndexRange, beyond place: PageKey.Position?, limit: Int) throws -> [PageKey.Position] {
        let places = try found(of: indexRange, beyond: place, limit: limit)
        // A damaged index that repeats itself would never end.
        if let place, let last = places.last, ascending ? last <= place : last >= place {
            throw SQLiteError.impossibleRows
        }
        return places
    }

    private func found(of indexRange: IndexRange, beyond place: PageKey.Position?, limit: Int) throws -> [PageKey
        .Position]
    {
        let dates = indexRange.dates
        // The start of the index range, or past its end.
        let start = ascending ? dates.lowerBound.subtractingOne : dates.upperBound
        var date = start
        var places: [PageKey.Position] = []
        if let place, ascending ? place.date > start : place.date < start {
            date = place.date
            if dates.contains(date) {
                places = try ofDate.all(indexRange.value, indexRange.boundary, date, place.item, limit) {
                    PageKey.Position($0)
                }
            }
        }
        guard places.count < limit else { return places }
        let end = ascending ? dates.upperBound : dates.lowerBound
        try beyondDate.each(indexRange.value, indexRange.boundary, date, end, limit - places.count) {
            places.append(.init($0))
        }
        return places
    }
}

extension Int64 {
    fileprivate var subtractingOne: Int64 { self == .min ? .min : self - 1 }
}

/// The rows of a listing one after the other, section by section, without pending deletions.
private struct RowWalk {
    private let listing: Listing
    private let forward: Bool
    private let portion: Int
    private let marks: [PendingMark]
    private let database: Database
    private var section: Int
    /// Where the section continues; nil at its start.
    private var place: PageKey.Position?
    private var merge: IndexRangeMerge?

    /// Starts after a row, or at the start of the listing, and reads about this many rows at a time.
    init(
        _ listing: Listing, from key: PageKey?, forward: Bool, portion: Int, with marks: [PendingMark],
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
    mutating func next(_ wanted: Int) throws -> [PageKey.Position]? {
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

    private mutating func go(on section: Int, behind place: PageKey.Position?) {
        (self.section, self.place, merge) = (section, place, nil)
    }

    private func merge(ofSection section: Int) throws -> IndexRangeMerge {
        try IndexRangeMerge(
            listing.indexRanges(ofSection: section), beyond: place, ascending: (listing.order == .oldest) == forward,
            limit: portion, in: database)
    }

    private func endOfDeletion(around place: PageKey.Position, in section: Int) -> PageKey? {
        marks.endOfRows(
            getting: .deleted, around: PageKey(section: section, place: place), in: listing, forward: forward)
    }
}

// From a row number to the item in that row.
extension Library {
    /// The item in a row of a listing, counted from 0; takes as long as `position`.
    package func item(inRow row: Int, of listing: Listing) throws(LibraryFailure) -> Item? {
        try read { try $0.item(inRow: row, of: listing) }
    }

    /// The item this many rows after one of a listing, or the last one if there are fewer: a few milliseconds for ten
    /// thousand rows. Pending deletions have no row.
    package func item(_ steps: Int, behind item: Item, in listing: Listing) throws(LibraryFailure) -> Item {
        let pending = changeQueue.marks
        let last = try read { try $0.item(steps, behind: listing.key(of: item), in: listing, with: pending) }
        return last ?? item
    }
}

extension Database {
    fileprivate func item(
        _ steps: Int, behind key: PageKey, in listing: Listing, with marks: [PendingMark]
    ) throws -> Item? {
        let hidden = try hiddenCopies(in: listing)
        var walk = RowWalk(listing, from: key, forward: true, portion: Self.step, with: marks, in: self)
        var rest = steps
        var last: PageKey.Position?
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
            let indexRanges = listing.indexRanges(ofSection: section)
            let count = try indexRanges.reduce(0) { try $0 + $1.count(.first ... .last, in: self) }
            if row < count { return try item(inRow: row, of: indexRanges, ascending: listing.order == .oldest) }
            row -= count
        }
        return nil
    }

    private func item(inRow row: Int, of indexRanges: [IndexRange], ascending: Bool) throws -> Item? {
        let statement = try statement("\(Item.query) WHERE states.item = ?")
        return try place(ofRow: row, in: indexRanges, ascending: ascending).flatMap { place in
            try statement.first(place.item) { Item($0) }
        }
    }

    private func place(ofRow row: Int, in indexRanges: [IndexRange], ascending: Bool) throws -> PageKey.Position? {
        if indexRanges.count == 1, indexRanges[0].members.areAll {
            return try indexRanges[0].place(ofRow: row, ascending: ascending, in: self)
        }
        var merge = try IndexRangeMerge(indexRanges, beyond: nil, ascending: ascending, limit: Self.step, in: self)
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

extension IndexRange {
    /// One index has all of it, and SQLite skips along it to the row.
    fileprivate func place(ofRow row: Int, ascending: Bool, in database: Database) throws -> PageKey.Position? {
        let direction = ascending ? "ASC" : "DESC"
        return try database.first(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables) WHERE \(condition) AND \(prefix)item <= ?2
            ORDER BY \(prefix)date \(direction), \(prefix)item \(direction) LIMIT 1 OFFSET ?3
            """, value, boundary, row
        ) { PageKey.Position(date: $0.integer(0), item: ItemID($0.integer(1))) }
    }
}
