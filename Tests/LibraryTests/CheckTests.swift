import FeedParser
import Library
import SQLite
import Testing

@Suite struct CheckTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf(feeds: 3)
        for feed in 1...3 {
            try shelf.store(ParsedItem(id: "a", title: "a", link: "https://example.org/a"), ParsedItem("b"), in: feed)
        }
        try shelf.mark("a")
    }

    @Test func `checking a library after normal use finds no fault`() throws {
        #expect(try shelf.library.check() == [])
        try shelf.library.subscribe(to: [Shelf.url(2)])
        #expect(try shelf.library.check() == [])
    }

    @Test func `checking a library finds only the items that the search has lost`() throws {
        try shelf.library.indexForSearch(for: .seconds(60))
        try shelf.store(ParsedItem(id: "a", title: "changed", link: "https://example.org/a"))
        try shelf.library.indexForSearch(for: .seconds(60))
        #expect(try shelf.library.check() == [])
        try shelf.store(ParsedItem("c"))
        try Database(path: shelf.path, access: .readWrite).execute("UPDATE search_volumes SET indexed = 7")
        #expect(try shelf.library.check() == ["items that the search has lost: 1"])
    }

    @Test(arguments: [
        ("DELETE FROM states WHERE item = 1", "items without marks: 1"),
        ("DELETE FROM contents", "items without a text: 6"),
        ("PRAGMA foreign_keys = OFF; DELETE FROM feeds WHERE id = 3", "rows that belong to nothing: 5"),
        ("UPDATE feeds SET unread = 17 WHERE id = 2", "feeds with a wrong count: 1"),
        ("UPDATE totals SET starred = 1", "wrong totals: 1"),
        ("DELETE FROM copies WHERE item < 5", "duplicates of nothing: 1"),
        ("UPDATE states SET is_listed = 1", "items that lists should show or hide: 2")
    ])
    func `checking a library finds what other programs changed`(change: String, problem: String) throws {
        try Database(path: shelf.path, access: .readWrite).execute(change)
        #expect(try shelf.library.check().contains(problem))
    }
}
