/// What a person does to items.
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

    /// What takes it back; nil for deleting, which no mark does.
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

    /// Puts the mark on an item that was read before. That it is deleted, or which tags it has, an item does not tell.
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

/// How many items a mark changed: of those that were meant, and of their copies in other feeds.
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
    package var copiesToo: String { copies == 0 ? "" : ", \(copies) \(copies == 1 ? "duplicate" : "duplicates") too" }
}

/// Which items a person does it to.
package enum MarkTarget: Equatable, Sendable {
    case items(ItemSet)
    /// Everything that the list holds, and no news.
    case listing(Listing)
    /// What the list holds above a row, or below it.
    case above(PageKey, Listing)
    case below(PageKey, Listing)
    /// What the list holds from a row to a later one, these two included.
    case between(PageKey, PageKey, Listing)

    package static func item(_ item: ItemID) -> MarkTarget { .items([item]) }
}

extension MarkTarget {
    /// Whether an item that was read from the library is one of them. What the person's own tags say, or a
    /// query, is not in it.
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
    /// Whether all items of a listing are among these, as far as that is known without looking.
    func isAll(of listing: Listing) -> Bool {
        if case .listing(let marked) = self { marked.hasItems(of: listing) || marked == listing } else { false }
    }

    /// From which row to which a listing has nothing but these items; nil where that is not known without looking.
    func rows(in listing: Listing) -> (first: PageKey, last: PageKey)? {
        switch self {
        case .listing(let marked) where marked.hasItems(of: listing): (listing.start, listing.end)
        case .between(let first, let last, let marked) where marked.hasRows(of: listing): (first, last)
        case .items, .listing, .above, .below, .between: nil
        }
    }
}

extension Listing {
    /// Whether an item of the list stands at a row, at a later one, or between these.
    package func stands(_ item: Item, between first: PageKey, and last: PageKey) -> Bool {
        let key = key(of: item)
        return !key.precedes(first, in: order) && !last.precedes(key, in: order)
    }

    /// Two rows in their order.
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
    /// What stands before all rows, and behind them.
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

    /// Whether it has them in the same order, too. What is unread first may be another section's in each.
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
