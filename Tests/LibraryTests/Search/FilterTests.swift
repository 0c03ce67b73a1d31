import FeedParser
import Foundation
import Library
import TestSupport
import Testing

@Suite struct FilterTests {
    private let shelf: Shelf
    private var library: Library { shelf.library }

    init() throws {
        shelf = try Shelf(feeds: 2)
        try library.follow([
            Subscription(Shelf.url(1), ownTitle: "The Kernel", tags: ["code", "long reads"]),
            Subscription(Shelf.url(2), tags: ["comics"])
        ])
        try shelf.store(
            [
                ParsedItem(
                    id: "guid-1", title: "Linux 7.0", link: "https://example.org/linux", authors: ["Ada"],
                    published: .noon - 3600, content: "<p>A <b>kernel</b> of the class</p>"),
                ParsedItem(
                    id: "guid-2", title: "Été à Paris", published: .noon - 9 * 86_400, content: "<p class=fine>x</p>",
                    enclosures: [ParsedEnclosure(url: "https://example.org/a.mp3", type: "audio/mpeg")])
            ], in: 1)
        try shelf.store(ParsedItem("A comic", hoursAgo: 50), in: 2)
    }

    private func found(_ filter: String) throws -> [String] {
        try library.items(matching: Filter(filter), limit: 10, now: .noon).map(\.title).sorted()
    }

    @Test(arguments: [
        ("title = \"Linux 7.0\"", ["Linux 7.0"]), ("title == \"linux 7.0\"", []),
        ("title != \"Linux 7.0\"", ["A comic", "Été à Paris"]),
        ("title =~ \"^LINUX [0-9]+[.]0$\"", ["Linux 7.0"]), ("title !~ \"i\"", []),
        ("title =~ \"ÉTÉ.*p.r\"", ["Été à Paris"]), ("title =~ \"^.t. \"", ["Été à Paris"]),
        ("title # \"7.0\"", ["Linux 7.0"]), ("title !# \"7.0\"", ["A comic", "Été à Paris"]), ("title # \"7\"", []),
        ("link =~ \"example\"", ["Linux 7.0"]), ("author = \"Ada\"", ["Linux 7.0"]),
        ("guid = \"guid-1\"", ["Linux 7.0"]),
        ("content =~ \"class=fine\"", ["Été à Paris"]), ("unread = \"no\"", []),
        ("unread = \"yes\" and starred = \"no\"", ["A comic", "Linux 7.0", "Été à Paris"]),
        ("enclosure_url != \"\"", ["Été à Paris"]), ("enclosure_type =~ \"^audio/\"", ["Été à Paris"]),
        ("date =~ \"^2026-05-28\"", ["Linux 7.0"]), ("date >= \"2026-05-28\"", ["Linux 7.0"]),
        ("feedtitle = \"The Kernel\" and age < 1", ["Linux 7.0"]), ("rssurl =~ \"feed/2$\"", ["A comic"]),
        ("tags # \"long reads\"", ["Linux 7.0", "Été à Paris"]), ("tags # \"long\"", []),
        ("tags =~ \"code\"", ["Linux 7.0", "Été à Paris"]), ("tags !# \"code\"", ["A comic"]),
        ("total_count = \"2\"", ["Linux 7.0", "Été à Paris"]), ("unread_count < 2", ["A comic"]),
        ("feedindex = 2", ["A comic"]), ("latest_article_age between 1:2", ["A comic"]),
        ("title < 1", ["A comic", "Linux 7.0", "Été à Paris"])
    ])
    func `newsboat's attributes and operators work`(filter: String, titles: [String]) throws {
        #expect(try found(filter) == titles)
    }

    @Test(arguments: [
        ("feedtitle =~ \"kernel\"", [1]), ("unread_count >= 1", [1, 2]),
        ("total_count > 1 or tags # \"comics\"", [1, 2]),
        ("latest_article_age > 1 and rssurl =~ \"^http\"", [2]), ("not (tags # \"code\")", [2]), ("feed:kernel", [1])
    ])
    func `a filter with attributes of feeds finds feeds`(filter: String, feeds: [Int64]) throws {
        #expect(try library.feeds(matching: Filter(ofFeeds: filter), now: .noon).map(\.rawValue).sorted() == feeds)
    }

    @Test(arguments: ["title =~ \"x\"", "unread_count > 1 and age < 3", "kernel", "is:unread", "tag:code"])
    func `a filter with attributes of items can't filter feeds`(filter: String) {
        #expect(throws: FilterProblem.self) { try Filter(ofFeeds: filter) }
    }

    @Test(arguments: [
        ("title =~ \"x\"", "column 1: “title” is about items: use feedtitle, "),
        ("feedtitl =~ \"x\"", "unknown attribute “feedtitl”: did you mean “feedtitle”?"),
        ("titel =~ \"x\"", "unknown attribute “titel”: use feedtitle, ")
    ])
    func `a filter of feeds proposes only attributes of feeds`(filter: String, problem: String) {
        let thrown = #expect(throws: FilterProblem.self) { try Filter(ofFeeds: filter) }
        #expect(thrown?.description.contains(problem) == true, "\(thrown?.description ?? "")")
    }

    @Test(arguments: [
        ("age = 9", ["Été à Paris"]), ("age != 9", ["A comic", "Linux 7.0"]), ("age > 8", ["Été à Paris"]),
        ("age > 9", []),
        ("age >= 9", ["Été à Paris"]), ("age < 9", ["A comic", "Linux 7.0"]), ("age <= 2", ["A comic", "Linux 7.0"]),
        ("age between 10:2", ["A comic", "Été à Paris"]), ("age<2h", ["Linux 7.0"]), ("age >= 7d", ["Été à Paris"]),
        ("age < 3d age > 2d", ["A comic"])
    ])
    func `an age is in whole days, or exact with a unit`(filter: String, titles: [String]) throws {
        #expect(try found(filter) == titles)
    }

    @Test(arguments: [
        ("title =~ \"linux\" or title =~ \"comic\" and unread = \"no\"", ["Linux 7.0"]),
        ("(title =~ \"linux\" or title =~ \"comic\") and unread = \"no\"", []),
        ("not title =~ \"linux\" and author = \"\"", ["A comic", "Été à Paris"]),
        ("!(linux or comic)", ["Été à Paris"]), ("not not linux", ["Linux 7.0"]),
        ("title =~ \"zz\" or not (tags # \"code\" or unread = \"no\")", ["A comic"])
    ])
    func `“and” binds more tightly than “or”; “not” more tightly than both`(filter: String, titles: [String]) throws {
        #expect(try found(filter) == titles)
    }

    @Test(arguments: [
        ("is:unread tag:CODE", ["Linux 7.0", "Été à Paris"]), ("-tag:code", ["A comic"]),
        ("feed:kernel after:2h", ["Linux 7.0"]), ("feed:\"the kernel\" -ete", ["Linux 7.0"]),
        ("before:2026-05-28", ["A comic", "Été à Paris"]), ("is:starred OR kernel", ["Linux 7.0"]),
        ("class", ["Linux 7.0"]), ("\"kernel of the class\"", ["Linux 7.0"]), ("title:kernel", []),
        ("author:ada", ["Linux 7.0"]),
        ("ker*", ["Linux 7.0"]), ("-\"of the\" -comic", ["Été à Paris"])
    ])
    func `the words of searches mean the same in filters`(filter: String, titles: [String]) throws {
        #expect(try found(filter) == titles)
        try library.indexForSearch(for: .seconds(60))
        #expect(try found(filter) == titles)
    }

    @Test func `a filter sees the marks and tags of an item`() throws {
        let item = try #require(try shelf.items(in: 2).first)
        library.mark(.item(item.id), .starred)
        library.mark(.item(item.id), .tagged("later on"))
        library.mark(.item(item.id), .read)
        library.drain()
        for filter in [
            "is:starred", "starred = \"yes\"", "flags # \"later on\"", "flags =~ \"on\"", "tag:\"later on\"", "is:read"
        ] {
            #expect(try found(filter) == ["A comic"], "\(filter)")
        }
        #expect(try found("flags = \"\"").count == 2)
    }

    @Test func `a filter by feed shows the duplicate in that feed`() throws {
        let copy = ParsedItem(id: "1", title: "The same story", link: "https://example.org/same", published: .noon)
        for feed in 1...2 { try shelf.store([copy], in: feed) }
        #expect(try found("same") == ["The same story"])
        #expect(try library.items(matching: Filter("same feed:feed"), limit: 10).map(\.feed) == [shelf.feed(1).id])
        #expect(
            try library.items(matching: Filter("same tags # \"comics\""), limit: 10).map(\.feed) == [shelf.feed(2).id])
    }

    @Test(arguments: [
        ("", 1, "expected a filter"), ("titel = \"x\"", 1, "did you mean “title”?"),
        ("unread = \"yes\" and", 19, "expected a condition"), ("unread = maybe", 10, "\"yes\" or \"no\""),
        ("(title = \"x\"", 13, "expected a closing parenthesis"), ("a) b", 2, "unmatched closing parenthesis"),
        ("title = \"x", 9, "unmatched quotation mark"), ("title =", 8, "expected a value"),
        ("title =~ \"(\"", 10, "invalid pattern"), ("title =~ \"a{1001}\"", 10, "written out"),
        ("title =~ \"(a)\\1\"", 10, "back references"), ("age < young", 7, "days"),
        ("date > \"soon\"", 8, "2026-01-31"),
        ("age between 5", 13, "expected an age"), ("autor:x", 1, "did you mean “author:”?"),
        ("is:new", 4, "starred"), ("a after:soon", 9, "2026-01-31"),
        ("articleindex < 5", 1, "filters can't use articleindex"), ("= 5", 1, "expected a condition"),
        (String(repeating: "(", count: 17) + "a", 17, "too many nested parentheses"),
        (String(repeating: "-", count: 17) + "a", 17, "nots: use at most 16"),
        (String(repeating: "a ", count: 401), 801, "too many conditions: use at most 400"),
        (String(repeating: "a ", count: 2001), 4001, "at most 4000")
    ])
    func `a mistake in a filter is reported with its place and what was expected`(
        filter: String, column: Int, words: String
    ) {
        let problem = #expect(throws: FilterProblem.self) { try Filter(filter) }
        #expect(problem?.column == column)
        #expect(problem?.reason.contains(words) == true, "\(problem?.reason ?? "")")
    }

    @Test(arguments: [
        "content =~ \"kernel\"", "date between 0:1", "age between 0:1", "starred = \"no\"", "flags !# \"a\"",
        "category # \"a\"", "offline = \"yes\"", "enclosure_type !~ \"a\"", "guid < 1", "tag:code", "\"of the\"",
        "title:l", "unread_count < 2", "feeddate = \"a\"", "latest_article_age between 1:2", "tags # \"code\"",
        "feed:kernel"
    ])
    func `the deepest and the longest filters find what simple ones find`(condition: String) throws {
        let deep = (0..<16).reduce(condition) { inner, level in
            level.isMultiple(of: 2) ? "(is:unread and \(inner))" : "(is:starred and zzz or \(inner))"
        }
        let long = Array(repeating: condition, count: 100)
        let filters = [
            condition, "is:unread \(deep)", "is:starred or \(deep)",
            String(repeating: "-", count: 16) + condition,
            long.joined(separator: " "), long.joined(separator: " or ")
        ]
        for isIndexed in [false, true] {
            if isIndexed { try library.indexForSearch(for: .seconds(60)) }
            let titles = try filters.map { try found($0) }
            #expect(titles == Array(repeating: titles[0], count: filters.count))
            #expect(try filters.map { try library.count(matching: Filter($0), now: .noon) } == titles.map(\.count))
        }
    }

    @Test(arguments: ["(x+x+)+y", ".*.*.*.*y", "(a|b|x)*y", "x*x*x*[0-9]"])
    func `a pattern takes little time with a long text`(pattern: String) throws {
        let text = String(repeating: "x", count: 60_000)
        try shelf.store(ParsedItem("long", text: text), in: 2)
        var matches: [String]?
        let time = try processorTime { matches = try found("content =~ \"\(pattern)\"") }
        // Trying each character again would take a minute.
        #expect(matches == [] && time < .seconds(5))
    }
}
