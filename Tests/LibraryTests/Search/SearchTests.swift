import FeedParser
import Foundation
import SQLite
import Signals
import System
import TestSupport
import Testing

@testable import Library

@Suite struct SearchTests {
    private let shelf: Shelf

    init() throws {
        shelf = try Shelf(feeds: 2)
    }

    private func found(_ query: String, isFinished: Bool = true) throws -> [String] {
        try shelf.library.indexForSearch(for: .seconds(60))
        return try shelf.library.search(SearchQuery(query, isFinished: isFinished), now: .noon)
            .items.map(\.title)
    }

    // MARK: Words

    @Test(arguments: ["note -gam", "note -\"gam"])
    func `an excluded word isn't a prefix, even while it is being typed`(text: String) {
        for query in [SearchQuery(text, isFinished: false), SearchQuery(entered: text)] {
            #expect(query.excluded.map(\.expression).allSatisfy { !$0.contains("*") } && query.excluded.count == 1)
        }
    }

    @Test func `an item is found by words of its title, author and text`() throws {
        let written = ParsedItem(id: "1", title: "Tea", authors: ["Ada Lovelace"], content: "<p>A <b>cup</b> of it</p>")
        try shelf.store([written, ParsedItem("Coffee", text: "<p>A pot of it</p>")])
        #expect(try found("tea") == ["Tea"])
        #expect(try found("lovelace") == ["Tea"])
        #expect(try found("cup it") == ["Tea"])
        #expect(try found("cup pot") == [])
        #expect(try found("it").count == 2)
    }

    @Test func `a search finds the same, in the same order, before and after items are indexed`() throws {
        try shelf.store([
            ParsedItem("Black tea", text: "<p>of the light<b>house</b> and caf&eacute;s</p>", hoursAgo: 1),
            ParsedItem("A lighthouse", text: "no tea", hoursAgo: 2),
            ParsedItem("Gophers", text: "go home", hoursAgo: 3),
            ParsedItem(id: "ada", title: "Notes", authors: ["Ada Lighthouse"], content: "ticket to the café")
        ])
        try shelf.store(
            [ParsedItem("Море", text: "МАЯК и чай", hoursAgo: 5), ParsedItem("港", text: "古い港の灯台", hoursAgo: 6)], in: 2)
        let queries =
            [
                "lighthouse", "tea -home", "\"black tea\"", "title:lighthouse", "author:lighthouse", "tea OR home",
                "-tea", "café",
                "cafes", "light", "house", "маяк", "灯台", "灯", "lighth*", "tea lighthouse", "is:unread home",
                "feed:feed/2 чай"
            ].map { SearchQuery($0) }
            + ["go", "gop", "li", "tea li", "ла", "lighth"].map { SearchQuery($0, isFinished: false) }
        let results = { [library = shelf.library] in
            try queries.map { try library.search($0, now: .noon).items.map(\.title).sorted() }
        }
        let (before, best) = (try results(), try shelf.library.search(SearchQuery("lighthouse"), now: .noon).items)
        #expect(before.prefix(2) == [["A lighthouse", "Black tea", "Notes"], ["A lighthouse", "Black tea"]])
        try shelf.library.indexForSearch(for: .seconds(60))
        #expect(try results() == before)
        #expect(try shelf.library.search(SearchQuery("lighthouse"), now: .noon).items == best)
    }

    @Test func `an item with the greatest number doesn't hide others from a search`() throws {
        try shelf.store([ParsedItem("Coffee"), ParsedItem("Tea")])
        let database = try Database(path: shelf.path, access: .readWrite)
        try database.execute("PRAGMA foreign_keys = OFF")
        for (table, column) in [("items", "id"), ("states", "item"), ("contents", "item")] {
            try database.run("UPDATE \(table) SET \(column) = ? WHERE \(column) = 2", Int64.max)
        }
        #expect(try found("coffee tea").isEmpty)
        #expect(try found("coffee").count + found("tea").count > 0)
    }

    @Test(arguments: [
        ("moon", "moon*"), ("moon tea", "moon tea*"), ("\"black tea\" m", "\"black tea\" title:m*"),
        ("tea OR moon is:unread", "(tea or moon) is:unread"), ("-moon feed:feed/2", "-moon feed:\"feed/2\""),
        ("tea feed:feed/1 feed:feed/2", "tea (feed:\"feed/1\" or feed:\"feed/2\")"),
        ("and OR not", "(\"and\" or \"not*\")"), ("c++ (black)", "title:\"c++\" \"(black)*\""),
        ("title:moon author:\"Ada L\"", "title:moon author:\"Ada L\""), ("a\\ after:7d", "title:a after:7d"),
        ("tea -tag:\"long reads\"", "tea -tag:\"long reads\""), ("moonlit OR mo", "(moonlit or mo)"),
        ("tea -mo", "tea -mo"), ("tea tag:c* moon", "tea moon* tag:\"c*\"")
    ])
    func `a search as a filter expression matches the same items`(
        typed: String, filter: String
    ) throws {
        try shelf.store([
            ParsedItem("Black tea and moon", text: "c", hoursAgo: 1), ParsedItem("C++ not (black)", hoursAgo: 400),
            ParsedItem(id: "ada", title: "A moonlit tea", authors: ["Ada L"])
        ])
        try shelf.store([ParsedItem("Tea, black tea"), ParsedItem("Mooning")], in: 2)
        let query = SearchQuery(typed, isFinished: false)
        #expect(query.filterText == filter)
        try shelf.library.indexForSearch(for: .seconds(60))
        let found = try shelf.library.search(query).items.map(\.title).sorted()
        #expect(try shelf.library.items(matching: Filter(filter), limit: 9).map(\.title).sorted() == found)
    }

    @Test func `a complete short word is found in the text, and a longer one as a prefix`() throws {
        try shelf.store([ParsedItem("Tea", text: "Go home"), ParsedItem("Gophers")])
        try shelf.library.indexForSearch(for: .seconds(60))
        #expect(try found("go", isFinished: false) == ["Gophers"])
        let entered = ["go", "goph", "go*", "go "].map { SearchQuery(entered: $0) }
        let found = try entered.map { try shelf.library.search($0).items.map(\.title) }
        #expect(found == [["Tea"], ["Gophers"], ["Gophers"], ["Tea"]])
    }

    @Test func `markup isn't searched, but may be inside a word`() throws {
        try shelf.store(ParsedItem("a", text: "<p class=hidden>light<b>house</b> <i>of stone</i></p>"))
        #expect(try found("lighthouse") == ["a"])
        #expect(try found("\"lighthouse of stone\"") == ["a"])
        #expect(try found("hidden") == [])
    }

    @Test func `a search ignores case and accents`() throws {
        try shelf.store(ParsedItem("Café Zürich"), ParsedItem("STRASSE nach Αθήνα"))
        #expect(try found("cafe zurich") == ["Café Zürich"])
        #expect(try found("straße αθηνα") == ["STRASSE nach Αθήνα"])
    }

    @Test func `a phrase is found only if its words stand together`() throws {
        try shelf.store(ParsedItem("black swan"), ParsedItem("swan black"), ParsedItem("don't panic"))
        #expect(try found("\"black swan\"") == ["black swan"])
        #expect(try found("don’t") == ["don't panic"])
    }

    @Test(arguments: [
        ("日本", ["日本語の新聞"]), ("本語", ["日本語の新聞"]), ("新聞", ["日本語の新聞"]), ("聞", ["日本語の新聞"]),
        ("中文", ["中文报纸"]), ("报纸", ["中文报纸"]), ("中报", []), ("한국", ["한국어 신문"]), ("신문", ["한국어 신문"]),
        ("語新", [])
    ])
    func `two characters of Chinese, Japanese or Korean are found anywhere`(
        query: String, titles: [String]
    ) throws {
        try shelf.store(ParsedItem("日本語の新聞"), ParsedItem("中文报纸"), ParsedItem("한국어 신문"))
        #expect(try found(query) == titles)
    }

    @Test func `a word with a minus must be absent`() throws {
        try shelf.store(ParsedItem("apple pie"), ParsedItem("apple tart"), ParsedItem("plum tart"))
        #expect(try found("apple -pie") == ["apple tart"])
        #expect(try Set(found("-apple")) == ["plum tart"])
    }

    @Test func `OR finds either word`() throws {
        try shelf.store(ParsedItem("apple pie"), ParsedItem("apple tart"), ParsedItem("plum tart"))
        #expect(try Set(found("apple pie OR tart")) == ["apple pie", "apple tart"])
        #expect(try Set(found("pie OR plum")) == ["apple pie", "plum tart"])
    }

    @Test func `a word being typed is a prefix`() throws {
        try shelf.store(ParsedItem("a", text: "lighthouse keeper"), ParsedItem("b", text: "lightning"))
        #expect(try found("lighth", isFinished: false) == ["a"])
        #expect(try found("light") == [])
        #expect(try found("light*").count == 2)
        #expect(try found("\"lighthouse kee", isFinished: false) == ["a"])
        #expect(try found("light ", isFinished: false) == [])
    }

    @Test func `one or two letters search only titles`() throws {
        try shelf.store(ParsedItem("Zebra", text: "x"), ParsedItem("other", text: "zebra, z"))
        #expect(try found("z", isFinished: false) == ["Zebra"])
        #expect(try found("ze", isFinished: false) == ["Zebra"])
        #expect(try found("x ze", isFinished: false) == [])
        #expect(try found("z") == [])
        try shelf.store(ParsedItem("Plan Z"))
        #expect(try found("z") == ["Plan Z"])
    }

    @Test func `a field before a colon restricts a word or phrase to it`() throws {
        try shelf.store(
            ParsedItem(id: "1", title: "Rust", authors: ["Graydon"]),
            ParsedItem(id: "2", title: "Iron", authors: ["Rust"], content: "rust"))
        #expect(try found("title:rust") == ["Rust"])
        #expect(try found("author:rust") == ["Iron"])
        #expect(try found("rust -title:rust") == ["Iron"])
    }

    // MARK: Conditions

    @Test func `feeds are named by a part of their title or URL`() throws {
        try shelf.store(ParsedItem("news"), in: 1)
        try shelf.store(ParsedItem("other news", hoursAgo: 1), in: 2)
        #expect(try found("news feed:\"feed 2\"") == ["other news"])
        #expect(try found("feed:feed/1") == ["news"])
        #expect(try found("news -feed:feed/1") == ["other news"])
        #expect(try found("news feed:nowhere") == [])
    }

    @Test func `a search can be for read or unread items`() throws {
        try shelf.store(ParsedItem("old news", hoursAgo: 2), ParsedItem("new news", hoursAgo: 1))
        try shelf.mark("old news")
        #expect(try found("news is:unread") == ["new news"])
        #expect(try found("news is:read") == ["old news"])
        #expect(try found("-is:unread") == ["old news"])
        #expect(try found("is:starred") == [])
    }

    @Test func `dates in a search are days, months, years and ages`() throws {
        try shelf.store(ParsedItem("lately", hoursAgo: 1), ParsedItem("earlier", hoursAgo: 24 * 10))
        #expect(try found("after:7d") == ["lately"])
        #expect(try found("before:7d") == ["earlier"])
        #expect(try found("after:2020-01-31 before:2020-02") == [])
        #expect(try found("after:2026 before:2027").count == 2)
        #expect(try found("-after:7d") == ["earlier"])
    }

    @Test func `conditions alone list the newest items first`() throws {
        try shelf.store(ParsedItem("b", hoursAgo: 1), ParsedItem("c", hoursAgo: 2), ParsedItem("a", hoursAgo: 0))
        #expect(try found("is:unread") == ["a", "b", "c"])
    }

    @Test func `a text that looks like an unknown condition is searched as words`() throws {
        try shelf.store(ParsedItem("is: strange"), ParsedItem("after: tomorrow"))
        #expect(try found("is:strange") == ["is: strange"])
        #expect(try found("after:tomorrow") == ["after: tomorrow"])
    }

    @Test func `an invalid condition is a mistake, unless it is quoted or may still become valid`() {
        for text in [
            "a is:nonsense b", "tag:", "feed:", "-is:", "after:blue", "before:2026-13", "foo:bar", "a -foo:bar",
            "\"a b", "title:\"a"
        ] {
            #expect(SearchQuery(text).mistake != nil, "\(text)")
        }
        #expect(
            SearchQuery("is:unred").mistake?.description
                == "invalid condition “is:unred”: use is:unread, is:read, is:starred, is:queued or is:heard")
        #expect(
            SearchQuery("a \"b c").mistake?.description
                == "unmatched quotation mark before “b c”: close it or remove it")
        let words = ["\"foo:bar\"", "http://a.b", "localhost:8080", "C:x", "note: this", "12:a", "5\""]
        for text in words + ["\"is:nonsense\"", "std::vector", "title:is", "is:READ", "after:7d"] {
            #expect(SearchQuery(text).mistake == nil, "\(text)")
        }
        let typed = [
            "is:", "is:un", "tag:", "after:yes", "before:2026-", "is:unre", "is:x", "after:b", "is: a", "\"a", "foo:",
            "foo:b"
        ]
        #expect(
            typed.map { SearchQuery($0, isFinished: false).mistake == nil }
                == [true, true, true, true, true, true, false, false, false, true, true, false])
    }

    // MARK: Order

    @Test func `a word in the title counts more than in the text`() throws {
        try shelf.store(
            ParsedItem("a", text: "moon and sun", hoursAgo: 1), ParsedItem("moon", text: "sun", hoursAgo: 1))
        #expect(try found("moon") == ["moon", "a"])
    }

    @Test func `the newer of two equal matches comes first`() throws {
        try shelf.store(ParsedItem("moon one", hoursAgo: 24 * 300), ParsedItem("moon two", hoursAgo: 1))
        #expect(try found("moon") == ["moon two", "moon one"])
    }

    @Test func `a search returns up to its limit, and the total number`() throws {
        try shelf.store((1...30).map { ParsedItem("moon \($0)") })
        try shelf.library.indexForSearch(for: .seconds(60))
        let results = try shelf.library.search(SearchQuery("moon"), limit: 10)
        #expect(results.items.count == 10)
        #expect(results.matches == 30)
        #expect(results.isComplete)
    }

    // MARK: Invalid input

    @Test(arguments: [
        "\"", "\"\"", "-", "--", "-\"", "*", "OR", "OR OR", "a OR", "AND NOT", "(", "a)", "title:", "title:\"", "feed:",
        "^a",
        "{a b}: c", "NEAR(a b)", "a + b", "is:", "after:", "after:99999-99", "before:-1d", "\0", "a\0b", "\u{202E}",
        "🍵", "'",
        "title:title:a", "-title:-", "a:b:c", "%", "\\", ";--", "after:2026-02-31"
    ])
    func `any text can be searched for`(query: String) throws {
        try shelf.store(ParsedItem("a"))
        for isFinished in [true, false] { _ = try found(query, isFinished: isFinished) }
    }

    @Test func `a very long query is cut`() throws {
        try shelf.store(ParsedItem("a"))
        for (text, titles) in [
            ("a", []), ("a ", ["a"]), ("\"", []), ("-a ", []), ("a OR ", ["a"]), ("\u{301}", []), ("日", [])
        ] {
            let query = String(repeating: text, count: 1_000_000)
            #expect(SearchQuery(query) == SearchQuery(String(query.unicodeScalars.prefix(2000))), "\(text)")
            #expect(try found(query) == titles, "\(text)")
        }
    }

    @Test func `random queries can be searched for`() throws {
        try shelf.store(ParsedItem("a"))
        let parts = ["\"", "-", "*", ":", " ", "a", "OR", "title:", "is:", "日", "\0", "'", "(", "feed:", "after:", "7d"]
        for _ in 0..<300 {
            let query = (0..<Int.random(in: 0..<12)).map { _ in parts.randomElement() ?? "" }.joined()
            #expect(throws: Never.self, "\(query)") { _ = try found(query, isFinished: Bool.random()) }
        }
    }

    @Test func `an interrupted search returns what it has`() throws {
        try shelf.store(ParsedItem("a"))
        try shelf.library.indexForSearch(for: .seconds(60))
        for query in ["a", "is:unread"] {
            let results = try shelf.library.search(SearchQuery(query), before: .init(after: .zero))
            #expect(results.items.isEmpty && !results.isComplete)
        }
    }

    // As the user sees it while typing: first quick results, then the rest.
    @Test(arguments: ["moon", "m", "se", "moon t", "is:unread", "-sea"])
    func `a search interrupted many times finds the same as an uninterrupted one`(query: String) throws {
        try shelf.store(
            (1...400).map { ParsedItem($0 % 3 == 0 ? "moon \($0)" : "the sea \($0)", hoursAgo: Double($0)) })
        try shelf.library.indexForSearch(for: .seconds(60))
        let query = SearchQuery(query, isFinished: false)
        let whole = try shelf.library.search(query, limit: 300, now: .noon)
        let (results, looks) = try shelf.library.pool.read { database in
            var search = try Search(query, limit: 300, now: .noon, in: database)
            var (looks, time) = (0, Duration.microseconds(1))
            var results: SearchResults
            repeat {
                results = try search.results(before: Interruption(after: time))
                looks += 1
                // Until the time is enough for the longest step.
                time = time * 5 / 4 + .microseconds(1)
            } while search.ending == .interrupted
            return (results, looks)
        }
        #expect(results == whole)
        #expect(looks > 1)
    }

    @Test func `quick results are reported first, then all of them`() async throws {
        try shelf.store((1...30).map { ParsedItem("moon \($0)") })
        try shelf.library.indexForSearch(for: .seconds(60))
        let told = try await toldBitByBit(SearchQuery("moon"))
        #expect(told.map(\.isComplete) == [false, true] && told.last?.matches == 30)
    }

    /// The results that a search without patience reports.
    private func toldBitByBit(_ query: SearchQuery, limit: Int = 50) async throws -> [SearchResults] {
        var told: [SearchResults] = []
        let results = shelf.library.results(of: query, limit: limit, within: .seconds(60), patience: .zero)
        for try await result in results.values() { told.append(result) }
        return told
    }

    @Test(arguments: [
        ("tea", "t", true), ("Green TEA", "te", true), ("green-tea", "te", true), ("steam", "te", false),
        ("t ea", "te", false), ("“tea”", "te", true), ("thé", "t", true), ("été", "et", true), ("aé tea", "te", true),
        ("x2 9", "9", true), ("x29", "9", false), ("", "t", false), ("tt", "tt", true), ("ta tb", "tb", true),
        ("\u{10}x", "0", false)
    ])
    func `one or two letters find titles with a word that begins with them`(
        title: String, letters: String, isFound: Bool
    ) throws {
        try shelf.store(ParsedItem(title))
        #expect(try found(letters, isFinished: false) == (isFound ? [title] : []))
    }

    @Test func `rare first letters are found in old items too, newest first`() async throws {
        // More than are searched before the search knows that the letters are rare.
        let common = (0..<4400).map { ParsedItem("\($0)", hoursAgo: Double($0) / 10) }
        let rare = [("Quince", 900.0), ("Of quails", 1), ("Quartz", 950), ("Quick, gone", 2)]
            .map { ParsedItem($0, hoursAgo: $1) }
        try shelf.store(Array(common[..<2200] + rare[..<2]))
        try shelf.store(Array(common[2200...] + rare[2...]))
        for item in try shelf.items() where item.title == "Quick, gone" { shelf.library.mark(.item(item.id), .deleted) }
        shelf.library.settle()
        #expect(try found("q", isFinished: false) == ["Of quails", "Quince", "Quartz"])
        // The total is right, even if the limit is lower, or results come bit by bit.
        let query = SearchQuery("qu", isFinished: false)
        let results = try await toldBitByBit(query, limit: 2).last
        #expect(results?.items.map(\.title) == ["Of quails", "Quince"])
        #expect(results?.matches == 3 && results?.isComplete == true)
    }

    @Test func `rare first letters are found in current titles, indexed or not`() throws {
        func changing(_ title: String) -> ParsedItem { ParsedItem(title, id: "changing", hoursAgo: 2500) }
        try shelf.store((0..<4400).map { ParsedItem("\($0)", hoursAgo: Double($0) / 10) } + [changing("Quarter")])
        #expect(try found("q", isFinished: false) == ["Quarter"])
        try shelf.store([changing("Half"), ParsedItem("Quite new")])
        let query = SearchQuery("q", isFinished: false)
        #expect(try shelf.library.search(query, now: .noon).items.map(\.title) == ["Quite new"])
        #expect(try found("q -new", isFinished: false) == [])
    }

    // MARK: Snippets

    @Test func `a snippet shows the found words in their text`() throws {
        let text = String(repeating: "<p>Nothing to see here.</p>", count: 100) + "<p>The Lighthouse, at last.</p>"
        try shelf.store(ParsedItem("a", text: text + String(repeating: "<p>More of it.</p>", count: 100)))
        let item = try shelf.items()[0].id
        let snippet = try shelf.library.snippet(of: item, for: SearchQuery("lighthouse last"))
        #expect(snippet.text.hasPrefix("…") && snippet.text.hasSuffix("…") && snippet.text.utf8.count <= 210)
        #expect(snippet.marked == ["Lighthouse", "last"])
    }

    @Test func `a snippet marks a word of two characters as one`() throws {
        let around = String(repeating: "港の", count: 300)
        try shelf.store(ParsedItem("a", text: around + "灯台守の家" + around))
        let snippet = try shelf.library.snippet(of: shelf.items()[0].id, for: SearchQuery("灯台守"))
        #expect(snippet.marked == ["灯台守"])
    }

    @Test func `the matches in a title are known, too`() {
        #expect(SearchQuery("tea").hits(inTitle: "My Tea") == [3..<6])
        #expect(SearchQuery("author:tea").hits(inTitle: "My Tea") == [])
    }
}

extension Snippet {
    fileprivate var marked: [String] {
        let utf8 = Array(text.utf8)
        return hits.map { String(decoding: utf8[$0], as: UTF8.self) }
    }
}
