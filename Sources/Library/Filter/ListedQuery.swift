import FoundationEssentials
import SQLite

/// Where a list reads the items of a saved search.
enum ListedQuery: Equatable, Sendable {
    /// From the kept rows; their dates are bounded, because time may have passed.
    case kept(QueryID, Range<Int64>)
    /// From the lists of all feeds, or of those that the listing names.
    case listed(ListedState?, Range<Int64>, isOfFeeds: Bool)

    init(_ id: QueryID, _ plan: FilterPlan, at now: Date) {
        let range = plan.dates.reduce(Int64.min..<Int64.max) { $0.clamped(to: $1.range(at: now)) }
        self =
            plan.isKept
            ? .kept(id, range) : .listed(plan.listed, range, isOfFeeds: !plan.feeds.isEmpty)
    }

    func indexRanges(of feeds: [FeedID], in listing: Listing) -> [IndexRange] {
        switch self {
        case .kept(let id, let dates):
            return [
                IndexRange(
                    tables: "query_items", condition: "query = ?1", value: id.sqliteValue, boundary: listing.newestItem,
                    dates: dates)
            ]
        case .listed(let listed?, let dates, let isOfFeeds) where listed.value == listed.state.countedValue:
            let indexRanges = listing.indexRanges(of: listed.state).map { $0.within(dates) }
            guard isOfFeeds else { return indexRanges }
            let term = "feed IN (\(feeds.map { "\($0.rawValue)" }.joined(separator: ", ")))"
            return indexRanges.map { $0.adding(term) }
        case .listed(let listed, let dates, let isOfFeeds):
            let indexRanges =
                isOfFeeds
                ? feeds.map { listing.indexRange(of: $0) }
                : [IndexRange(condition: "is_listed = 1", value: .null, boundary: listing.newestItem)]
            return indexRanges.map { indexRange in
                (listed.map { indexRange.adding($0.state.condition($0.value)) } ?? indexRange).within(dates)
            }
        }
    }
}

extension IndexRange {
    fileprivate func within(_ dates: Range<Int64>) -> IndexRange {
        var indexRange = self
        indexRange.dates = dates
        return indexRange
    }
}

extension Database {
    /// The saved search of a list, with the feeds that it tests for, in order.
    func listed(_ id: QueryID, at now: Date) throws -> (plan: FilterPlan, query: ListedQuery, feeds: [FeedID])? {
        guard let filter = try filter(of: id) else { return nil }
        let plan = FilterPlan(filter.expression)
        let feeds = try plan.isKept || plan.feeds.isEmpty ? [] : self.feeds(matching: .all(plan.feeds), at: now)
        return (plan, ListedQuery(id, plan, at: now), feeds)
    }

    /// The filter of a saved search; nil if it doesn't exist or is in a newer lede's language.
    func filter(of id: QueryID) throws -> Filter? {
        let expression = try first("SELECT expression FROM queries WHERE id = ?", id) { $0.text(0) }
        return expression.flatMap(Filter.saved)
    }

    /// The user's feeds that match a filter, in order.
    func feeds(matching filter: FilterExpression, at now: Date) throws -> [FeedID] {
        let sql = try FilterSQL.feeds(filter, at: now, in: self)
        return try all(
            "SELECT id FROM feeds WHERE is_subscribed AND \(sql.condition) ORDER BY position", Each(sql.values)
        ) { FeedID($0.integer(0)) }
    }

    func counts(of query: QueryID, at now: Date = Date()) throws -> Counts {
        guard let (plan, listed, feeds) = try listed(query, at: now) else { return Counts(items: 0, unread: 0) }
        let counts = try counts(plan, listed, feeds, at: now)
        return plan.isUnread ? Counts(items: counts.unread, unread: counts.unread) : counts
    }

    private func counts(
        _ plan: FilterPlan, _ query: ListedQuery, _ feeds: [FeedID], at now: Date
    ) throws -> Counts {
        if case .kept(let id, _) = query {
            return try first("SELECT items, unread FROM queries WHERE id = ?", id) {
                Counts(items: $0.int(0), unread: $0.int(1))
            } ?? Counts(items: 0, unread: 0)
        }
        let listing = Listing(.query(QueryID(0)), newestItem: ItemID(.max), count: 0, feeds: feeds, query: query)
        let hidden = try hiddenCounts(plan, in: listing, at: now)
        var counts = try countsWithCopies(plan, query, listing, at: now)
        counts.items -= hidden.items
        counts.unread -= hidden.unread
        return counts
    }

    /// The counts of the items that the list hides, because it shows a copy of them.
    private func hiddenCounts(_ plan: FilterPlan, in listing: Listing, at now: Date) throws -> Counts {
        // Lists of a state's items read an index without copies.
        guard listing.feeds.count > 1, plan.listed.map({ $0.value != $0.state.countedValue }) ?? true else {
            return Counts(items: 0, unread: 0)
        }
        let dates = plan.dates.map { $0.range(at: now) }
        let state = try statement("SELECT date, \(ItemState.columns) FROM states WHERE item = ?")
        return try hiddenCopies(in: listing).reduce(into: Counts(items: 0, unread: 0)) { counts, item in
            try state.first(item) { row in
                let states = ItemStates(row, from: 1)
                if let listed = plan.listed, states[listed.state] != listed.value { return }
                guard dates.allSatisfy({ $0.contains(row.integer(0)) }) else { return }
                counts.items += 1
                if !states[.read] { counts.unread += 1 }
            }
        }
    }

    private func countsWithCopies(
        _ plan: FilterPlan, _ query: ListedQuery, _ listing: Listing, at now: Date
    ) throws -> Counts {
        let feeds = listing.feeds
        guard plan.listed == nil, plan.dates.isEmpty else {
            let everything = PageKey.Position.first ... .last
            return try query.indexRanges(of: feeds, in: listing).reduce(into: Counts(items: 0, unread: 0)) {
                counts, indexRange in
                counts.items += try indexRange.count(everything, in: self)
                counts.unread += try indexRange.adding("is_read = 0").count(everything, in: self)
            }
        }
        if plan.feeds.isEmpty { return try counts(of: .all) }
        return try feeds.reduce(into: Counts(items: 0, unread: 0)) { sum, feed in
            let counts = try counts(of: .feed(feed))
            sum.items += counts.items
            sum.unread += counts.unread
        }
    }
}

/// Updates saved searches at the end of each transaction, so that their counts and lists are always right.
///
/// SQLite reports which items changed, whatever changed them: marks, refreshes, folding, unsubscribing.
struct QueryUpkeep {
    /// Ages are updated at most this often.
    private static let shortestTime: TimeInterval = 60

    private let database: Database
    private let now: Date
    private let queries: [KeptQuery]

    private init(_ database: Database, _ queries: [KeptQuery], at now: Date) {
        self.database = database
        self.queries = queries
        self.now = now
    }

    /// Starts to note changed rows, if a saved search needs it.
    static func begin(in database: Database) throws {
        let isNeeded = try database.first("SELECT 1 FROM queries WHERE is_kept = 1") { _ in true } == true
        switch (isNeeded, database.notesRows) {
        case (true, false): database.recordRows(of: ["items", "states", "feeds", "full_texts"])
        case (true, true): _ = database.takeRecordedRows()
        case (false, true): database.stopRecordingRows()
        case (false, false): break
        }
    }

    /// Updates saved searches after a write, and returns the changes to report.
    static func end(_ changes: [LibraryChange], at now: Date, in database: Database) throws -> [LibraryChange] {
        guard database.notesRows else { return [] }
        let rows = database.takeRecordedRows()
        let upkeep = QueryUpkeep(database, try database.keptQueries(), at: now)
        return try upkeep.update(
            items: ItemSet(["items", "states", "full_texts"].flatMap { rows[$0] ?? [] }.map(ItemID.init)),
            feeds: Set((rows["feeds"] ?? []).map(FeedID.init)), after: changes)
    }

    private func update(
        items: ItemSet, feeds: Set<FeedID>, after changes: [LibraryChange]
    ) throws -> [LibraryChange] {
        try queries.compactMap { query in
            let before = database.totalChanges
            try update(query, items, feeds, after: changes)
            return database.totalChanges == before ? nil : .query(query.id)
        }
    }

    private func update(
        _ query: KeptQuery, _ items: ItemSet, _ feeds: Set<FeedID>, after changes: [LibraryChange]
    ) throws {
        var items = items.union(tagged(changes, in: query.filter))
        if let marks = readMarks(changes, in: query.filter) {
            for (marked, isRead) in marks { try database.set(marked, read: isRead, in: query) }
            items = []
        }
        items = try items.union(itemsOfChangedFeeds(feeds, query))
        items = try items.union(itemsOfOtherAge(query))
        guard !items.isEmpty else { return }
        let isOfFeeds = !query.filter.feedParts.isEmpty
        // If a copy appears or disappears, lists may show another one.
        try database.update(query, of: isOfFeeds ? database.withCopies(items) : items, at: now)
    }

    /// Items whose own tags changed, if the saved search tests tags.
    private func tagged(_ changes: [LibraryChange], in filter: FilterExpression) -> ItemSet {
        changes.reduce(into: ItemSet()) { items, change in
            guard case .marked(let mark, let changed, _) = change,
                filter.tests.contains(where: { $0.depends(on: mark) })
            else { return }
            switch mark {
            case .tagged, .untagged: items = items.union(changed)
            default: break
            }
        }
    }

    /// The items that became read or unread, if all changes are marks that the saved search doesn't test.
    private func readMarks(_ changes: [LibraryChange], in filter: FilterExpression) -> [(ItemSet, isRead: Bool)]? {
        var marks: [(ItemSet, isRead: Bool)] = []
        for change in changes {
            guard case .marked(let mark, let items, _) = change, !filter.tests.contains(where: { $0.depends(on: mark) })
            else { return nil }
            switch mark {
            case .read: marks.append((items, true))
            case .unread: marks.append((items, false))
            case .state, .tagged, .untagged: break
            case .deleted: return nil
            }
        }
        return changes.isEmpty ? nil : marks
    }

    /// All items of feeds with a changed value that the saved search tests.
    private func itemsOfChangedFeeds(_ feeds: Set<FeedID>, _ query: KeptQuery) throws -> ItemSet {
        let parts = query.filter.feedConditions
        guard !parts.isEmpty else { return [] }
        let isOfTime = parts.flatMap(\.tests).contains(where: \.changesWithTime) && isTimeOver(query)
        guard isOfTime || !feeds.isEmpty else { return [] }
        let truth = try FeedTruth(of: parts, at: now, in: database)
        var items = ItemSet()
        for feed in try isOfTime ? truth.allFeeds() : feeds.sorted(by: { $0.rawValue < $1.rawValue }) {
            guard try truth.storeResults(of: feed, for: query.id) else { continue }
            let ofFeed = try database.all("SELECT item FROM states WHERE feed = ?", feed) { ItemID($0.integer(0)) }
            items = items.union(ItemSet(ofFeed))
        }
        return items
    }

    private func isTimeOver(_ query: KeptQuery) -> Bool {
        abs(now.timeIntervalSince(query.lookedAt)) >= Self.shortestTime
    }

    /// The items that have become too old, or old enough, for the saved search.
    private func itemsOfOtherAge(_ query: KeptQuery) throws -> ItemSet {
        let tests = query.filter.tests.filter(\.changesWithTime)
        guard !tests.isEmpty, isTimeOver(query) else { return [] }
        var items = ItemSet()
        for case .date(let dates) in tests {
            for (old, new) in zip(dates.limits(at: query.lookedAt), dates.limits(at: now)) where old != new {
                items = try items.union(self.items(from: min(old, new), to: max(old, new)))
            }
        }
        try database.run("UPDATE queries SET looked_at = ? WHERE id = ?", now, query.id)
        return items
    }

    private func items(from: Int64, to: Int64) throws -> ItemSet {
        let listed = try database.all(
            "SELECT item FROM states WHERE is_listed = 1 AND date BETWEEN ? AND ?", from, to
        ) { ItemID($0.integer(0)) }
        let copies = try database.all(
            "SELECT item FROM copies JOIN states USING (item) WHERE date BETWEEN ? AND ?", from, to
        ) { ItemID($0.integer(0)) }
        return ItemSet(listed).union(ItemSet(copies))
    }
}

/// The results of a saved search's tests of feeds, feed by feed.
struct FeedTruth {
    private let database: Database
    private let statement: Statement
    private let values: [Value]

    init(of parts: [FilterExpression], at now: Date, in database: Database) throws {
        self.database = database
        let parts = try parts.map { try FilterSQL.feeds($0, at: now, in: database) }
        let columns = ["is_subscribed"] + parts.map { "coalesce(\($0.condition), 0)" }
        statement = try database.statement("SELECT \(columns.joined(separator: ", ")) FROM feeds WHERE id = ?")
        values = parts.flatMap(\.values)
    }

    func allFeeds() throws -> [FeedID] {
        try database.all("SELECT id FROM feeds ORDER BY id") { FeedID($0.integer(0)) }
    }

    /// Stores the current results, and returns whether they differ from before.
    func storeResults(of feed: FeedID, for query: QueryID) throws -> Bool {
        let truth = try statement.first(Each(values), feed) { row in
            var hash = StableHash()
            for column in 0..<Int32(row.count) { hash.combine(row.text(.position(column))) }
            return hash.value
        }
        guard let truth else { return false }
        let before = try database.first(
            "SELECT truth FROM query_feeds WHERE feed = ? AND query = ?", feed, query
        ) { $0.integer(0) }
        guard before != truth else { return false }
        try database.run(
            "INSERT OR REPLACE INTO query_feeds (feed, query, truth) VALUES (?, ?, ?)", feed, query, truth)
        return true
    }
}
