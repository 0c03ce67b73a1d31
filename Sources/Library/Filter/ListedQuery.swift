import FoundationEssentials
import SQLite

/// Where a list reads the items of a saved search.
enum ListedQuery: Equatable, Sendable {
    /// From the kept rows; their dates are bounded, because time may have passed.
    case kept(QueryID, Range<Int64>)
    /// From the lists of all feeds, or of those that the listing names.
    case listed(isStarred: Bool?, Range<Int64>, isOfFeeds: Bool)
}

extension ListedQuery {
    init(_ id: QueryID, _ plan: FilterPlan, at now: Date) {
        let range = plan.dates.reduce(Int64.min..<Int64.max) { $0.clamped(to: $1.range(at: now)) }
        self =
            plan.isKept
            ? .kept(id, range) : .listed(isStarred: plan.isStarred, range, isOfFeeds: !plan.feeds.isEmpty)
    }

    func strips(of feeds: [FeedID], in listing: Listing) -> [Strip] {
        switch self {
        case .kept(let id, let dates):
            return [
                Strip(
                    tables: "query_items", condition: "query = ?1", value: id.sqliteValue, boundary: listing.newestItem,
                    dates: dates)
            ]
        case .listed(true?, let dates, let isOfFeeds):
            let strips = listing.starredStrips().map { $0.within(dates) }
            guard isOfFeeds else { return strips }
            let term = "feed IN (\(feeds.map { "\($0.rawValue)" }.joined(separator: ", ")))"
            return strips.map { $0.adding(term) }
        case .listed(let isStarred, let dates, let isOfFeeds):
            let strips =
                isOfFeeds
                ? feeds.map { listing.strip(of: $0) }
                : [Strip(condition: "is_listed = 1", value: .null, boundary: listing.newestItem)]
            return strips.map { strip in
                (isStarred == nil ? strip : strip.adding("is_starred = 0")).within(dates)
            }
        }
    }
}

extension Strip {
    fileprivate func within(_ dates: Range<Int64>) -> Strip {
        var strip = self
        strip.dates = dates
        return strip
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
        // Lists of starred items read an index without copies.
        guard listing.feeds.count > 1, plan.isStarred != true else { return Counts(items: 0, unread: 0) }
        let dates = plan.dates.map { $0.range(at: now) }
        let state = try statement("SELECT is_read, is_starred, date FROM states WHERE item = ?")
        return try hiddenCopies(in: listing).reduce(into: Counts(items: 0, unread: 0)) { counts, item in
            try state.first(item) { row in
                guard plan.isStarred ?? row.bool(1) == row.bool(1) else { return }
                guard dates.allSatisfy({ $0.contains(row.integer(2)) }) else { return }
                counts.items += 1
                if !row.bool(0) { counts.unread += 1 }
            }
        }
    }

    private func countsWithCopies(
        _ plan: FilterPlan, _ query: ListedQuery, _ listing: Listing, at now: Date
    ) throws -> Counts {
        let feeds = listing.feeds
        guard plan.isStarred == nil, plan.dates.isEmpty else {
            let everything = PageKey.Place.first ... .last
            return try query.strips(of: feeds, in: listing).reduce(into: Counts(items: 0, unread: 0)) { counts, strip in
                counts.items += try strip.count(everything, in: self)
                counts.unread += try strip.adding("is_read = 0").count(everything, in: self)
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
