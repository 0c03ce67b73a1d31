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
    package private(set) var order: Order
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

    /// What a search has found, and nothing else.
    package init(found items: ItemSet) {
        self.init(.all, newestItem: items.last ?? ItemID(0), count: items.count)
        narrowing = items
    }

    /// The same listing without items that came after another one.
    package func upTo(_ newest: ItemID) -> Listing {
        var listing = self
        listing.newestItem = newest
        return listing
    }

    /// What of this list is older than a date; everything without one.
    package func items(before date: Date?) -> MarkTarget {
        guard let date else { return .listing(self) }
        var byDate = self
        byDate.order = .newest
        return .below(PageKey(section: 0, place: PageKey.Position(date: date.milliseconds, item: ItemID(0))), byDate)
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
