import FeedParser
import Foundation
import SQLite
import TestSupport
import Testing

@testable import Library

@Suite struct RandomDeedsTests {
    @Test(arguments: Chaos.rounds(4))
    func `lists and counts are right after any sequence of storing, marking, undoing and deleting`(
        round: Int
    ) throws {
        var deeds = try RandomDeeds(seed: UInt64(round))
        try deeds.run(400)
    }
}

/// Random changes by a user and feeds, in a library that two processes have open, and their expected results.
struct RandomDeeds {
    /// The user's marks of an item.
    fileprivate struct Marks: Equatable {
        var isRead = false
        var isStarred = false
        var isDeleted = false

        func with(_ mark: Mark) -> Marks {
            var marks = self
            switch mark {
            case .read: marks.isRead = true
            case .unread: marks.isRead = false
            case .starred: marks.isStarred = true
            case .unstarred: marks.isStarred = false
            default: marks.isDeleted = true
            }
            return marks
        }

        /// The marks before `mark` changed them.
        func without(_ mark: Mark) -> Marks {
            guard mark == .deleted else { return with(mark.opposite ?? mark) }
            var marks = self
            marks.isDeleted = false
            return marks
        }

        /// Whether the mark changes anything. Marks don't change deleted items.
        func isChanged(by mark: Mark) -> Bool { !isDeleted && self != with(mark) }
    }

    /// A step of the journal: its mark, and the items that it changed. Removing a feed marks nothing.
    fileprivate struct Deed {
        var mark: Mark?
        var items: Set<ItemID> = []
    }

    private static let feeds = 4
    private let shelf: Shelf
    private let libraries: [Library]
    private var chance: SplitMix
    private var marks: [ItemID: Marks] = [:]
    private var done: [Deed] = []
    private var undone: [Deed] = []
    private var now = Date.noon

    init(seed: UInt64) throws {
        shelf = try Shelf(feeds: Self.feeds)
        try shelf.library.follow(
            (1...Self.feeds).map { Subscription(Shelf.url($0), tags: $0.isMultiple(of: 2) ? ["even"] : []) })
        libraries = try [shelf.library, Shelf(sharing: shelf).library]
        chance = SplitMix(state: seed)
    }

    mutating func run(_ count: Int) throws {
        for number in 1...count {
            let deed = try act()
            try expectMarks(after: "\(number): \(deed)")
            guard number.isMultiple(of: 10) else { continue }
            #expect(try library.check() == [], "\(number): \(deed)")
            try expectLists(after: "\(number): \(deed)")
        }
    }

    private var library: Library { libraries[0] }

    private mutating func act() throws -> String {
        let library = libraries.randomElement(using: &chance) ?? library
        switch Int.random(in: 0..<100, using: &chance) {
        case ..<25: return try store(in: library)
        case ..<65: return try mark(in: library)
        case ..<80: return try undo(in: library)
        case ..<88: return try redo(in: library)
        case ..<93: return try subscribe(in: library)
        case ..<96: return try fold(in: library)
        default: return try discard(in: library)
        }
    }

    // MARK: Changes

    private mutating func store(in library: Library) throws -> String {
        let feed = Int.random(in: 1...Self.feeds, using: &chance)
        now += 3600
        let items = (0..<Int.random(in: 0...6, using: &chance)).map { _ in
            // Few enough that feeds have many items in common.
            let number = Int.random(in: 0..<200, using: &chance)
            return ParsedItem(
                id: "\(number)", title: "Story \(number) of all that is told", link: "https://example.org/\(number)",
                published: now - Double.random(in: 0...100_000, using: &chance), content: "Story \(number)")
        }
        let document = ParsedFeed(format: .rss20, title: "Feed \(feed)", items: items)
        _ = try library.store(document, etag: nil, lastModified: nil, for: id(of: feed), at: now)
        for (item, marks) in try written() where self.marks[item] == nil {
            // A duplicate of a read item arrives read, and joins the step that read the item.
            let original = try shownCopy(of: item).flatMap { self.marks[$0]?.isRead == true ? $0 : nil }
            #expect(marks == Marks(isRead: original != nil))
            if let original, let deed = done.lastIndex(where: { $0.mark == .read && $0.items.contains(original) }) {
                done[deed].items.insert(item)
            }
            self.marks[item] = marks
        }
        return "store"
    }

    private mutating func mark(in library: Library) throws -> String {
        let kinds: [Mark] = [.read, .read, .unread, .starred, .unstarred, .deleted]
        let mark = kinds.randomElement(using: &chance) ?? .read
        let scopes: [Listing.Scope] = [
            .all, .starred, .feed(id(of: .random(in: 1...Self.feeds, using: &chance))), .tag("even"),
            .since(now - 50_000)
        ]
        let listing = try library.listing(
            scopes.randomElement(using: &chance) ?? .all, unreadOnly: .random(using: &chance),
            order: Listing.Order.allCases.randomElement(using: &chance) ?? .newest)
        let items = try library.items(of: listing, limit: .max)
        guard let place = items.indices.randomElement(using: &chance) else { return "nothing" }
        let few = items[place...].prefix(3).map(\.id)
        let (target, meant): (MarkTarget, [ItemID]) =
            switch Int.random(in: 0..<10, using: &chance) {
            case 0 where mark != .deleted: (.listing(listing), items.map(\.id))
            case 1 where mark != .deleted: (.above(listing.key(of: items[place]), listing), items[..<place].map(\.id))
            case 2 where mark != .deleted:
                (.below(listing.key(of: items[place]), listing), items[(place + 1)...].map(\.id))
            case 3: (.item(few[0]), [few[0]])
            default: (.items(ItemSet(few)), few)
            }
        // Marking a list skips items that have the mark already, and their duplicates.
        let isList = if case .items = target { false } else { true }
        let changing = meant.filter { item in !isList || marks[item].map { $0 != $0.with(mark) } ?? false }
        let changed = try make(mark, of: changing)
        library.mark(target, mark)
        library.drain()
        if !changed.isEmpty { note(Deed(mark: mark, items: changed)) }
        return "\(mark) of \(listing.scope), \(listing.order)\(listing.unreadOnly ? ", unread" : "")"
    }

    /// Marks items and their duplicates; returns the items that this changed.
    private mutating func make(_ mark: Mark, of items: some Sequence<ItemID>) throws -> Set<ItemID> {
        let marked = try Set(
            items.flatMap { item in
                guard let shown = try shownCopy(of: item), !items.contains(shown) else {
                    return try [item] + copies(of: item)
                }
                return switch mark {
                case .state(.read, _): try [item] + copies(withWordsOf: item)
                case .deleted: [item]
                case .state, .tagged, .untagged: try [item] + copies(of: item)
                }
            })
        let changed = marked.filter { marks[$0]?.isChanged(by: mark) == true }
        for item in changed { marks[item] = marks[item]?.with(mark) }
        return changed
    }

    private mutating func note(_ deed: Deed) {
        done.append(deed)
        undone = []
    }

    /// Undoes a step for exactly the items that it changed, whether they are still duplicates or not.
    private mutating func undo(in library: Library) throws -> String {
        library.undo { _ in }
        library.drain()
        guard let deed = done.popLast() else { return "undo nothing" }
        if let mark = deed.mark {
            for item in deed.items { marks[item] = marks[item]?.without(mark) }
        }
        undone.append(deed)
        return "undo"
    }

    /// Redoes a step for all items that are duplicates by now. From then on it applies to them.
    private mutating func redo(in library: Library) throws -> String {
        library.redo { _ in }
        library.drain()
        guard var deed = undone.popLast() else { return "redo nothing" }
        if let mark = deed.mark { deed.items = try make(mark, of: deed.items) }
        done.append(deed)
        return "redo"
    }

    private mutating func subscribe(in library: Library) throws -> String {
        let feed = id(of: .random(in: 1...Self.feeds, using: &chance))
        let isSubscribed = try library.feeds().contains { $0.id == feed }
        if isSubscribed { try library.unsubscribe([feed]) } else { try library.subscribe(again: feed) }
        library.drain()
        note(Deed())
        return isSubscribed ? "unsubscribe" : "subscribe"
    }

    private mutating func fold(in library: Library) throws -> String {
        if Bool.random(using: &chance) {
            try library.setFoldsCopies(!library.foldsCopies)
        } else {
            let feeds = (1...Self.feeds).filter { _ in Int.random(in: 1...3, using: &chance) == 1 }
            try library.setFoldsCopies(exceptIn: Set(feeds.map(Shelf.url)))
        }
        return "fold"
    }

    private mutating func discard(in library: Library) throws -> String {
        let feed = id(of: .random(in: 1...Self.feeds, using: &chance))
        try library.discard(beyond: Retention(items: .random(in: 10...40, using: &chance)), in: feed, at: now)
        let left = try written()
        for (item, marks) in marks where left[item] == nil {
            #expect(!marks.isStarred)
            #expect(!(done + undone.reversed()).suffix(100).contains { $0.items.contains(item) })
            self.marks[item] = nil
            for deed in done.indices { done[deed].items.remove(item) }
            for deed in undone.indices { undone[deed].items.remove(item) }
        }
        return "discard"
    }

    // MARK: Results

    private func expectMarks(after deed: String) throws {
        let written = try written()
        #expect(written.count == marks.count, "\(deed)")
        for (item, marks) in marks where written[item] != marks {
            Issue.record("\(deed): item \(item) is \(String(describing: written[item])) and not \(marks)")
        }
    }

    /// Expects lists to show all items with their marks.
    private func expectLists(after deed: String) throws {
        let feeds = try Set(library.feeds().map(\.id))
        let items = try library.read { database in
            try database.all("\(Item.query) WHERE is_deleted = 0") { Item($0) }
        }.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
        for feed in feeds {
            #expect(try ids(.feed(feed)) == items.filter { $0.feed == feed }.map(\.id), "\(deed)")
        }
        let subscribed = items.filter { feeds.contains($0.feed) }
        let known = Set(subscribed.map(\.id))
        let shown = try subscribed.filter { item in
            try !copies(of: item.id).contains { $0 < item.id && known.contains($0) }
        }
        #expect(try ids(.all) == shown.map(\.id), "\(deed)")
        #expect(try ids(.all, unreadOnly: true) == shown.filter { !$0.isRead }.map(\.id), "\(deed)")
        #expect(try ids(.starred) == shown.filter(\.isStarred).map(\.id), "\(deed)")
        let since = now - 50_000
        let lately = shown.filter { $0.date >= since }.map(\.id)
        #expect(try ids(.since(since)) == lately, "\(deed)")
        #expect(try ids(.since(since), order: .oldest) == lately.reversed(), "\(deed)")
        let counts = Counts(items: shown.count, unread: shown.count { !$0.isRead })
        #expect(try library.counts(of: .all) == counts, "\(deed)")
    }

    private func ids(
        _ scope: Listing.Scope, unreadOnly: Bool = false, order: Listing.Order = .newest
    ) throws -> [ItemID] {
        let listing = try library.listing(scope, unreadOnly: unreadOnly, order: order)
        var items: [ItemID] = []
        var key: PageKey?
        while case let page = try library.items(of: listing, after: key, limit: 7), let last = page.last {
            items += page.map(\.id)
            key = listing.key(of: last)
        }
        return items
    }

    private func written() throws -> [ItemID: Marks] {
        let rows = try library.read { database in
            try database.all("SELECT item, is_read, is_starred, is_deleted FROM states") {
                (ItemID($0.integer(0)), $0.bool(1), $0.bool(2), $0.bool(3))
            }
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0, Marks(isRead: $1, isStarred: $2, isDeleted: $3)) })
    }

    /// The item's duplicates.
    private func copies(of item: ItemID) throws -> [ItemID] {
        try library.read { database in
            try database.all(
                "SELECT item FROM copies WHERE item <> ?1 AND story = (SELECT story FROM copies WHERE item = ?1)", item
            ) { ItemID($0.integer(0)) }
        }
    }

    /// Its duplicates with the same words.
    private func copies(withWordsOf item: ItemID) throws -> [ItemID] {
        let copies = try copies(of: item)
        return try library.read { database in
            try copies.filter { copy in
                try database.first(
                    "SELECT a.text_key = b.text_key FROM items AS a, items AS b WHERE a.id = ? AND b.id = ?", item, copy
                ) { $0.bool(0) } == true
            }
        }
    }

    /// The duplicate that lists show instead of an item.
    private func shownCopy(of item: ItemID) throws -> ItemID? {
        try copies(of: item).first { copy in
            try library.read { database in
                try database.first("SELECT is_listed FROM states WHERE item = ?", copy) { $0.bool(0) } == true
            }
        }
    }

    private func id(of feed: Int) -> FeedID { FeedID(Int64(feed)) }
}
