import Spelling

/// A user's action on items.
package enum Mark: Hashable, Sendable {
    case read
    case unread
    case starred
    case unstarred
    case deleted
    case tagged(String)
    case untagged(String)
}

extension Mark {
    package var isTag: Bool {
        switch self {
        case .tagged, .untagged: true
        case .read, .unread, .starred, .unstarred, .deleted: false
        }
    }

    /// The opposite mark; nil for deleting, which no mark reverses.
    var opposite: Mark? {
        switch self {
        case .read: .unread
        case .unread: .read
        case .starred: .unstarred
        case .unstarred: .starred
        case .tagged(let tag): .untagged(tag)
        case .untagged(let tag): .tagged(tag)
        case .deleted: nil
        }
    }

    /// Applies the mark to an item in memory, which doesn't have its deletion and tags.
    package func apply(to item: inout Item) {
        switch self {
        case .read: item.isRead = true
        case .unread: item.isRead = false
        case .starred: item.isStarred = true
        case .unstarred: item.isStarred = false
        case .deleted, .tagged, .untagged: break
        }
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
}

extension MarkTarget {
    /// Whether it is a part of a feed's own list.
    var isOfOneFeed: Bool {
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
}

extension MarkTarget {
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

extension Listing {
    /// The rows before all rows, and after them.
    fileprivate var start: PageKey { PageKey(section: 0, place: order == .oldest ? .first : .last) }
    fileprivate var end: PageKey { PageKey(section: sectionCount - 1, place: order == .oldest ? .last : .first) }

    /// Whether it has all items of another list, as far as that is known without looking.
    fileprivate func hasItems(of other: Listing) -> Bool {
        guard scope.isToldByItems else { return false }
        switch (scope, other.scope) {
        case (.all, .feed), (.all, .tag), (.all, .since), (.all, .starred): break
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
        guard item.id <= newestItem, !unreadOnly || wasUnread(item), narrowing?.contains(item.id) ?? true else {
            return false
        }
        return switch scope {
        case .all: true
        case .feed(let feed): item.feed == feed
        case .tag: feeds.contains(item.feed)
        case .starred: wasStarred(item)
        case .taggedItems, .query: false
        case .since(let date): item.date >= date
        }
    }
}
