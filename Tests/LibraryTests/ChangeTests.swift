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

    @Test func `new items are told with their number, and then their feed`() throws {
        try shelf.store(ParsedItem("c"), ParsedItem("d"), ParsedItem("a"))
        #expect(changes.entries == [.newItems(feed, News(ofFeed: 2, listed: 2), newest: ItemID(4)), .feed(feed)])
    }

    @Test func `a document with nothing new tells of the feed alone, and of what it says anew`() throws {
        try shelf.store(ParsedItem("a"))
        #expect(changes.entries == [.feed(feed)])
        try shelf.store(ParsedItem("a", text: "changed"))
        #expect(changes.entries == [.feed(feed), .rewritten(feed), .feed(feed)])
    }

    @Test func `a failure tells of the feed`() throws {
        try shelf.library.noteFailure("no luck", for: feed, at: .noon)
        #expect(changes.entries == [.feed(feed)])
    }

    @Test func `a mark tells of its item, and once, and behind that what each came to`() throws {
        let item = try shelf.items()[0].id
        let marks = (1...2).map { _ in shelf.library.mark(.item(item), .read) }
        shelf.library.drain()
        #expect(
            changes.entries == [
                .marked(.read, [item], number: 1), .done(marks[0], .of(1)), .done(marks[1], .of(0))
            ])
    }

    @Test func `who asks to hear is told behind all that was asked for before`() throws {
        let item = try shelf.items()[0].id
        let numbers = [shelf.library.mark(.item(item), .starred), shelf.library.askToHear()]
        shelf.library.drain()
        #expect(
            changes.entries == [
                .marked(.starred, [item], number: 1), .done(numbers[0], .of(1)), .done(numbers[1], .of(0))
            ])
    }

    @Test func `marking all tells of what was unread`() throws {
        let items = ItemSet(try shelf.items().map(\.id))
        let listing = Listing(try shelf.feed())
        shelf.library.markAllRead(in: listing)
        shelf.library.markAllRead(in: listing)
        shelf.library.drain()
        #expect(changes.entries.filter { !$0.isDone } == [.marked(.read, items, number: 1)])
    }

    @Test func `the same list of subscriptions, queued behind other writes, is not told`() throws {
        shelf.library.subscribe(to: [Shelf.url(1)]) {}
        shelf.library.drain()
        #expect(changes.entries == [])
    }

    @Test func `another list of subscriptions is told, the same one is not`() throws {
        try shelf.library.subscribe(to: [Shelf.url(1)])
        #expect(changes.entries == [])
        try shelf.library.subscribe(to: [Shelf.url(2), Shelf.url(1)])
        #expect(changes.entries == [.subscriptions])
    }

    @Test func `what is told can be read`() throws {
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
