import FoundationEssentials
import SQLite
import SyncFolder
import System

/// A user's action on items.
package enum Mark: Hashable, Sendable {
    /// Gives items a state, or takes it away.
    case state(ItemState, Bool)
    case deleted
    case tagged(String)
    case untagged(String)

    package static let read = Mark.state(.read, true)
    package static let unread = Mark.state(.read, false)
    package static let starred = Mark.state(.starred, true)
    package static let unstarred = Mark.state(.starred, false)
    package static let queued = Mark.state(.queued, true)
    package static let unqueued = Mark.state(.queued, false)
    package static let heard = Mark.state(.heard, true)
    package static let unheard = Mark.state(.heard, false)

    package var isTag: Bool {
        switch self {
        case .tagged, .untagged: true
        case .state, .deleted: false
        }
    }

    /// The opposite mark; nil for deleting, which no mark reverses.
    var opposite: Mark? {
        switch self {
        case .state(let state, let value): .state(state, !value)
        case .tagged(let tag): .untagged(tag)
        case .untagged(let tag): .tagged(tag)
        case .deleted: nil
        }
    }

    /// Applies the mark to an item in memory, which doesn't have its deletion and tags.
    package func apply(to item: inout Item) {
        if case .state(let state, let value) = self { item.states[state] = value }
    }
}

/// The number of items that a mark changed: intended ones, and their copies in other feeds.
package struct MarkOutcome: Equatable, Sendable {
    package var items = 0
    package var copies = 0

    package init() {}

    init(_ changed: ItemSet, of meant: ItemSet) {
        copies = changed.subtracting(meant).count
        items = changed.count - copies
    }

    package var count: Int { items + copies }

    /// ", 2 copies too"; nothing where there are none.
    package var copiesToo: String { copies == 0 ? "" : ", \(copies.counted("duplicate")) too" }
}

/// The items that a mark applies to.
package enum MarkTarget: Equatable, Sendable {
    case items(ItemSet)
    /// Everything in the list, without newer items.
    case listing(Listing)
    /// The items of the list above or below a row.
    case above(PageKey, Listing)
    case below(PageKey, Listing)
    /// The items of the list from one row to a later one, inclusive.
    case between(PageKey, PageKey, Listing)

    package static func item(_ item: ItemID) -> MarkTarget { .items([item]) }

    /// Whether it is a part of a feed's own list.
    fileprivate var isOfOneFeed: Bool {
        switch self {
        case .items: false
        case .listing(let listing), .above(_, let listing), .below(_, let listing), .between(_, _, let listing):
            if case .feed = listing.scope { true } else { false }
        }
    }

    /// Whether an item in memory is one of them. Scopes of the user's own tags and of saved searches need the library.
    func contains(_ item: Item) -> Bool {
        switch self {
        case .items(let items): items.contains(item.id)
        case .listing(let listing): listing.holds(item)
        case .above(let key, let listing): listing.holds(item) && listing.key(of: item).precedes(key, in: listing.order)
        case .below(let key, let listing): listing.holds(item) && key.precedes(listing.key(of: item), in: listing.order)
        case .between(let first, let last, let listing):
            listing.holds(item) && listing.stands(item, between: first, and: last)
        }
    }

    /// Whether these include all items of a listing, as far as that is known without looking.
    func isAll(of listing: Listing) -> Bool {
        if case .listing(let marked) = self { marked.hasItems(of: listing) || marked == listing } else { false }
    }

    /// The rows of a listing that these include completely; nil if that isn't known without looking.
    func rows(in listing: Listing) -> (first: PageKey, last: PageKey)? {
        switch self {
        case .listing(let marked) where marked.hasItems(of: listing): (listing.start, listing.end)
        case .between(let first, let last, let marked) where marked.hasRows(of: listing): (first, last)
        case .items, .listing, .above, .below, .between: nil
        }
    }
}

extension Listing {
    /// The rows before all rows, and after them.
    fileprivate var start: PageKey { PageKey(section: 0, place: order == .oldest ? .first : .last) }
    fileprivate var end: PageKey { PageKey(section: sectionCount - 1, place: order == .oldest ? .last : .first) }

    /// Whether it has all items of another list, as far as that is known without looking.
    fileprivate func hasItems(of other: Listing) -> Bool {
        guard scope.isToldByItems else { return false }
        switch (scope, other.scope) {
        case (.all, .feed), (.all, .tag), (.all, .since), (.all, .state): break
        case (.tag, _): if scope != other.scope || feeds != other.feeds { return false }
        case (_, _): if scope != other.scope { return false }
        }
        return (!unreadOnly || other.unreadOnly) && (narrowing == nil || narrowing == other.narrowing)
            && newestItem >= other.newestItem
    }

    /// Whether it has them in the same order, too. With unread first, an item's section may differ between the two.
    fileprivate func hasRows(of other: Listing) -> Bool {
        hasItems(of: other) && order == other.order && sectioning != .unreadFirst && feeds == other.feeds
    }

    fileprivate func holds(_ item: Item) -> Bool {
        guard item.id <= newestItem, !unreadOnly || !was(.read, item), narrowing?.contains(item.id) ?? true else {
            return false
        }
        return switch scope {
        case .all: true
        case .feed(let feed): item.feed == feed
        case .tag: feeds.contains(item.feed)
        case .state(let state): was(state, item) == state.countedValue
        case .taggedItems, .query: false
        case .since(let date): item.date >= date
        }
    }
}

// A mark shows at once in reads of the library, and is written in order with other writes.
extension Library {
    /// Makes a mark and returns its number, by which `changes` reports when it is written and what it changed.
    @discardableResult
    package func mark(_ target: MarkTarget, _ mark: Mark) -> Int {
        act(showing: PendingMark(mark: mark, target: target)) { database in
            let time = try database.timeOfStep(at: Date())
            let meant = try database.items(of: target, for: mark)
            let marked = try database.withCopies(meant, for: mark, in: target)
            let changed = try database.makeAlone(mark, of: marked, at: time)
            guard !changed.isEmpty else { return (MarkOutcome(), []) }
            try database.addStep(.marked(mark), changed, at: time)
            return (MarkOutcome(changed, of: meant), [.marked(mark, changed)])
        } finish: { number, outcome in
            [.done(number, outcome ?? MarkOutcome())]
        }
    }

    /// Marks an article read because it was opened. Consecutive openings are one step of the journal.
    package func markOpened(_ item: ItemID) {
        act(showing: PendingMark(mark: .read, target: .item(item))) { [opener] database in
            let time = try database.timeOfStep(at: Date())
            let changed = try database.make(.read, of: .item(item), at: time)
            guard !changed.isEmpty else { return ((), []) }
            try database.recordOpening(changed, by: opener, at: time)
            return ((), [.marked(.read, changed)])
        }
    }

    /// Marks the items of a listing read, and nothing that came after it was filled.
    package func markAllRead(in listing: Listing) { mark(.listing(listing), .read) }
}

extension Database {
    /// Makes a mark; returns the items that it changed, which include copies in the same story.
    func make(_ mark: Mark, of target: MarkTarget, at time: Date) throws -> ItemSet {
        try makeAlone(mark, of: withCopies(items(of: target, for: mark), for: mark, in: target), at: time)
    }

    /// The current items of a target; of a list, only those that the mark may change.
    func items(of target: MarkTarget, for mark: Mark) throws -> ItemSet {
        switch target {
        case .items(let items): return items
        case .listing(let listing):
            return try shown(self.items(of: listing, inSections: 0..<listing.sectionCount, for: mark), in: listing)
        case .above(let key, let listing):
            let items =
                try self.items(of: listing, inSections: 0..<key.section, for: mark)
                + self.items(of: listing, key.place.before(in: listing.order), inSection: key.section, for: mark)
            return try shown(items, in: listing)
        case .below(let key, let listing):
            let items =
                try self.items(of: listing, key.place.after(in: listing.order), inSection: key.section, for: mark)
                + self.items(of: listing, inSections: (key.section + 1)..<listing.sectionCount, for: mark)
            return try shown(items, in: listing)
        case .between(let first, let last, let listing):
            let after = try items(of: .below(first, listing), for: mark)
            let before = try items(of: .above(last, listing), for: mark)
            return after.intersection(before).union(ItemSet([first.place.item, last.place.item]))
        }
    }

    /// Without copies that the list hides: the one that it shows may be on the other side of the row, or excluded as
    /// read.
    private func shown(_ items: [ItemID], in listing: Listing) throws -> ItemSet {
        try ItemSet(items).subtracting(hiddenCopies(in: listing))
    }

    private func items(of listing: Listing, inSections sections: Range<Int>, for mark: Mark) throws -> [ItemID] {
        try sections.flatMap { try items(of: listing, .first ... .last, inSection: $0, for: mark) }
    }

    private func items(
        of listing: Listing, _ range: ClosedRange<PageKey.Position>, inSection section: Int, for mark: Mark
    ) throws -> [ItemID] {
        try listing.indexRanges(ofSection: section).flatMap { indexRange in
            try (mark.term(in: indexRange).map(indexRange.adding) ?? indexRange).items(range, in: self)
        }
    }

    /// The items and their copies to which a mark applies, too: the whole story, except that what is done to one feed
    /// must not hide the articles of others. So reading an item that lists don't show applies only to those with its
    /// words, and deleting it, to none.
    func withCopies(_ items: ItemSet, for mark: Mark? = nil, in target: MarkTarget? = nil) throws -> ItemSet {
        // Emptying a feed's own list is about that feed.
        if mark == .deleted, target?.isOfOneFeed == true { return items }
        let stories = try stories(of: items)
        if stories.isEmpty { return items }
        let copies = try stories.flatMap { story in
            let copies = try all(
                """
                SELECT copies.item, is_listed, text_key FROM copies JOIN states USING (item)
                    JOIN items ON items.id = copies.item WHERE story = ?
                """, story
            ) { MarkedCopy(item: ItemID($0.integer(0)), isShown: $0.bool(1), words: $0.optionalInteger(2)) }
            return copies.reached(by: mark, of: items).map(\.item)
        }
        return items.union(ItemSet(copies))
    }

    /// Marks these items and none of their copies; returns those that changed.
    func makeAlone(_ mark: Mark, of items: ItemSet, at time: Date) throws -> ItemSet {
        try StateChange(mark).map { try apply($0, to: items, at: time) } ?? tag(items, mark)
    }

    func tag(_ items: ItemSet, _ mark: Mark) throws -> ItemSet {
        let (tag, sql) =
            switch mark {
            case .tagged(let tag):
                (
                    tag,
                    """
                    INSERT OR IGNORE INTO item_tags (item, tag, date)
                    SELECT item, ?2, date FROM states WHERE item = ?1 AND is_deleted = 0
                    """
                )
            case .untagged(let tag): (tag, "DELETE FROM item_tags WHERE item = ?1 AND tag = ?2")
            case .state, .deleted: preconditionFailure("only tags are marked here")
            }
        let statement = try statement(sql)
        let changed = ItemSet(try items.filter { try statement.run($0, tag) > 0 })
        try touch(changed, .tag(tag))
        return changed
    }
}

extension Mark {
    /// A condition for everything that the mark may change, so that an index finds just these in a long list.
    fileprivate func term(in indexRange: IndexRange) -> String? {
        if case .state(let state, let value) = self, indexRange.has(state) { state.condition(!value) } else { nil }
    }
}

/// An item of a story that is marked.
private struct MarkedCopy {
    let item: ItemID
    /// Whether lists show it, and not another one.
    let isShown: Bool
    /// The key of its words; nil if it has few.
    let words: Int64?
}

extension [MarkedCopy] {
    fileprivate func reached(by mark: Mark?, of items: ItemSet) -> [MarkedCopy] {
        guard let mark, let shown = first(where: \.isShown), !items.contains(shown.item) else { return self }
        switch mark {
        case .tagged, .untagged: return self
        case .state(let state, _) where state.isOfWholeStory: return self
        case .deleted: return []
        case .state:
            let words = Set(filter { items.contains($0.item) }.compactMap(\.words))
            return filter { $0.words.map(words.contains) ?? false }
        }
    }
}
