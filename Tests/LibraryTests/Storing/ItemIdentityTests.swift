import FeedParser
import Foundation
import Library
import Testing

@Suite struct IdentityTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf(feeds: 2) }

    @Test(arguments: [
        ParsedItem(id: "1"), ParsedItem(link: "https://example.org/1"), ParsedItem(title: "title", published: .noon),
        ParsedItem(title: "title"), ParsedItem(content: "text"),
        ParsedItem(id: "", title: "", link: "", summary: "text"),
        ParsedItem()
    ])
    func `an item is recognised at every refresh, whatever identifies it`(item: ParsedItem) throws {
        #expect(try shelf.store(item).new == 1)
        for hour in 1...3 { #expect(try shelf.store(item, at: .noon + Double(hour) * 3600).new == 0) }
    }

    @Test(arguments: [
        (ParsedItem(id: "1", title: "a", link: "a"), ParsedItem(id: "1", title: "b", link: "b")),
        (ParsedItem(title: "a", link: "a"), ParsedItem(title: "b", link: "a")),
        (ParsedItem(title: "a", published: .noon), ParsedItem(title: "a", published: .noon, content: "b"))
    ])
    func `an item is recognised even if everything but its identity has changed`(
        before: ParsedItem, after: ParsedItem
    ) throws {
        try shelf.store(before)
        let stored = try shelf.store(after)
        #expect((stored.new, stored.changed) == (0, 1))
    }

    @Test(arguments: [
        [ParsedItem(id: "1", link: "a"), ParsedItem(id: "2", link: "a")],
        [ParsedItem(link: "a"), ParsedItem(link: "b")],
        [ParsedItem(title: "a", published: .noon), ParsedItem(title: "a", published: .noon + 1)],
        [ParsedItem(content: "a"), ParsedItem(content: "b")], [ParsedItem(id: "a"), ParsedItem(link: "a")]
    ])
    func `items with different identities are different items`(items: [ParsedItem]) throws {
        #expect(try shelf.store(items).new == 2)
    }

    @Test func `the same id in two feeds means two items`() throws {
        try shelf.store(ParsedItem("first", id: "1"), in: 1)
        try shelf.store(ParsedItem("second", id: "1"), in: 2)
        try shelf.mark("first")
        #expect(try shelf.titles(in: 1) == ["first"])
        #expect(try shelf.unreadTitles() == ["second"])
    }

    @Test func `the first of two equal items in a document counts`() throws {
        let items = [ParsedItem("newer", id: "1"), ParsedItem("other"), ParsedItem("older", id: "1")]
        #expect(try shelf.store(items).new == 2)
        #expect(try shelf.titles() == ["newer", "other"])
        #expect(try shelf.store(items).changed == 0)
    }
}

/// Feeds that change the identity of their items, or give several items the same one.
@Suite struct ChangedIdentityTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test(arguments: [
        ("http://example.org/1", "https://example.org/1"), ("https://example.org/1", "https://example.org/1/"),
        ("http://example.org/?p=1", "https://example.org/?p=1")
    ])
    func `an id that becomes https or gets a slash stays the same`(before: String, after: String) throws {
        try shelf.store(ParsedItem(id: before, content: "text"))
        let stored = try shelf.store(ParsedItem(id: after, content: "text"))
        #expect((stored.new, stored.changed) == (0, 0))
    }

    @Test func `a link that becomes https or gets a slash stays the same`() throws {
        try shelf.store(ParsedItem(link: "http://example.org/1"))
        #expect(try shelf.store(ParsedItem(link: "https://example.org/1/")).new == 0)
    }

    @Test func `an item with the same link and title but a new id isn't new, and keeps its read mark`() throws {
        try shelf.store(ParsedItem(id: "old", title: "title", link: "https://example.org/1"))
        try shelf.mark("title")
        let stored = try shelf.store(ParsedItem(id: "new", title: "title", link: "https://example.org/1"))
        #expect((stored.new, stored.changed) == (0, 0))
        #expect(try shelf.items().map(\.isRead) == [true])
        #expect(try shelf.library.article(shelf.items()[0].id)?.guid == "new")
    }

    @Test func `an item that got a new id is recognised by it from then on`() throws {
        try shelf.store(ParsedItem(id: "old", title: "title", link: "https://example.org/1"))
        try shelf.store(ParsedItem(id: "new", title: "title", link: "https://example.org/1"))
        let stored = try shelf.store(ParsedItem(id: "new", title: "other", link: "https://example.org/2"))
        #expect((stored.new, stored.changed) == (0, 1))
    }

    @Test func `an item may get its first id, and lose it again`() throws {
        let item = ParsedItem(title: "title", link: "https://example.org/1")
        try shelf.store(item)
        #expect(try shelf.store(ParsedItem(id: "1", title: "title", link: "https://example.org/1")).new == 0)
        #expect(try shelf.store(item).new == 0)
    }

    @Test(arguments: [
        ParsedItem(id: "2", title: "other", link: "https://example.org/1"),
        ParsedItem(id: "2", title: "title", link: "https://example.org/2"), ParsedItem(id: "2", title: "title"),
        ParsedItem(id: "2", link: "https://example.org/1")
    ])
    func `an item with a new id and another link or title is new`(item: ParsedItem) throws {
        try shelf.store(ParsedItem(id: "1", title: "title", link: "https://example.org/1"))
        #expect(try shelf.store(item).new == 1)
    }

    @Test func `items with the same title and a link to the front page are distinguished by their ids`() throws {
        let page = "https://example.org/"
        let document = { (ids: [String]) in
            ParsedFeed(
                format: .rss20, title: "Status", link: page,
                items: ids.map { ParsedItem(id: $0, title: "Update", link: page) })
        }
        let feed = try shelf.feed().id
        let library = shelf.library
        #expect(try library.store(document(["1"]), etag: nil, lastModified: nil, for: feed, at: .noon).new == 1)
        #expect(try library.store(document(["2"]), etag: nil, lastModified: nil, for: feed, at: .noon).new == 1)
        #expect(try library.store(document(["4", "3"]), etag: nil, lastModified: nil, for: feed, at: .noon).new == 2)
    }

    @Test func `an item doesn't become another one through a link that several items share`() throws {
        try shelf.store(ParsedItem(id: "1", title: "title", link: "https://example.org/"))
        let items = ["3", "2"].map { ParsedItem(id: $0, title: "title", link: "https://example.org/") }
        #expect(try shelf.store(items).new == 2)
    }

    @Test func `an id that a feed gives to all its items doesn't count`() throws {
        let items = (1...3).map { ParsedItem(id: "0", title: "\($0)", link: "https://example.org/\($0)") }
        #expect(try shelf.store(items).new == 3)
        #expect(try shelf.store(Array(items.dropFirst())).new == 0)
        #expect(try shelf.store(items).new == 0)
    }

    @Test func `a feed that starts with one item may later give all items its id`() throws {
        let items = (1...3).map { ParsedItem(id: "0", title: "\($0)", link: "https://example.org/\($0)") }
        #expect(try shelf.store(items[0]).new == 1)
        #expect(try shelf.store(items).new == 2)
        #expect(try shelf.titles().sorted() == ["1", "2", "3"])
    }

    @Test func `items without ids that share a link are distinguished by their titles or texts`() throws {
        let items = [
            ParsedItem(title: "one", link: "https://example.org/"),
            ParsedItem(title: "two", link: "https://example.org/"),
            ParsedItem(link: "https://example.org/", content: "three"),
            ParsedItem(link: "https://example.org/", content: "four")
        ]
        #expect(try shelf.store(items).new == 4)
        #expect(try shelf.store(items.reversed()).new == 0)
    }

    @Test func `an item stays the same when another item gets the same link`() throws {
        let items = ["one", "two"].map { ParsedItem(title: $0, link: "https://example.org/now") }
        #expect(try shelf.store(items[0]).new == 1)
        #expect(try shelf.store(items).new == 1)
        #expect(try shelf.store(items[1]).new == 0)
        #expect(try shelf.titles().sorted() == ["one", "two"])
    }

    @Test func `two items that swap their ids stay two items`() throws {
        let item = { (id: String, title: String) in
            ParsedItem(id: id, title: title, link: "https://example.org/\(title)")
        }
        try shelf.store(item("1", "a"), item("2", "b"))
        let stored = try shelf.store(item("2", "a"), item("1", "b"))
        #expect((stored.new, stored.changed) == (0, 2))
        #expect(try shelf.titles().sorted() == ["a", "b"])
    }
}
