import FoundationEssentials
import SQLite

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
        of listing: Listing, _ range: ClosedRange<PageKey.Place>, inSection section: Int, for mark: Mark
    ) throws -> [ItemID] {
        try listing.strips(ofSection: section).flatMap { strip in
            try (mark.term(in: strip).map(strip.adding) ?? strip).items(range, in: self)
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
        try Turn(mark).map { try turn(items, $0, at: time) } ?? tag(items, mark)
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
            case .read, .unread, .starred, .unstarred, .deleted: preconditionFailure("only tags are marked here")
            }
        let statement = try statement(sql)
        let changed = ItemSet(try items.filter { try statement.run($0, tag) > 0 })
        try touchForFolder(changed, isTagging: true)
        return changed
    }
}

extension Mark {
    /// A condition for everything that the mark may change, so that an index finds just these in a long list.
    fileprivate func term(in strip: Strip) -> String? {
        switch self {
        case .starred where !strip.hasStars, .unstarred where !strip.hasStars: nil
        case .read: "is_read = 0"
        case .unread: "is_read = 1"
        case .starred: "is_starred = 0"
        case .unstarred: "is_starred = 1"
        case .deleted, .tagged, .untagged: nil
        }
    }
}

extension PageKey.Place {
    private static func upTo(_ place: PageKey.Place) -> ClosedRange<PageKey.Place> {
        .first...PageKey.Place(date: place.date, item: ItemID(place.item.rawValue &- 1))
    }

    private static func from(_ place: PageKey.Place) -> ClosedRange<PageKey.Place> {
        PageKey.Place(date: place.date, item: ItemID(place.item.rawValue &+ 1)) ... .last
    }

    /// The items before this place in a list.
    func before(in order: Listing.Order) -> ClosedRange<PageKey.Place> {
        order == .oldest ? Self.upTo(self) : Self.from(self)
    }

    /// The items after this place in a list.
    func after(in order: Listing.Order) -> ClosedRange<PageKey.Place> {
        order == .oldest ? Self.from(self) : Self.upTo(self)
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
        case .starred, .unstarred, .tagged, .untagged: return self
        case .deleted: return []
        case .read, .unread:
            let words = Set(filter { items.contains($0.item) }.compactMap(\.words))
            return filter { $0.words.map(words.contains) ?? false }
        }
    }
}
