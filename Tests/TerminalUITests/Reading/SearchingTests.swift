import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Searching and filtering` {
    private func reader() async throws -> DrawnReader {
        let items = (1...30).map { number in
            """
            <item><title>Story \(number)</title><link>https://example.org/\(number)</link>
            <description>\(number == 7 ? "A zeppelin over the harbour." : "Nothing of note.")</description></item>
            """
        }
        let feed = "<rss version=\"2.0\"><channel><title>Stories</title>\(items.joined())</channel></rss>"
        let reader = try DrawnReader.launch(feeds: [feed])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "30 new")
        return reader
    }

    @Test func `words are found while typing, opened, and returned to; a search can be saved`() async throws {
        let reader = try await reader()
        reader.press("/")
        reader.type("zepp")
        // Indexing may lag behind storing.
        try await reader.waitForScreen { $0.contains("“zepp”: 1 found") && $0.contains("A zeppelin over the") }
        reader.press(.enter, .enter)
        try await reader.waitForScreen { $0.contains("A zeppelin over the harbour.") && !$0.contains("1 found") }
        reader.press("q")
        try await reader.waitForScreen(showing: "“zepp”: 1 found")
        reader.press("F")
        reader.type("a:b\r")
        try await reader.waitForScreen(showing: "The name of a saved search can't contain a colon")
        reader.press(.control("u"))
        reader.type("Airships")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Saved “Airships” above the feeds")
        let urls = try String(contentsOfFile: reader.home.config + "/urls", encoding: .utf8)
        #expect(urls.contains("query:Airships:zepp*\n"))
        reader.press(.escape)
        try await reader.waitForScreen { $0.contains("Airships") && $0.contains("Stories") }
    }

    @Test func `keys typed after a filter or a search apply to its results`() async throws {
        let reader = try await reader()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● Story 1 ")
        reader.type("ftitle = \"Story 9\"\rA")
        try await reader.waitForScreen(showing: "Marked 1 item read")
        reader.press(.escape)
        try await reader.waitForScreen(showing: "29 unread of 30")
        // Until they are indexed.
        reader.type("/zepp")
        try await reader.waitForScreen(showing: "1 found")
        reader.press(.control("g"))
        try await reader.waitForScreen(showing: "● Story 1 ")
        reader.type("/zeppelin\rs")
        try await reader.waitForScreen { $0.contains("1 found") && $0.contains("✪") }
        reader.press(.escape)
        try await reader.waitForScreen { screen in
            screen.contains("● Story 1 ") && screen.lines.contains { $0.contains("✪ Story 7 ") }
        }
    }

    @Test func `keys typed after a mark in a saved search apply to the updated list`() async throws {
        let reader = try await reader()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● Story 1 ")
        reader.type("ftitle =~ \"Story 1\"\rF")
        reader.type("Ones\r")
        try await reader.waitForScreen(showing: "Saved “Ones” above the feeds")
        reader.press(.escape)
        try await reader.waitForScreen(showing: "30 unread of 30")
        reader.type("q'Ones\r\r")
        try await reader.waitForScreen(showing: "11 unread of 11")
        reader.type("jMn")
        try await reader.waitForScreen { $0.contains("10 unread of 11") && $0.chosen.contains("Story 11") }
        reader.type("An")
        try await reader.waitForScreen { $0.contains("0 unread of 11") && $0.contains("No unread items") }
    }

    private func startAgain(_ reader: DrawnReader) async throws -> DrawnReader {
        reader.press("Q")
        try await reader.waitForExit()
        return try DrawnReader.launch(home: reader.home)
    }

    @Test func `the next start restores a search, filter or tag, with the open article`() async throws {
        let first = try await reader()
        // Until they are indexed.
        first.type("/zepp")
        try await first.waitForScreen(showing: "1 found")
        first.press(.enter, .enter)
        try await first.waitForScreen { $0.contains("A zeppelin over the harbour.") && !$0.contains("1 found") }

        let second = try await startAgain(first)
        try await second.waitForScreen { $0.contains("A zeppelin over the harbour.") && !$0.contains("1 found") }
        second.press("q")
        try await second.waitForScreen(showing: "“zepp”: 1 found")
        second.press("q")
        try await second.waitForScreen(showing: "29 unread")
        second.press("G", .enter)
        try await second.waitForScreen(showing: "● Story 1 ")
        second.type("ftitle =~ \"Story 9|Story 12\"\rj\r")
        try await second.waitForScreen { $0.contains("Nothing of note.") && $0.contains("100%") }
        second.type("Tkept\r")
        try await second.waitForScreen(showing: "tags: kept")

        let third = try await startAgain(second)
        try await third.waitForScreen { $0.contains("Nothing of note.") && $0.contains("tags: kept") }
        third.press("q")
        try await third.waitForScreen {
            $0.contains("● Story 9") && $0.contains("  Story 12") && !$0.contains("Story 8")
                && $0.contains("row 2 of 2")
        }
        third.press(.escape)
        try await third.waitForScreen(showing: "● Story 8")
        third.press("t")
        try await third.waitForScreen(showing: "Show tag or group:")
        third.press(.enter)
        try await third.waitForScreen {
            $0.contains("tagged kept") && $0.contains("Story 12") && !$0.contains("Story 8")
        }

        let fourth = try await startAgain(third)
        try await fourth.waitForScreen {
            $0.contains("tagged kept") && $0.contains("Story 12") && !$0.contains("Story 8")
        }
    }

    @Test(arguments: [80, 120, 200])
    func `search results name their feeds, and show the text that was found`(columns: Int) async throws {
        let titles = [
            "One": "A zeppelin above the roofs of the old town", "Two": "A zeppelin behind the clouds over the harbour"
        ]
        let feeds = titles.map { name, title in
            SampleFeed(title: "Feed \(name)", items: [.init(title: title, body: "A zeppelin over feed \(name).")]).rss
        }
        let reader = try DrawnReader.launch(feeds: feeds, size: (columns, 24))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "2 new in 2 feeds")
        reader.type("/zepp")
        try await reader.waitForScreen { screen in
            titles.allSatisfy { name, title in
                screen.lines.contains {
                    $0.contains("● \(title)  ") && $0.contains("Feed \(name) ")
                        && (columns < 200 || $0.contains("A zeppelin over feed \(name)."))
                }
            }
        }
        if columns == 200 { return }
        // A narrow screen has it below the list, for the row at the cursor.
        reader.press(.enter)
        for key in ["g", "j"] {
            reader.press(.text(key))
            try await reader.waitForScreen { screen in
                titles.keys.contains { name in
                    screen.chosen.contains("Feed \(name)") && screen.line(22).hasSuffix("A zeppelin over feed \(name).")
                }
            }
        }
    }

    @Test func `a search can be limited to a feed or to days, and leads back to the results before`() async throws {
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
        let reader = try DrawnReader.launch(feeds: feeds.map(\.rss))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "6 new in 2 feeds")
        // Until they are indexed.
        reader.type("/zepp")
        try await reader.waitForScreen(showing: "“zepp”: 6 found")
        reader.type("\r/\u{15}zeppelin feed:\"Feed Two\"\r")
        try await reader.waitForScreen { $0.contains(": 3 found") && $0.contains("● Two 0") && !$0.contains("One") }
        reader.type("/\u{15}zeppelin after:2026-02-05 before:2026-02-15\r")
        try await reader.waitForScreen { $0.contains(": 2 found") && $0.contains("● One 1") && $0.contains("● Two 1") }
        reader.press("Z")
        try await reader.waitForScreen { $0.contains(": 3 found") && $0.contains("● Two 0") && !$0.contains("One") }
        reader.press("Z")
        try await reader.waitForScreen(showing: "“zepp”: 6 found")
        reader.press("Z")
        try await reader.waitForScreen(showing: "No previous search results")
        reader.press(.escape)
        try await reader.waitForScreen(showing: "Starred")
    }

    @Test func `named filters are chosen by name, for items and feeds, and left by Ctrl-G`() async throws {
        let home = try Home()
        try home.write(
            config: """
                define-filter "The odd ones" "title =~ \\"[13]$\\""
                define-filter "Much to read" "unread_count > 2"
                """)
        let feeds = [("Short", 1), ("Long", 3)].map { name, count in
            SampleFeed(title: name, items: (1...count).map { .init(title: "\(name) \($0)") }).rss
        }
        let reader = try DrawnReader.launch(feeds: feeds, home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "4 new in 2 feeds")
        reader.press(.control("s"))
        try await reader.waitForScreen { !$0.contains("The odd ones") && $0.contains("unread_count > 2") }
        reader.type("much\r")
        try await reader.waitForScreen { $0.contains("1 feed") && $0.contains("Long") && !$0.contains("Short") }
        reader.press(.control("g"))
        try await reader.waitForScreen { $0.contains("Short") && $0.contains("4 unread") }
        reader.type("'long\r")
        reader.press(.enter, .control("s"))
        reader.type("odd\r")
        try await reader.waitForScreen { $0.contains("Long 1") && $0.contains("Long 3") && !$0.contains("Long 2") }
        reader.press(.control("g"))
        try await reader.waitForScreen(showing: "Long 2")
    }

    @Test func `a mistake in a search is shown while typing or at Enter, and can be corrected`() async throws {
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: [.init(title: "A zeppelin")]).rss])
        try await reader.openFeed(fetching: "1 new", showing: "A zeppelin")
        reader.type("/foo:zeppelin")
        try await reader.waitForScreen(showing: "nvalid condition “foo:zeppelin”: use title:, author:,")
        reader.press(.control("u"))
        reader.type("\"zeppelin")
        try await reader.waitForScreen { $0.contains(": 1 found") && !$0.contains("quotation mark") }
        reader.press(.enter)
        try await reader.waitForScreen(showing: "nmatched quotation mark before “zeppelin”: close it")
        reader.type("\"\r")
        try await reader.waitForScreen { $0.contains("“\"zeppelin\"”: 1 found") && $0.contains("row 1 of 1") }
    }

    @Test func `a saved search counts its unread items, and includes new ones`() async throws {
        let isLater = Gate()
        let server = try LoopbackServer { _ in
            let titles = ["A zeppelin", "A zeppelin again", "A boat"] + (isLater.isOpen ? ["The last zeppelin"] : [])
            return Answer(200, body: SampleFeed(title: "Sky", items: titles.map { .init(title: $0) }).rss)
        }
        let reader = try DrawnReader.launch(feeds: [server.url("/")])
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● A boat")
        reader.press("q")
        reader.type("/zeppelin")
        try await reader.waitForScreen(showing: "“zeppelin”: 2 found")
        reader.type("\rFAirships\r")
        try await reader.waitForScreen(showing: "Saved “Airships” above the feeds")
        reader.press(.escape)
        try await reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) }
        isLater.open()
        reader.press("R")
        try await reader.waitForScreen { $0.text.contains(/\ Airships +3\b/) }
        reader.press(.home, "j", "j", "j", "j", .enter)
        try await reader.waitForScreen {
            $0.contains("● The last zeppelin") && $0.contains("row 1 of 3") && !$0.contains("boat")
        }
        reader.press("N", "q")
        try await reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) }
    }

    @Test func `a search may contain conditions, and a saved one counts again after every mark`() async throws {
        let titles = ["/code": ["A zeppelin", "The last zeppelin", "A boat"], "/sky": ["A zeppelin elsewhere"]]
        let server = try LoopbackServer { request in
            let items = (titles[request.path] ?? []).map { SampleFeed.Item(title: $0) }
            return Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: items).rss)
        }
        let home = try Home()
        try home.write(urls: ["\(server.url("/code")) code", server.url("/sky")])
        try await home.fetch()
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "4 unread")
        reader.type("/is:unread zeppelin tag:code")
        try await reader.waitForScreen { screen in
            screen.contains(": 2 found") && screen.contains("● The last zeppelin") && screen.contains("● A zeppelin")
                && !screen.contains("elsewhere") && !screen.contains("boat")
        }
        reader.press(.enter, "F")
        try await reader.waitForScreen(showing: "Name for the saved search:")
        reader.type("Airships\r")
        try await reader.waitForScreen(showing: "Saved “Airships” above the feeds")
        reader.press(.escape)
        try await reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) }
        reader.press(.home, "j", "j", "j", "j", .enter)
        try await reader.waitForScreen { $0.lines[0].contains("Airships") && $0.contains("row 1 of 2") }
        reader.press("N", "q")
        try await reader.waitForScreen { $0.text.contains(/\ Airships +1\b/) && $0.contains("3 unread") }
        reader.press("u")
        try await reader.waitForScreen { $0.text.contains(/\ Airships +2\b/) && $0.contains("Undid") }
        reader.press(.end, .enter)
        try await reader.waitForScreen(showing: "● A zeppelin elsewhere")
        // The user's own tags work like those of feeds.
        reader.press("T")
        try await reader.waitForScreen(showing: "Add or remove a tag:")
        reader.type("code\r")
        try await reader.waitForScreen(showing: "Tagged “code”")
        reader.press("q")
        try await reader.waitForScreen { $0.text.contains(/\ Airships +3\b/) }
    }

    @Test func `a list can be filtered, and an invalid filter is reported`() async throws {
        let reader = try await reader()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "row 1 of 30")
        reader.press("f")
        reader.type("titel =~ \"Story 1.\"")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Column 1: unknown attribute “titel”: did you mean “title”?")
        reader.press(.control("u"))
        reader.type("title =~ \"Story 1.\"")
        reader.press(.enter)
        try await reader.waitForScreen {
            $0.contains("row 1 of 10") && $0.contains("Story 19") && !$0.contains("Story 20")
        }
        reader.press("A")
        try await reader.waitForScreen(showing: " (u to undo)")
        reader.press("j")
        try await reader.waitForScreen { $0.contains("row 2 of 10") && $0.line($0.cursor.row).contains("Story 11") }
        reader.press(.escape)
        let all = try await reader.waitForScreen {
            $0.contains(" of 30") && $0.contains("● Story 20") && !$0.contains("● Story 19")
        }
        #expect(all.line(all.cursor.row).contains("Story 11"))
    }

    @Test func `leaving a search leads back to its list, whatever was searched before`() async throws {
        let feeds = ["one", "two"].map { SampleFeed(title: "Feed \($0)", items: [.init(title: "Story \($0)")]).rss }
        let reader = try DrawnReader.launch(feeds: feeds)
        reader.press("R")
        try await reader.waitForScreen(showing: "2 new in 2 feeds")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● Story one")
        reader.press("/")
        reader.type("story")
        try await reader.waitForScreen(showing: "2 found")
        reader.press(.enter)
        reader.press("q")
        try await reader.waitForScreen { $0.contains("● Story one") && !$0.contains("Story two") }
        reader.press("q")
        try await reader.waitForScreen(showing: "Starred")
        reader.press("/")
        reader.type("two")
        try await reader.waitForScreen(showing: "1 found")
        reader.press(.escape)
        try await reader.waitForScreen(showing: "Starred")
    }
}
