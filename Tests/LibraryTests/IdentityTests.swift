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
