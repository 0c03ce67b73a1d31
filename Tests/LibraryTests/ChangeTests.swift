import FeedParser
import Library
import Signals
import TestSupport
import Testing

@Suite struct ChangeTests {
    private let shelf: Shelf
    private let feed: FeedID
    private let changes = Record<LibraryChange>()

    init() throws {
        shelf = try Shelf()
        feed = try shelf.feed().id
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        shelf.library.changes.onNext { [changes] in changes.add($0) }
    }

    @Test func `new items are reported with their number before their feed`() throws {
        try shelf.store(ParsedItem("c"), ParsedItem("d"), ParsedItem("a"))
        #expect(changes.entries == [.newItems(feed, News(ofFeed: 2, listed: 2), newest: ItemID(4)), .feed(feed)])
    }

    @Test func `a document without new items reports only the feed and its changed texts`() throws {
        try shelf.store(ParsedItem("a"))
        #expect(changes.entries == [.feed(feed)])
        try shelf.store(ParsedItem("a", text: "changed"))
        #expect(changes.entries == [.feed(feed), .rewritten(feed), .feed(feed)])
    }

    @Test func `a failure reports the feed`() throws {
        try shelf.library.noteFailure("no luck", for: feed, at: .noon)
        #expect(changes.entries == [.feed(feed)])
    }

    @Test func `a mark reports its items once, then the outcome of each call`() throws {
        let item = try shelf.items()[0].id
        let marks = (1...2).map { _ in shelf.library.mark(.item(item), .read) }
        shelf.library.drain()
        #expect(
            changes.entries == [
                .marked(.read, [item], number: 1), .done(marks[0], .of(1)), .done(marks[1], .of(0))
            ])
    }

    @Test func `a requested report comes after everything requested before`() throws {
        let item = try shelf.items()[0].id
        let numbers = [shelf.library.mark(.item(item), .starred), shelf.library.requestReport()]
        shelf.library.drain()
        #expect(
            changes.entries == [
                .marked(.starred, [item], number: 1), .done(numbers[0], .of(1)), .done(numbers[1], .of(0))
            ])
    }

    @Test func `marking all reports the unread items`() throws {
        let items = ItemSet(try shelf.items().map(\.id))
        let listing = Listing(try shelf.feed())
        shelf.library.markAllRead(in: listing)
        shelf.library.markAllRead(in: listing)
        shelf.library.drain()
        #expect(changes.entries.filter { !$0.isDone } == [.marked(.read, items, number: 1)])
    }

    @Test func `following the same list of feeds, after other writes, isn't reported`() throws {
        shelf.library.subscribe(to: [Shelf.url(1)]) {}
        shelf.library.drain()
        #expect(changes.entries == [])
    }

    @Test func `another list of feeds is reported, the same one isn't`() throws {
        try shelf.library.subscribe(to: [Shelf.url(1)])
        #expect(changes.entries == [])
        try shelf.library.subscribe(to: [Shelf.url(2), Shelf.url(1)])
        #expect(changes.entries == [.subscriptions])
    }

    @Test func `a reported change can be read at once`() throws {
        let unread = Record<Int?>()
        shelf.library.changes.onNext { [library = shelf.library, feed] _ in
            unread.add(try? library.feed(feed)?.unread)
        }
        try shelf.mark("a")
        #expect(unread.entries == [1, 1])
    }
}

extension LibraryChange {
    fileprivate var isDone: Bool { if case .done = self { true } else { false } }
}

extension MarkOutcome {
    fileprivate static func of(_ items: Int) -> MarkOutcome {
        var outcome = MarkOutcome()
        outcome.items = items
        return outcome
    }
}
