import FeedParser
import Foundation
import SQLite
import Testing

@testable import Library

@Suite struct FoldingTests {
    private let shelf: Shelf
    private let text = "Sixty patches were merged on Monday, and one of them was taken back on Tuesday, in the evening."

    init() throws {
        shelf = try Shelf(feeds: 3)
    }

    private func item(_ title: String, link: String? = nil, text: String = "", hoursAgo: Double = 1) -> ParsedItem {
        var item = ParsedItem(title, id: link ?? title, text: text, hoursAgo: hoursAgo)
        item.link = link.map { "https://example.org/" + $0 }
        return item
    }

    /// The titles in lists over several feeds, each with its feed's number.
    private func listed() throws -> [String] {
        let names = try Dictionary(uniqueKeysWithValues: shelf.library.feeds().map { ($0.id, $0.name.suffix(1)) })
        return try shelf.library.items(unreadOnly: false, limit: 100).map { "\($0.title) \(names[$0.feed] ?? "?")" }
            .sorted()
    }

    private func expectConsistency(_ location: SourceLocation = #_sourceLocation) throws {
        let (totals, counted) = try shelf.library.read { database in
            let columns = "count(*), total(is_read = 0), total(is_starred) FROM states WHERE is_listed = 1"
            return (
                try database.first("SELECT items, unread, starred FROM totals") { [$0.int(0), $0.int(1), $0.int(2)] },
                try database.first("SELECT \(columns)") { [$0.int(0), $0.int(1), $0.int(2)] }
            )
        }
        #expect(totals == counted, sourceLocation: location)
        for feed in try shelf.library.feeds() {
            let items = try shelf.library.items(of: feed.id, unreadOnly: false, limit: 1000)
            #expect((feed.unread, feed.total) == (items.count { !$0.isRead }, items.count), sourceLocation: location)
        }
    }

    @Test func `an article in two feeds is listed once, and in each feed`() throws {
        try shelf.store(item("a", link: "a?utm_source=1"), item("own"), in: 1)
        try shelf.store(item("a", link: "a"), item("other"), in: 2)
        #expect(try listed() == ["a 1", "other 2", "own 1"])
        #expect(try shelf.titles(in: 2).sorted() == ["a", "other"])
        try expectConsistency()
    }

    @Test func `an article with different links is recognised by its title and first words`() throws {
        try shelf.store(item("a", link: "a", text: "<p>" + text), in: 1)
        try shelf.store(item("A!", link: "b", text: text), in: 2)
        #expect(try listed() == ["a 1"])
    }

    @Test func `a comment on an article stays separate, an item that only links to it doesn't`() throws {
        try shelf.store(item("A week in the kernel", link: "a", text: text), in: 1)
        try shelf.store(item("What a week", link: "a", text: "I have read about this, " + text), in: 2)
        try shelf.store(item("A week in the kernel!", link: "a", text: "Comments"), in: 3)
        #expect(try listed() == ["A week in the kernel 1", "What a week 2"])
    }

    @Test func `items aren't duplicates if a feed uses their link more than once`() throws {
        try shelf.store(item("a", link: "shop#1"), item("b", link: "shop#2"), in: 1)
        try shelf.store(item("c", link: "shop"), in: 2)
        #expect(try listed() == ["a 1", "b 1", "c 2"])
    }

    @Test func `two items of one feed are never duplicates`() throws {
        try shelf.store(item("a", link: "a", text: text), in: 1)
        try shelf.store(item("a", link: "b", text: text), in: 2)
        try shelf.store(item("a", link: "a#top", text: "Comments"), in: 2)
        #expect(try listed() == ["a 1", "a 2"])
        try expectConsistency()
    }

    @Test func `an article that returns after a month is a new one`() throws {
        try shelf.store(item("a", link: "a", hoursAgo: 24 * 30), in: 1)
        try shelf.store(item("a", link: "a"), in: 2)
        #expect(try listed() == ["a 1", "a 2"])
    }

    @Test func `a duplicate of a read item arrives read`() throws {
        try shelf.store(item("a", link: "a"), in: 1)
        try shelf.mark("a")
        try shelf.store(item("a", link: "a"), item("b"), in: 2)
        #expect(try shelf.feed(2).unread == 1)
        #expect(try shelf.items(in: 2).first { $0.title == "a" }?.isRead == true)
        try expectConsistency()
    }

    @Test(arguments: ["", "Not the text of that article at all, but long enough to be taken for some article's text."])
    func `a feed can't hide articles of another site by listing their links beforehand`(hostileText: String) throws {
        try shelf.store(item("Release 5", link: "5", text: hostileText), item("Strip 6", link: "6"), in: 1)
        for title in ["Release 5", "Strip 6"] { try shelf.mark(title) }
        _ = try shelf.library.move(shelf.feed(1).id, to: "https://hostile.example/feed")
        try shelf.store(item("Release 5", link: "5", text: text), item("Strip 6", link: "6"), in: 2)
        #expect(try shelf.feed(2).unread == 2)
        #expect(try listed() == ["Release 5 2", "Strip 6 2"])
        shelf.library.mark(
            .items(ItemSet(try shelf.library.items(of: hostile, unreadOnly: false, limit: 9).map(\.id))), .unread)
        shelf.library.mark(
            .items(ItemSet(try shelf.library.items(of: hostile, unreadOnly: false, limit: 9).map(\.id))), .read)
        shelf.library.drain()
        #expect(try shelf.feed(2).unread == 2)
        try expectConsistency()
    }

    @Test(arguments: ["", "Comments"])
    func `a star or tag on a duplicate is on the article that lists show`(otherText: String) throws {
        try shelf.store(item("Release 5", link: "5", text: otherText.isEmpty ? "" : text), in: 1)
        try shelf.store(item("Release 5", link: "5", text: otherText), in: 2)
        try #require(listed() == ["Release 5 1"])
        let copy = try #require(shelf.items(in: 2).first)
        for mark in [Mark.starred, .tagged("later")] { shelf.library.mark(.item(copy.id), mark) }
        shelf.library.drain()
        #expect(try shelf.items(in: 1).map(\.isStarred) == [true])
        #expect(try shelf.library.counts(of: .taggedItems("later")).items == 1)
        shelf.library.mark(.item(copy.id), .unstarred)
        shelf.library.drain()
        #expect(try shelf.items(in: 1).map(\.isStarred) == [false])
        try expectConsistency()
    }

    /// The feed that was moved to another site.
    private var hostile: FeedID {
        get throws { try #require(shelf.library.feeds().first { $0.url.contains("hostile") }).id }
    }

    @Test func `a feed that repeats another site's articles with its own links doesn't replace them`() throws {
        var repeated = item("Release 5", link: "5", text: text)
        repeated.link = "https://hostile.example/5"
        try shelf.store(repeated, in: 1)
        _ = try shelf.library.move(shelf.feed(1).id, to: "https://hostile.example/feed")
        try shelf.store(item("Release 5", link: "5", text: text), in: 2)
        #expect(try listed().count == 2)
    }

    @Test func `an item with the link and text of another, but another title, is listed on its own`() throws {
        try shelf.store(item("Reset your password now", link: "5", text: text), in: 1)
        try shelf.store(item("Release 5", link: "5", text: text), in: 2)
        #expect(try listed() == ["Release 5 2", "Reset your password now 1"])
    }

    @Test func `items without text aren't hidden by a feed that lists their links with other titles and texts`() throws
    {
        try shelf.store(item("Buy now", link: "ep/5", text: text), in: 1)
        try shelf.mark("Buy now")
        _ = try shelf.library.move(shelf.feed(1).id, to: "https://hostile.example.org/feed")
        try shelf.store(item("Episode 5", link: "ep/5", text: "Listen."), in: 2)
        #expect(try shelf.feed(2).unread == 1 && listed().count == 2)
        var (one, other) = (item("Release 5", text: text), item("Release 5", text: text))
        (one.id, other.id) = ("1", "2")
        try shelf.store(one, in: 2)
        try shelf.store(other, in: 3)
        #expect(try listed().count == 4)
    }

    @Test func `a user of a host with many can't hide another user's articles`() throws {
        try shelf.store(
            item("Release 5 of the tool", link: "~good/5", text: "Not what that article says at all. " + text), in: 1)
        _ = try shelf.library.move(shelf.feed(1).id, to: "https://example.org/~hostile/feed")
        _ = try shelf.library.move(shelf.feed(2).id, to: "https://example.org/~good/feed")
        let good = try #require(shelf.library.feeds().first { $0.url.contains("good") }).id
        let release = item("Release 5 of the tool", link: "~good/5", text: text)
        _ = try shelf.library.store(
            ParsedFeed(format: .rss20, items: [release]), etag: nil, lastModified: nil, for: good, at: .noon)
        let shown = try shelf.library.items(unreadOnly: false, limit: 9)
        #expect(shown.contains { $0.feed == good })
    }

    @Test func `emptying a feed's own list deletes nothing in other feeds, even of items that lists show`() throws {
        for feed in 1...2 { try shelf.store(item("a", link: "a", text: text), in: feed) }
        let first = try shelf.feed(1).id
        shelf.library.mark(
            .listing(try shelf.library.listing(.feed(first), unreadOnly: false, order: .newest)), .deleted)
        shelf.library.drain()
        #expect(try shelf.titles(in: 2) == ["a"])
        let rest = try listed()
        #expect(rest == ["a 2"])
        try expectConsistency()
    }

    @Test func `an item that gets other words is listed on its own from then on`() throws {
        for feed in 1...2 { try shelf.store(item("Release 5", link: "5", text: text), in: feed) }
        #expect(try listed() == ["Release 5 1"])
        try shelf.store(item("Reset your password now", link: "5", text: "Soon. " + text), in: 1)
        #expect(try listed() == ["Release 5 2", "Reset your password now 1"])
        try expectConsistency()
    }

    @Test func `a rule that marks a feed's items read doesn't mark their duplicates in other feeds`() throws {
        let rule = try Rule("new feedtitle =~ \"1\" do mark-read", place: "config:1")
        shelf.library.follow(rules: [rule])
        try shelf.store(item("a", link: "a", text: text), in: 1)
        #expect(try shelf.feed(1).unread == 0)
        try shelf.store(item("a", link: "a", text: text), in: 2)
        #expect(try shelf.feed(2).unread == 1 && listed() == ["a 1", "a 2"])
        try expectConsistency()
    }

    @Test func `emptying a feed leaves the articles of other feeds that it repeats`() throws {
        try shelf.store(item("a", link: "a", text: text), in: 1)
        try shelf.store(item("a", link: "a", text: text), item("own"), in: 2)
        let repeating = try shelf.feed(2).id
        shelf.library.mark(
            .listing(try shelf.library.listing(.feed(repeating), unreadOnly: false, order: .newest)), .deleted)
        shelf.library.drain()
        #expect(try shelf.titles(in: 1) == ["a"] && shelf.titles(in: 2).isEmpty && listed() == ["a 1"])
        try expectConsistency()
    }

    @Test func `deleting the item that lists show deletes the duplicates that it hides`() throws {
        for feed in 1...2 { try shelf.store(item("a", link: "a", text: text), in: feed) }
        shelf.library.mark(.item(try shelf.items(in: 1)[0].id), .deleted)
        shelf.library.drain()
        #expect(try shelf.titles(in: 2).isEmpty && listed().isEmpty)
        try expectConsistency()
    }

    @Test func `a hostile feed that repeats one link is stored as fast as others`() throws {
        try shelf.store((0..<5000).map { item("\($0)", link: "a#\($0)") }, in: 1)
        #expect(try shelf.feed().total == 5000)
    }

    @Test func `if the feed of a listed item is removed, its duplicate is listed until the feed returns`() throws {
        for feed in 1...3 { try shelf.store(item("a", link: "a"), in: feed) }
        #expect(try listed() == ["a 1"])
        try shelf.library.subscribe(to: [2, 3].map(Shelf.url))
        #expect(try listed() == ["a 2"])
        try expectConsistency()
        try shelf.library.subscribe(to: [3, 1, 2].map(Shelf.url))
        #expect(try listed() == ["a 1"])
        try expectConsistency()
    }

    @Test func `if a listed item is deleted for good, its duplicate is listed`() throws {
        for feed in 1...3 { try shelf.store(item("a", link: "a"), in: feed) }
        let first = try shelf.items()[0].id
        try shelf.library.write { database in
            try database.unfold([first])
            try database.execute("UPDATE totals SET items = items - 1, unread = unread - 1")
            try database.execute("UPDATE feeds SET total = 0, unread = 0 WHERE id = 1")
            try database.run("DELETE FROM items WHERE id = ?", first)
            return ((), [])
        }
        #expect(try listed() == ["a 2"])
        try expectConsistency()
    }

    @Test func `an article names the other feeds that have it`() throws {
        for feed in 1...3 { try shelf.store(item("a", link: "a"), in: feed) }
        try shelf.store(item("b", link: "b"), in: 1)
        let items = try shelf.library.items(unreadOnly: false, limit: 10)
        let others = try items.map { ($0.title, try shelf.library.article($0.id)?.alsoIn) }
        #expect(Dictionary(uniqueKeysWithValues: others) == ["a": ["Feed 2", "Feed 3"], "b": []])
    }

    @Test func `merging duplicates can be turned off and on for stored items, which keep their marks`() throws {
        for feed in 1...3 { try shelf.store((0..<400).map { item("\($0)", link: "\($0)") }, in: feed) }
        try shelf.mark("7")
        let before = try listed()
        try shelf.library.setFoldsCopies(false)
        #expect(try shelf.library.items(unreadOnly: false, limit: 2000).count == 1200)
        try expectConsistency()
        try shelf.store(item("new", link: "new"), in: 1)
        try shelf.store(item("new", link: "new"), in: 2)
        #expect(try listed().filter { $0.hasPrefix("new") } == ["new 1", "new 2"])
        try shelf.library.setFoldsCopies(true)
        #expect(try shelf.library.items(unreadOnly: false, limit: 2000).count == 401)
        #expect(try listed().prefix(50) == before.prefix(50))
        try expectConsistency()
    }

    @Test func `a feed can be excluded from merging duplicates`() throws {
        for feed in 1...3 { try shelf.store(item("a", link: "a"), in: feed) }
        try shelf.library.setFoldsCopies(exceptIn: [Shelf.url(1)])
        #expect(try listed() == ["a 1", "a 2"])
        try shelf.store(item("b", link: "b"), in: 2)
        try shelf.store(item("b", link: "b"), in: 1)
        #expect(try listed() == ["a 1", "a 2", "b 1", "b 2"])
        try shelf.library.setFoldsCopies(exceptIn: [])
        #expect(try listed() == ["a 1", "b 2"])
        try expectConsistency()
    }

    @Test func `an interrupted change of merging duplicates continues where it stopped`() throws {
        for feed in 1...2 { try shelf.store(item("a", link: "a"), in: feed) }
        try shelf.library.write { database in
            try database.set(.foldsCopies, to: 0)
            try database.set(.foldedUpTo, to: 0)
            return ((), [])
        }
        try Shelf(sharing: shelf).library.foldStored()
        #expect(try listed() == ["a 1", "a 2"])
    }
}
