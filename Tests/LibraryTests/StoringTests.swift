import FeedParser
import Foundation
import Library
import Testing

@Suite struct StoringTests {
    private let shelf: Shelf

    init() throws { shelf = try Shelf() }

    @Test func `storing reports how many items are new and how many have changed`() throws {
        try shelf.store(ParsedItem("same"), ParsedItem("changed", text: "before"))
        let stored = try shelf.store(
            ParsedItem("new"), ParsedItem("same"), ParsedItem("changed", text: "after"))
        #expect((stored.new, stored.changed) == (1, 1))
        #expect(try stored.newestItem == shelf.items().first { $0.title == "new" }?.id)
    }

    @Test(arguments: [
        ("<p>Just landed,\n at <b>last</b>.</p><p>More soon.</p>", "Just landed, at last. More soon."),
        ("<p>" + String(repeating: "word ", count: 40) + "</p>", String(repeating: "word ", count: 20) + "…"),
        (String(repeating: "語", count: 300), String(repeating: "語", count: 100) + "…"), ("", "")
    ])
    func `an untitled item gets its opening words as the title`(html: String, title: String) throws {
        try shelf.store([ParsedItem(id: "1", content: html), ParsedItem(id: "2", title: "", summary: html)])
        #expect(try shelf.titles() == [title, title])
    }

    @Test func `storing the same document again brings nothing`() throws {
        let items = (1...5).map { ParsedItem("\($0)", text: "text") }
        try shelf.store(items)
        let stored = try shelf.store(items, at: .noon + 60)
        #expect((stored.new, stored.changed, stored.newestItem) == (0, 0, nil))
    }

    @Test(arguments: [
        ParsedItem(id: "1", title: "after"), ParsedItem(id: "1", title: "before", link: "https://example.org/1"),
        ParsedItem(id: "1", title: "before", authors: ["A. Writer"]),
        ParsedItem(id: "1", title: "before", summary: "text"), ParsedItem(id: "1", title: "before", content: "text")
    ])
    func `a change of a shown field is a change`(item: ParsedItem) throws {
        try shelf.store(ParsedItem(id: "1", title: "before"))
        #expect(try shelf.store(item).changed == 1)
        #expect(try shelf.store(item).changed == 0)
    }

    @Test func `a changed item keeps its place in the list`() throws {
        try shelf.store(ParsedItem("above", hoursAgo: 1), ParsedItem("before", id: "1", hoursAgo: 2))
        try shelf.store(ParsedItem("after", id: "1", text: "new text", hoursAgo: 0))
        #expect(try shelf.titles() == ["above", "after"])
        #expect(try shelf.library.article(shelf.items()[1].id)?.html == "new text")
    }

    @Test func `a changed item stays read`() throws {
        try shelf.store(ParsedItem("before", id: "1"))
        try shelf.mark("before")
        try shelf.store(ParsedItem("after", id: "1"))
        #expect(try shelf.items().map(\.isRead) == [true])
        #expect(try shelf.feed().unread == 0)
    }

    @Test func `a document without new items writes no items`() throws {
        let items = (1...5).map { ParsedItem("\($0)", text: "text", hoursAgo: 1) }
        try shelf.store(items)
        try shelf.forbidWriting(to: ["items", "contents", "states", "categories", "enclosures"])
        #expect(try shelf.store(items, at: .noon + 60) == Stored())
        #expect(throws: LibraryFailure.self) { try shelf.store(ParsedItem("new")) }
    }

    @Test func `an item that leaves the document stays in the library`() throws {
        try shelf.store(ParsedItem("old"), ParsedItem("kept"))
        try shelf.store(ParsedItem("kept"))
        #expect(try shelf.titles() == ["old", "kept"])
    }

    @Test(arguments: ["", "a\u{0}b", "née 日本 👩‍👩‍👧 \u{202E}", "'; DROP TABLE items; --"])
    func `text is stored unchanged`(text: String) throws {
        let authors = ["\(text)1", "\(text)2"]
        try shelf.store(ParsedItem(id: "1", title: text, link: text, authors: authors, content: text))
        let item = try #require(try shelf.items().first)
        #expect(item.title == text)
        #expect(item.link == text)
        #expect(item.author == "\(text)1, \(text)2")
        #expect(try shelf.library.article(item.id)?.html == text)
    }

    @Test func `texts in lists are cut to a length that people read, but URLs aren't`() throws {
        let long = "https://example.org/" + String(repeating: "x", count: 10_000)
        try shelf.store(ParsedItem(id: "1", title: long, link: long, authors: [long, long]))
        let item = try #require(try shelf.items().first)
        #expect(item.title.count == 1000 && item.author?.count == 1000 && item.link == nil)
        try shelf.store(ParsedItem(id: "2", link: String(long.prefix(8000))))
        #expect(try shelf.items().contains { $0.link?.count == 8000 })
    }

    @Test func `an article names its feed, and has the summary if there is no content`() throws {
        try shelf.store(ParsedItem(id: "1", summary: "summary"))
        let article = try #require(try shelf.library.article(shelf.items()[0].id))
        #expect(article.feedName == "Feed 1")
        #expect(article.html == "summary")
        #expect(try shelf.library.article(ItemID(0)) == nil)
    }
}
