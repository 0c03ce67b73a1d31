package import FoundationEssentials
import SQLite

/// The contents of a list: the items of a scope, in an order, as they were when the list was filled.
///
/// Later items aren't in it. Items marked since then keep their position, if the owner of the list reports marks to it.
package struct Listing: Equatable, Sendable {
    package enum Scope: Hashable, Sendable {
        /// All the user's feeds.
        case all
        case feed(FeedID)
        /// The feeds with this tag.
        case tag(String)
        /// The counted items of this state: the starred ones.
        case state(ItemState)
        /// Items that have this tag themselves.
        case taggedItems(String)
        /// All feeds, from this time on.
        case since(Date)
        /// The items of a saved search.
        case query(QueryID)

        package static let starred = Scope.state(.starred)

        /// Whether an item alone says if the list contains it. Not so for saved searches and the user's own tags.
        package var isToldByItems: Bool {
            switch self {
            case .all, .feed, .tag, .state, .since: true
            case .taggedItems, .query: false
            }
        }
    }

    package enum Order: String, CaseIterable, Sendable {
        case newest
        case oldest
        /// One feed after the other, newest items of each first; newest first if the scope has no feeds.
        case byFeed = "feed"
        /// The items that were unread when the list was filled, then the others.
        case unreadFirst = "unread"
    }

    package let scope: Scope
    package let unreadOnly: Bool
    package let order: Order
    /// The first item that came later.
    package private(set) var newestItem: ItemID
    /// The number of marks up to then: the list includes marks up to this number, whenever they are reported.
    package let markings: Int64
    /// The number of items when the list was filled; copies in several feeds of a tag each count.
    package internal(set) var count: Int
    /// If set, the list contains only these of its items.
    package internal(set) var narrowing: ItemSet?
    /// The feeds that it reads one by one, in order.
    let feeds: [FeedID]
    /// How to read the items of a saved search.
    let query: ListedQuery?
    /// The items marked since the list was filled, which stay in their position.
    private var markedSince: [ItemState: MarkedSince] = [:]

    init(
        _ scope: Scope, unreadOnly: Bool = false, order: Order = .newest, newestItem: ItemID, count: Int,
        markings: Int64 = 0, feeds: [FeedID] = [], query: ListedQuery? = nil
    ) {
        self.scope = scope
        self.unreadOnly = unreadOnly
        self.order = order
        self.newestItem = newestItem
        self.count = count
        self.markings = markings
        self.feeds = feeds
        self.query = query
    }

    /// The feed's items when it was read, newest first.
    package init(_ feed: Feed) {
        self.init(.feed(feed.id), newestItem: feed.newestItem ?? ItemID(0), count: feed.total)
    }

    /// All feeds' items when the feeds were read, newest first.
    package init(all feeds: [Feed]) {
        let newest = feeds.compactMap(\.newestItem).max() ?? ItemID(0)
        self.init(.all, newestItem: newest, count: feeds.reduce(0) { $0 + $1.total })
    }

    /// The same listing without items that came after another one.
    package func upTo(_ newest: ItemID) -> Listing {
        var listing = self
        listing.newestItem = newest
        return listing
    }

    /// Whether new items of a feed may belong to the list. For saved searches that is unknown without looking.
    package func mayHaveNews(of feed: FeedID) -> Bool {
        switch scope {
        case .all, .since: true
        case .feed(let own): own == feed
        case .tag: feeds.contains(feed)
        case .query: true
        case .state, .taggedItems: false
        }
    }

    /// Whether marks that weren't reported to the list change its contents or order.
    package var goesByMarks: Bool {
        if case .state = scope { return true }
        return unreadOnly || order == .unreadFirst || !scope.isToldByItems
    }

    /// Notes a mark that was made while the list is open: marked items stay in position.
    package mutating func record(_ mark: Mark, of items: ItemSet) {
        if case .state(let state, let value) = mark {
            markedSince[state, default: MarkedSince()].record(items, isOn: value)
        }
    }

    /// The items that got a state, or lost it, since the list was filled.
    func marked(_ state: ItemState) -> MarkedSince { markedSince[state] ?? MarkedSince() }
}

/// Items that have a state now and didn't at some time, and the other way round.
struct MarkedSince: Equatable {
    private(set) var on = ItemSet()
    private(set) var off = ItemSet()

    /// Adds items that have just changed; one that changed back is as before.
    mutating func record(_ items: ItemSet, isOn: Bool) {
        if isOn { Self.record(items, in: &on, notIn: &off) } else { Self.record(items, in: &off, notIn: &on) }
    }

    private static func record(_ items: ItemSet, in changed: inout ItemSet, notIn others: inout ItemSet) {
        let back = items.intersection(others)
        others = others.subtracting(back)
        changed = changed.union(items.subtracting(back))
    }
}

// A listing is a sequence of sections; each merges index ranges by date.
extension Listing {
    enum Sectioning {
        case none
        case unreadFirst
        case feeds
    }

    var sectioning: Sectioning {
        switch order {
        case .newest, .oldest: .none
        case .unreadFirst: unreadOnly ? .none : .unreadFirst
        case .byFeed: feeds.isEmpty ? .none : .feeds
        }
    }

    var sectionCount: Int {
        switch sectioning {
        case .none: 1
        case .unreadFirst: 2
        case .feeds: feeds.count
        }
    }

    func indexRanges(ofSection section: Int) -> [IndexRange] {
        guard let narrowing else { return allIndexRanges(ofSection: section) }
        return allIndexRanges(ofSection: section).flatMap { $0.only(narrowing) }
    }

    private func allIndexRanges(ofSection section: Int) -> [IndexRange] {
        switch sectioning {
        case .none: indexRanges(of: feeds).flatMap { unreadOnly ? whatWasUnread(of: $0) : [$0] }
        case .unreadFirst: indexRanges(of: feeds).flatMap { section == 0 ? whatWasUnread(of: $0) : whatWasRead(of: $0) }
        case .feeds: indexRanges(of: [feeds[section]]).flatMap { unreadOnly ? whatWasUnread(of: $0) : [$0] }
        }
    }

    /// The index ranges of the scope, or of these feeds if it is read feed by feed.
    private func indexRanges(of feeds: [FeedID]) -> [IndexRange] {
        switch scope {
        case .all where feeds.isEmpty:
            return [IndexRange(condition: "is_listed = 1", value: .null, boundary: newestItem)]
        case .all, .tag: return feeds.map { indexRange(of: $0) }
        case .feed(let feed): return [indexRange(of: feed)]
        case .state(let state): return indexRanges(of: state)
        case .taggedItems(let tag):
            return [
                IndexRange(
                    tables: "item_tags JOIN states ON states.item = item_tags.item", prefix: "item_tags.",
                    condition: "tag = ?1 AND is_listed = 1", value: .text(tag), boundary: newestItem)
            ]
        case .since(let date):
            return [
                IndexRange(
                    condition: "is_listed = 1", value: .null, boundary: newestItem, dates: date.milliseconds ..< .max)
            ]
        case .query: return query?.indexRanges(of: feeds, in: self) ?? []
        }
    }

    /// The counted items of a state when the list was filled.
    func indexRanges(of state: ItemState) -> [IndexRange] {
        indexRanges(
            of: IndexRange(condition: "is_listed = 1", value: .null, boundary: newestItem), having: state,
            state.countedValue)
    }

    func indexRange(of feed: FeedID) -> IndexRange {
        IndexRange(condition: "feed = ?1 AND is_deleted = 0", value: feed.sqliteValue, boundary: newestItem)
    }

    private func whatWasUnread(of indexRange: IndexRange) -> [IndexRange] {
        indexRanges(of: indexRange, having: .read, false)
    }

    private func whatWasRead(of indexRange: IndexRange) -> [IndexRange] {
        indexRanges(of: indexRange, having: .read, true)
    }

    /// The items of an index range that had a state, or didn't, when the list was filled.
    private func indexRanges(of indexRange: IndexRange, having state: ItemState, _ value: Bool) -> [IndexRange] {
        let (on, off) = (marked(state).on, marked(state).off)
        return indexRange.adding(state.condition(value)).without(value ? on : off)
            + indexRange.adding(state.condition(!value)).only(value ? off : on)
    }
}

extension IndexRange {
    func adding(_ term: String) -> IndexRange {
        var indexRange = self
        indexRange.condition = "\(condition) AND \(term)"
        return indexRange
    }

    fileprivate func without(_ items: ItemSet) -> [IndexRange] {
        var indexRange = self
        indexRange.members.except = members.except.union(items)
        return [indexRange]
    }

    /// Nil if it would contain nothing.
    fileprivate func only(_ items: ItemSet) -> [IndexRange] {
        var indexRange = self
        let only = members.only?.intersection(items) ?? items
        indexRange.members.only = only
        return only.isEmpty ? [] : [indexRange]
    }
}

/// Items that one index returns in date order: those of a condition, up to the newest one of the list.
struct IndexRange {
    /// The items of the condition that count.
    struct Members {
        /// Nil for all.
        var only: ItemSet?
        var except = ItemSet()

        var areAll: Bool { only == nil && except.isEmpty }

        func contains(_ item: ItemID) -> Bool { only?.contains(item) ?? true && !except.contains(item) }
    }

    /// The tables, and the prefix of the table with the columns.
    var tables = "states"
    var prefix = ""
    /// Written literally as in the index's own condition, because SQLite otherwise doesn't use the index. Its value is
    /// `?1`.
    var condition: String
    let value: Value
    let boundary: ItemID
    /// The period of its items. It isn't part of the condition, because with two bounds SQLite may take the wider one.
    var dates: Range<Int64> = .min ..< .max
    var members = Members()

    /// Whether a state can be tested: the table of saved searches has only whether items are read.
    func has(_ state: ItemState) -> Bool { tables != "query_items" || state == .read }

    /// Up to this number, looking items up one by one costs less than reading everything between them.
    private static let fewItems = 1000

    /// The next places beyond one, at most `limit`; fewer only at the end of the index range.
    func places(beyond place: PageKey.Position?, limit: Int, by queries: PositionQueries) throws -> [PageKey.Position] {
        if members.areAll { return try queries.places(of: self, beyond: place, limit: limit) }
        guard let items = members.only, items.count <= Self.fewItems else {
            return try filteredPlaces(beyond: place, limit: limit, by: queries)
        }
        return try places(
            of: items, beyond: place, ascending: queries.ascending, limit: limit, in: queries.database)
    }

    /// All items of the index range between two places.
    func items(_ range: ClosedRange<PageKey.Position>, in database: Database) throws -> [ItemID] {
        guard let range = bounded(range) else { return [] }
        // Dates limit what SQLite reads; places decide what counts.
        return try database.all(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables)
            WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)date BETWEEN ?3 AND ?4
            """, value, boundary, range.lowerBound.date, range.upperBound.date
        ) { row in PageKey.Position(row) }
        .filter { range.contains($0) && members.contains($0.item) }
        .map(\.item)
    }

    /// The number of items of the index range between two places.
    func count(_ range: ClosedRange<PageKey.Position>, in database: Database) throws -> Int {
        guard let range = bounded(range) else { return 0 }
        if let items = members.only, items.count <= Self.fewItems {
            let places = try self.places(
                of: items, beyond: nil, ascending: true, limit: items.count, in: database)
            return places.count { range.contains($0) }
        }
        guard members.areAll else { return try items(range, in: database).count }
        let (first, last) = (range.lowerBound, range.upperBound)
        return try count("date BETWEEN ?3 AND ?4", first.date, last.date, in: database)
            - count("date = ?3 AND \(prefix)item < ?4", first.date, first.item.rawValue, in: database)
            - count("date = ?3 AND \(prefix)item > ?4", last.date, last.item.rawValue, in: database)
    }

    /// The part of a range within the index range's period; nil if none.
    private func bounded(_ range: ClosedRange<PageKey.Position>) -> ClosedRange<PageKey.Position>? {
        guard !dates.isEmpty else { return nil }
        let first = max(range.lowerBound, PageKey.Position(date: dates.lowerBound, item: PageKey.Position.first.item))
        let last = min(range.upperBound, PageKey.Position(date: dates.upperBound - 1, item: PageKey.Position.last.item))
        return first <= last ? first...last : nil
    }

    private func count(_ range: String, _ first: Int64, _ second: Int64, in database: Database) throws -> Int {
        try database.first(
            "SELECT count(*) FROM \(tables) WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)\(range)",
            value, boundary, first, second
        ) { $0.int(0) } ?? 0
    }

    /// Reads on until enough members are found.
    private func filteredPlaces(
        beyond place: PageKey.Position?, limit: Int, by queries: PositionQueries
    ) throws -> [PageKey.Position] {
        var places: [PageKey.Position] = []
        var last = place
        // Reads more than a page at a time, because most items may not be members.
        let step = max(limit, 1000)
        while places.count < limit {
            let next = try queries.places(of: self, beyond: last, limit: step)
            places += next.filter { members.contains($0.item) }
            guard next.count == step else { break }
            last = next.last
        }
        return Array(places.prefix(limit))
    }

    private func places(
        of items: ItemSet, beyond place: PageKey.Position?, ascending: Bool, limit: Int, in database: Database
    ) throws -> [PageKey.Position] {
        let statement = try database.statement(
            """
            SELECT \(prefix)date, \(prefix)item FROM \(tables)
            WHERE \(condition) AND \(prefix)item <= ?2 AND \(prefix)item = ?3
            """)
        let places = try items.lazy.filter(members.contains).compactMap { item in
            try statement.first(value, boundary, item) { PageKey.Position($0) }
        }
        let beyond = places.filter { here in
            dates.contains(here.date) && place.map { ascending ? here > $0 : here < $0 } ?? true
        }
        return Array(beyond.sorted { ascending ? $0 < $1 : $0 > $1 }.prefix(limit))
    }
}

extension PageKey.Position {
    init(_ row: borrowing Row) {
        self.init(date: row.integer(0), item: ItemID(row.integer(1)))
    }
}

/// Merges several index ranges: reads a few places of each at a time, so that a page costs little more than a look at each.
struct IndexRangeMerge {
    private struct Source {
        let indexRange: IndexRange
        var places: ArraySlice<PageKey.Position>
        var mayHaveMore: Bool
    }

    /// A source with its next place.
    private struct Next {
        let place: PageKey.Position
        let source: Int
    }

    private let ascending: Bool
    private let portion: Int
    private let database: Database
    private var queries: PositionQueries?
    private var sources: [Source] = []
    /// The sources that have places; the next one is last.
    private var waiting: [Next] = []

    init(
        _ indexRanges: [IndexRange], beyond place: PageKey.Position?, ascending: Bool, limit: Int, in database: Database
    ) throws {
        self.ascending = ascending
        self.database = database
        portion = indexRanges.count == 1 ? limit : max(4, min(limit, 10_000) * 2 / max(indexRanges.count, 1))
        for indexRange in indexRanges {
            sources.append(try source(indexRange, beyond: place))
            lineUp(sources.count - 1)
        }
    }

    private mutating func source(_ indexRange: IndexRange, beyond place: PageKey.Position?) throws -> Source {
        let places = try indexRange.places(beyond: place, limit: portion, by: queries(of: indexRange))
        return Source(indexRange: indexRange, places: places[...], mayHaveMore: places.count == portion)
    }

    private mutating func queries(of indexRange: IndexRange) throws -> PositionQueries {
        if let queries, queries.matches(indexRange) { return queries }
        let queries = try PositionQueries(of: indexRange, ascending: ascending, in: database)
        self.queries = queries
        return queries
    }

    /// The next places of all index ranges; fewer than requested only at their end.
    mutating func next(_ count: Int) throws -> [PageKey.Position] {
        var places: [PageKey.Position] = []
        while places.count < count, let place = try next() { places.append(place) }
        return places
    }

    private mutating func next() throws -> PageKey.Position? {
        guard let next = waiting.popLast() else { return nil }
        sources[next.source].places.removeFirst()
        if sources[next.source].places.isEmpty, sources[next.source].mayHaveMore {
            sources[next.source] = try source(sources[next.source].indexRange, beyond: next.place)
        }
        lineUp(next.source)
        return next.place
    }

    /// Inserts a source by its next place, if it has one.
    private mutating func lineUp(_ source: Int) {
        guard let place = sources[source].places.first else { return }
        var (first, last) = (0, waiting.count)
        while first < last {
            let middle = (first + last) / 2
            let comesLater = ascending ? waiting[middle].place > place : waiting[middle].place < place
            if comesLater { first = middle + 1 } else { last = middle }
        }
        waiting.insert(Next(place: place, source: source), at: first)
    }
}
