import Foundation
import TestSupport
import Testing

@Suite struct `Searching and filtering` {
    private func reader() throws -> Reader {
        let items = (1...30).map { number in
            """
            <item><title>Story \(number)</title><link>https://example.org/\(number)</link>
            <description>\(number == 7 ? "A zeppelin over the harbour." : "Nothing of note.")</description></item>
            """
        }
        let feed = "<rss version=\"2.0\"><channel><title>Stories</title>\(items.joined())</channel></rss>"
        let reader = try Reader.launch(feeds: [feed])
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "30 new")
        return reader
    }

    @Test func `words are found while typing, opened, and returned to; a search can be saved`() throws {
        let reader = try reader()
        try reader.press("/")
        try reader.type("zepp")
        // Indexing may lag behind storing.
        try reader.waitForScreen { $0.contains("“zepp”: 1 found") && $0.contains("A zeppelin over the") }
        try reader.press(.enter, .enter)
        try reader.waitForScreen { $0.contains("A zeppelin over the harbour.") && !$0.contains("1 found") }
        try reader.press("q")
        try reader.waitForScreen(showing: "“zepp”: 1 found")
        try reader.press("F")
        try reader.type("a:b\r")
        try reader.waitForScreen(showing: "The name of a saved search can't contain a colon")
        try reader.press(.control("u"))
        try reader.type("Airships")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Saved “Airships” above the feeds")
        let urls = try String(contentsOfFile: reader.home.config + "/urls", encoding: .utf8)
        #expect(urls.contains("query:Airships:zepp*\n"))
        try reader.press(.escape)
        try reader.waitForScreen { $0.contains("Airships") && $0.contains("Stories") }
    }

    @Test func `keys typed after a filter or a search apply to its results`() throws {
        let reader = try reader()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● Story 1 ")
        try reader.type("ftitle = \"Story 9\"\rA")
        try reader.waitForScreen(showing: "Marked 1 item read")
        try reader.press(.escape)
        try reader.waitForScreen(showing: "29 unread of 30")
        // Until they are indexed.
        try reader.type("/zepp")
        try reader.waitForScreen(showing: "1 found")
        try reader.press(.control("g"))
        try reader.waitForScreen(showing: "● Story 1 ")
        try reader.type("/zeppelin\rs")
        try reader.waitForScreen { $0.contains("1 found") && $0.contains("✪") }
        try reader.press(.escape)
        try reader.waitForScreen { screen in
            screen.contains("● Story 1 ") && screen.lines.contains { $0.contains("✪ Story 7 ") }
        }
    }

    @Test func `keys typed after a mark in a saved search apply to the updated list`() throws {
        let reader = try reader()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● Story 1 ")
        try reader.type("ftitle =~ \"Story 1\"\rF")
        try reader.type("Ones\r")
        try reader.waitForScreen(showing: "Saved “Ones” above the feeds")
        try reader.press(.escape)
        try reader.waitForScreen(showing: "30 unread of 30")
        try reader.type("q'Ones\r\r")
        try reader.waitForScreen(showing: "11 unread of 11")
        try reader.type("jMn")
        try reader.waitForScreen { $0.contains("10 unread of 11") && $0.chosen.contains("Story 11") }
        try reader.type("An")
        try reader.waitForScreen { $0.contains("0 unread of 11") && $0.contains("No unread items") }
    }

    private func startAgain(_ reader: Reader) throws -> Reader {
        try reader.press("Q")
        try reader.waitForExit()
        return try Reader.launch(home: reader.home)
    }

    @Test func `the next start restores a search, filter or tag, with the open article`() throws {
        let first = try reader()
        // Until they are indexed.
        try first.type("/zepp")
        try first.waitForScreen(showing: "1 found")
        try first.press(.enter, .enter)
        try first.waitForScreen { $0.contains("A zeppelin over the harbour.") && !$0.contains("1 found") }

        let second = try startAgain(first)
        try second.waitForScreen { $0.contains("A zeppelin over the harbour.") && !$0.contains("1 found") }
        try second.press("q")
        try second.waitForScreen(showing: "“zepp”: 1 found")
        try second.press("q")
        try second.waitForScreen(showing: "29 unread")
        try second.press("G", .enter)
        try second.waitForScreen(showing: "● Story 1 ")
        try second.type("ftitle =~ \"Story 9|Story 12\"\rj\r")
        try second.waitForScreen { $0.contains("Nothing of note.") && $0.contains("100%") }
        try second.type("Tkept\r")
        try second.waitForScreen(showing: "tags: kept")

        let third = try startAgain(second)
        try third.waitForScreen { $0.contains("Nothing of note.") && $0.contains("tags: kept") }
        try third.press("q")
        try third.waitForScreen {
            $0.contains("● Story 9") && $0.contains("  Story 12") && !$0.contains("Story 8")
                && $0.contains("row 2 of 2")
        }
        try third.press(.escape)
        try third.waitForScreen(showing: "● Story 8")
        try third.press("t")
        try third.waitForScreen(showing: "Show tag or group:")
        try third.press(.enter)
        try third.waitForScreen { $0.contains("tagged kept") && $0.contains("Story 12") && !$0.contains("Story 8") }

        let fourth = try startAgain(third)
        try fourth.waitForScreen { $0.contains("tagged kept") && $0.contains("Story 12") && !$0.contains("Story 8") }
    }

    @Test func `search results name their feeds on a screen of eighty columns`() throws {
        let titles = ["One": "A zeppelin above the roofs", "Two": "A zeppelin behind the clouds"]
        let feeds = titles.map { name, title in
            SampleFeed(title: "Feed \(name)", items: [.init(title: title, body: "A zeppelin over the harbour.")]).rss
        }
        let reader = try Reader.launch(feeds: feeds)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "2 new in 2 feeds")
        try reader.type("/zepp")
        try reader.waitForScreen { screen in
            titles.allSatisfy { name, title in
                screen.lines.contains {
                    $0.contains("● \(title)  ") && $0.contains("A zeppelin over the…   Feed \(name) ")
                }
            }
        }
    }

    @Test func `a search can be limited to a feed or to days, and leads back to the results before`() throws {
        let days = ["01", "10", "20"].map { day in
            Date(timeIntervalSince1970: 1_769_860_800 + 86_400 * (Double(day) ?? 0))
        }
        let feeds = ["One", "Two"].map { name in
            SampleFeed(
                title: "Feed \(name)",
                items: days.enumerated().map { number, day in
                    .init(title: "\(name) \(number)", body: "<p>A zeppelin.</p>", date: day)
                })
        }
        let reader = try Reader.launch(feeds: feeds.map(\.rss))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "6 new in 2 feeds")
        // Until they are indexed.
        try reader.type("/zepp")
        try reader.waitForScreen(showing: "“zepp”: 6 found")
        try reader.type("\r/\u{15}zeppelin feed:\"Feed Two\"\r")
        try reader.waitForScreen { $0.contains(": 3 found") && $0.contains("● Two 0") && !$0.contains("One") }
        try reader.type("/\u{15}zeppelin after:2026-02-05 before:2026-02-15\r")
        try reader.waitForScreen { $0.contains(": 2 found") && $0.contains("● One 1") && $0.contains("● Two 1") }
        try reader.press("Z")
        try reader.waitForScreen { $0.contains(": 3 found") && $0.contains("● Two 0") && !$0.contains("One") }
        try reader.press("Z")
        try reader.waitForScreen(showing: "“zepp”: 6 found")
        try reader.press("Z")
        try reader.waitForScreen(showing: "No previous search results")
        try reader.press(.escape)
        try reader.waitForScreen(showing: "Starred")
    }

    @Test func `named filters are chosen by name, for items and feeds, and left by Ctrl-G`() throws {
        let home = try Home()
        try home.write(
            config: """
                define-filter "The odd ones" "title =~ \\"[13]$\\""
                define-filter "Much to read" "unread_count > 2"
                """)
        let feeds = [("Short", 1), ("Long", 3)].map { name, count in
            SampleFeed(title: name, items: (1...count).map { .init(title: "\(name) \($0)") }).rss
        }
        let reader = try Reader.launch(feeds: feeds, home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "4 new in 2 feeds")
        try reader.press(.control("s"))
        try reader.waitForScreen { !$0.contains("The odd ones") && $0.contains("unread_count > 2") }
        try reader.type("much\r")
        try reader.waitForScreen { $0.contains("1 feed") && $0.contains("Long") && !$0.contains("Short") }
        try reader.press(.control("g"))
        try reader.waitForScreen { $0.contains("Short") && $0.contains("4 unread") }
        try reader.type("'long\r")
        try reader.press(.enter, .control("s"))
        try reader.type("odd\r")
        try reader.waitForScreen { $0.contains("Long 1") && $0.contains("Long 3") && !$0.contains("Long 2") }
        try reader.press(.control("g"))
        try reader.waitForScreen(showing: "Long 2")
    }

    @Test func `a mistake in a search is shown while typing or at Enter, and can be corrected`() throws {
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: [.init(title: "A zeppelin")]).rss])
        try reader.openFeed(fetching: "1 new", showing: "A zeppelin")
        try reader.type("/foo:zeppelin")
        try reader.waitForScreen(showing: "nvalid condition “foo:zeppelin”: use title:, author:,")
        try reader.press(.control("u"))
        try reader.type("\"zeppelin")
        try reader.waitForScreen { $0.contains(": 1 found") && !$0.contains("quotation mark") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "nmatched quotation mark before “zeppelin”: close it")
        try reader.type("\"\r")
        try reader.waitForScreen { $0.contains("“\"zeppelin\"”: 1 found") && $0.contains("row 1 of 1") }
    }

    @Test func `a saved search counts its unread items, and includes new ones`() throws {
        let isLater = Gate()
        let server = try LoopbackServer { _ in
            let titles = ["A zeppelin", "A zeppelin again", "A boat"] + (isLater.isOpen ? ["The last zeppelin"] : [])
            return Answer(200, body: SampleFeed(title: "Sky", items: titles.map { .init(title: $0) }).rss)
        }
        let reader = try Reader.launch(feeds: [server.url("/")])
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● A boat")
        try reader.press("q")
        try reader.type("/zeppelin")
        try reader.waitForScreen(showing: "“zeppelin”: 2 found")
        try reader.type("\rFAirships\r")
        try reader.waitForScreen(showing: "Saved “Airships” above the feeds")
        try reader.press(.escape)
        try reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) }
        isLater.open()
        try reader.press("R")
        try reader.waitForScreen { $0.text.contains(/\ Airships +3\b/) }
        try reader.press(.home, "j", "j", "j", "j", .enter)
        try reader.waitForScreen {
            $0.contains("● The last zeppelin") && $0.contains("row 1 of 3") && !$0.contains("boat")
        }
        try reader.press("N", "q")
        try reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) }
    }

    @Test func `a search may contain conditions, and a saved one counts again after every mark`() throws {
        let titles = ["/code": ["A zeppelin", "The last zeppelin", "A boat"], "/sky": ["A zeppelin elsewhere"]]
        let server = try LoopbackServer { request in
            let items = (titles[request.path] ?? []).map { SampleFeed.Item(title: $0) }
            return Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: items).rss)
        }
        let home = try Home()
        try home.write(urls: ["\(server.url("/code")) code", server.url("/sky")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "4 unread")
        try reader.type("/is:unread zeppelin tag:code")
        try reader.waitForScreen { screen in
            screen.contains(": 2 found") && screen.contains("● The last zeppelin") && screen.contains("● A zeppelin")
                && !screen.contains("elsewhere") && !screen.contains("boat")
        }
        try reader.press(.enter, "F")
        try reader.waitForScreen(showing: "Name for the saved search:")
        try reader.type("Airships\r")
        try reader.waitForScreen(showing: "Saved “Airships” above the feeds")
        try reader.press(.escape)
        try reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) }
        try reader.press(.home, "j", "j", "j", "j", .enter)
        try reader.waitForScreen { $0.lines[0].contains("Airships") && $0.contains("row 1 of 2") }
        try reader.press("N", "q")
        try reader.waitForScreen { $0.text.contains(/\ Airships +1\b/) && $0.contains("3 unread") }
        try reader.press("u")
        try reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) && $0.contains("Undid") }
        try reader.press(.end, .enter)
        try reader.waitForScreen(showing: "● A zeppelin elsewhere")
        // The user's own tags work like those of feeds.
        try reader.press("T")
        try reader.waitForScreen(showing: "Add or remove a tag:")
        try reader.type("code\r")
        try reader.waitForScreen(showing: "Tagged “code”")
        try reader.press("q")
        try reader.waitForScreen { $0.text.contains(/\ Airships +3\b/) }
    }

    @Test func `a list can be filtered, and an invalid filter is reported`() throws {
        let reader = try reader()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "row 1 of 30")
        try reader.press("f")
        try reader.type("titel =~ \"Story 1.\"")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Column 1: unknown attribute “titel”: did you mean “title”?")
        try reader.press(.control("u"))
        try reader.type("title =~ \"Story 1.\"")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("row 1 of 10") && $0.contains("Story 19") && !$0.contains("Story 20") }
        try reader.press("A")
        try reader.waitForScreen(showing: " (u to undo)")
        try reader.press("j")
        try reader.waitForScreen { $0.contains("row 2 of 10") && $0.line($0.cursor.row).contains("Story 11") }
        try reader.press(.escape)
        let all = try reader.waitForScreen {
            $0.contains(" of 30") && $0.contains("● Story 20") && !$0.contains("● Story 19")
        }
        #expect(all.line(all.cursor.row).contains("Story 11"))
    }

    @Test func `leaving a search leads back to its list, whatever was searched before`() throws {
        let feeds = ["one", "two"].map { SampleFeed(title: "Feed \($0)", items: [.init(title: "Story \($0)")]).rss }
        let reader = try Reader.launch(feeds: feeds)
        try reader.press("R")
        try reader.waitForScreen(showing: "2 new in 2 feeds")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● Story one")
        try reader.press("/")
        try reader.type("story")
        try reader.waitForScreen(showing: "2 found")
        try reader.press(.enter)
        try reader.press("q")
        try reader.waitForScreen { $0.contains("● Story one") && !$0.contains("Story two") }
        try reader.press("q")
        try reader.waitForScreen(showing: "Starred")
        try reader.press("/")
        try reader.type("two")
        try reader.waitForScreen(showing: "1 found")
        try reader.press(.escape)
        try reader.waitForScreen(showing: "Starred")
    }
}
