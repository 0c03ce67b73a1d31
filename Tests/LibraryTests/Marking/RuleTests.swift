import FeedParser
import Foundation
import Signals
import TestSupport
import Testing

@testable import Library

@Suite struct RuleTests {
    private let shelf: Shelf
    private var library: Library { shelf.library }

    init() throws {
        shelf = try Shelf(feeds: 2)
    }

    private func follow(_ rules: String...) throws {
        library.follow(rules: try zip(1..., rules).map { line, text in try Rule(text, place: "config:\(line)") })
    }

    private func titles(_ filter: String) throws -> [String] {
        try library.items(matching: Filter(filter), limit: 10).map(\.title).sorted()
    }

    @Test func `rules mark, tag and hide new items`() throws {
        try follow(
            "new title =~ \"advert\" do hide", "new title =~ \"weekly\" do mark-read",
            "new is:read do tag \"for later\"",
            "new title = \"Ada\" do star")
        try shelf.store(ParsedItem("Ada"), ParsedItem("An advertisement"), ParsedItem("Weekly links"), ParsedItem("b"))
        #expect(try titles("is:unread") == ["Ada", "b"])
        #expect(try titles("is:starred") == ["Ada"])
        #expect(try titles("tag:\"for later\"") == ["Weekly links"])
        #expect(try shelf.items().count == 3)
        #expect(try shelf.feed().unread == 2)
        #expect(try library.check() == [])
    }

    @Test func `a rule leaves older items alone, even if they change`() throws {
        try shelf.store(ParsedItem("a"))
        try follow("new title =~ \".\" do star")
        try shelf.store(ParsedItem("a", text: "changed"), ParsedItem("b"))
        #expect(try titles("is:starred") == ["b"])
    }

    @Test func `an article names the rules that changed it, as long as the change lasts`() throws {
        try follow("new title = \"a\" do star", "new is:starred do tag best")
        try shelf.store(ParsedItem("a"))
        let item = try shelf.items()[0].id
        #expect(
            try library.article(item)?.reasons == [
                "starred by the rule in config:1: new title = \"a\" do star",
                "tagged “best” by the rule in config:2: new is:starred do tag best"
            ])
        library.undo(ofRules: true) { _ in }
        library.drain()
        #expect(try library.article(item)?.reasons == [])
    }

    @Test func `the changes by rules during a refresh are one step`() throws {
        try follow("new title =~ \"a\" do star", "new title =~ \"b\" do hide", "new title =~ \"c\" do mark-read")
        try shelf.store(ParsedItem("a"), ParsedItem("b"), ParsedItem("c"), in: 1)
        try shelf.store(ParsedItem("aa"), ParsedItem("d"), in: 2)
        let changes = Record<LibraryChange>()
        library.changes.onNext { changes.add($0) }
        let outcomes = Record<String>()
        library.undo(ofRules: true) { $0.map { outcomes.add($0.words) } }
        library.drain()
        #expect(outcomes.entries == ["change 4 items by rules"])
        #expect(try titles("is:unread") == ["a", "aa", "b", "c", "d"])
        #expect(try titles("is:starred") == [])
        #expect(changes.entries.count == 3)
        library.redo { $0.map { outcomes.add($0.words) } }
        library.drain()
        #expect(try titles("is:starred") == ["a", "aa"] && titles("is:unread") == ["a", "aa", "d"])
        #expect(try library.check() == [])
    }

    @Test func `undoing rules keeps the user's later changes`() throws {
        try follow("new title =~ \".\" do star")
        try shelf.store(ParsedItem("a"), ParsedItem("b"), at: Date())
        library.mark(.item(try shelf.items()[0].id), .unstarred)
        library.undo { _ in }
        library.undo(ofRules: true) { _ in }
        library.drain()
        #expect(try titles("is:starred") == [])
    }

    @Test func `undo skips changes by rules, and redo still works after them`() throws {
        try follow("new title = \"b\" do mark-read")
        try shelf.store(ParsedItem("a"))
        library.mark(.item(try shelf.items()[0].id), .starred)
        try shelf.store(ParsedItem("b"))
        let outcomes = Record<String?>()
        library.undo { outcomes.add($0?.words) }
        library.undo { outcomes.add($0?.words) }
        try shelf.store(ParsedItem("b", id: "2"))
        library.redo { outcomes.add($0?.words) }
        library.drain()
        #expect(outcomes.entries == ["star 1 item", nil, "star 1 item"])
        #expect(try titles("is:starred") == ["a"] && titles("is:unread") == ["a"])
    }

    @Test func `new items are counted as lists show them after the rules`() throws {
        let copy = ParsedItem(id: "1", title: "The same story", link: "https://example.org/same", published: .noon)
        try shelf.store([copy], in: 1)
        try follow("new title = \"advert\" do hide", "new title = \"weekly\" do mark-read")
        let changes = Record<LibraryChange>()
        library.changes.onNext { changes.add($0) }
        let stored = try shelf.store([copy, ParsedItem("advert"), ParsedItem("weekly"), ParsedItem("d")], in: 2)
        #expect(stored.new == 4 && stored.news == News(ofFeed: 2, listed: 1))
        let feed = try shelf.feed(2)
        #expect(try changes.entries.contains(.newItems(feed.id, stored.news, newest: #require(feed.newestItem))))
    }

    @Test func `a rule that hides or marks read does so only in its feed`() throws {
        let copy = ParsedItem(id: "1", title: "The same story", link: "https://example.org/same", published: .noon)
        try shelf.store([copy], in: 1)
        try follow("new rssurl =~ \"feed/2$\" do hide")
        try shelf.store([copy], in: 2)
        #expect(try shelf.titles(in: 1) == ["The same story"] && shelf.titles(in: 2) == [])
        #expect(try library.items(unreadOnly: true, limit: 9).count == 1)
    }

    @Test func `items are passed on for rules that notify or run commands`() throws {
        let firings = Record<RuleFiring>()
        library.ruleFirings.onNext { firings.add($0) }
        try follow("new title = \"a\" do notify", "new title =~ \".\" do run mail -s \"new things\" me")
        try shelf.store(ParsedItem("a"), ParsedItem("b"))
        #expect(firings.entries.map(\.rule.action) == [.notify, .run("mail -s \"new things\" me")])
        #expect(firings.entries.map(\.items.count) == [1, 2])
    }

    @Test func `newsboat's ignore-article becomes a rule that hides`() throws {
        library.follow(rules: [
            try Rule(ignoringArticles: "* \"title =~ \\\"advert\\\"\"", place: "config:1"),
            try Rule(ignoringArticles: "\"\(Shelf.url(2))\" title = \"b\"", place: "config:2"),
            try Rule(ignoringArticles: "\"regex:feed/[1]$\" \"title = \\\"c\\\"\"", place: "config:3")
        ])
        for feed in 1...2 { try shelf.store(ParsedItem("advert"), ParsedItem("b"), ParsedItem("c"), in: feed) }
        #expect(try shelf.titles(in: 1) == ["b"] && shelf.titles(in: 2) == ["c"])
    }

    @Test func `a preview counts the items that a rule would change, and changes none`() throws {
        try shelf.store(ParsedItem("a"), ParsedItem("b"), ParsedItem("ab"))
        let counts = try library.preview(of: Rule("new title =~ \"a\" do hide", place: "here"))
        #expect(counts == (2, 3))
        #expect(try shelf.items().count == 3)
    }

    @Test(arguments: [
        ("title = \"x\" do star", 1, "expected “new”"), ("new titel = \"x\" do star", 5, "did you mean “title”?"),
        ("new title = \"x\"", 16, "expected “do”"), ("new title = \"x\" do", 19, "mark-read, star"),
        ("new title = \"x\" do tag", 19, "needs something"), ("new a do star b", 9, "unexpected “b”")
    ])
    func `a mistake in a rule is reported with its place`(rule: String, column: Int, words: String) {
        let problem = #expect(throws: FilterProblem.self) { try Rule(rule, place: "config:1") }
        #expect(problem?.column == column && problem?.reason.contains(words) == true, "\(String(describing: problem))")
    }
}
