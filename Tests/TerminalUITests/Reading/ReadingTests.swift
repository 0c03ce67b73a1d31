import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Reading` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", body: "<p>It <b>happened</b>.</p>", link: "https://example.org/1"),
            .init(title: "Second story", body: "<p>It went on.</p>", link: "https://example.org/2"),
            .init(title: "Third story", body: "<p>It ended.</p>", link: "https://example.org/3")
        ]
    ).rss

    /// A reader with one feed, fetched and open.
    private func openNews(
        environment: [String: String] = [:], size: (columns: Int, rows: Int) = (80, 24), home: Home? = nil
    ) async throws -> DrawnReader {
        let reader = try DrawnReader.launch(feeds: [news], environment: environment, size: size, home: home)
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        return reader
    }

    @Test func `a page is scrolled even if its key came together with the one that opened the article`() async throws {
        let body = (1...30).map { "<p>Paragraph \($0).</p>" }.joined()
        let reader = try DrawnReader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.type("\r ")
        try await reader.waitForScreen { $0.contains("Paragraph 12.") && !$0.contains("Paragraph 1.") }
    }

    @Test func `opening an article marks it read, in the list and in the feed's count`() async throws {
        let reader = try await openNews()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "It happened.")
        reader.press("q")
        try await reader.waitForScreen {
            $0.contains("● Second story") && $0.contains("  First story") && $0.contains("row 1 of 3")
        }
        reader.press("q")
        try await reader.waitForScreen(showing: "2 unread")
    }

    @Test func `N marks an item read and unread again`() async throws {
        let reader = try await openNews()
        reader.press("N")
        try await reader.waitForScreen { $0.contains("First story") && !$0.contains("● First story") }
        reader.press("k", "N")
        try await reader.waitForScreen(showing: "● First story")
    }

    @Test func `A marks everything in the feed read`() async throws {
        let reader = try await openNews()
        reader.press("A")
        try await reader.waitForScreen { $0.contains("Marked 3 items read in News (u to undo)") && !$0.contains("●") }
        reader.press("q")
        try await reader.waitForScreen(showing: "0 unread")
    }

    @Test func `read marks survive quitting`() async throws {
        let home = try Home()
        let reader = try await openNews(home: home)
        reader.press(.enter)
        try await reader.waitForScreen(showing: "It happened.")
        reader.press("q", "q", "q")
        #expect(try await reader.waitForExit() == .status(0))

        let again = try DrawnReader.launch(home: home)
        try await again.waitForScreen { $0.contains("News") && $0.contains("2 unread") }
        again.press(.enter)
        try await again.waitForScreen { $0.contains("● Second story") && $0.contains("  First story") }
    }

    @Test func `a list is moved through by all its keys`() async throws {
        let reader = try await openNews()
        reader.press(.end)
        try await reader.waitForScreen(showing: "row 3 of 3")
        reader.press("k")
        try await reader.waitForScreen(showing: "row 2 of 3")
        reader.press(.home)
        try await reader.waitForScreen(showing: "row 1 of 3")
        reader.press(.down)
        try await reader.waitForScreen(showing: "row 2 of 3")
        reader.press(.pageDown)
        try await reader.waitForScreen(showing: "row 3 of 3")
        reader.press(.pageUp)
        try await reader.waitForScreen(showing: "row 1 of 3")
    }

    @Test func `o opens the link in the browser, as one argument and without a shell`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "printf '%s %s' \"$#\" \"$1\" > \(home.path)/opened")
        let reader = try await openNews(environment: ["BROWSER": browser], home: home)
        reader.press("j", "o", "j")
        try await reader.waitForScreen(showing: "row 3 of 3")
        #expect(try String(contentsOfFile: home.path + "/opened", encoding: .utf8) == "1 https://example.org/2")
    }

    @Test func `a link is opened by its number, its label, or from the list`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" >> \(home.path)/opened")
        let body = (1...12).map { "<p><a href='https://example.org/\($0)'>Page \($0)</a></p>" }.joined()
        let reader = try DrawnReader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Links", body: body)]).rss],
            environment: ["BROWSER": browser], home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Links")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Page 2 [2]")
        // Before a motion, a number opens no link.
        reader.press("3", "j")
        try await reader.waitForScreen { !$0.contains("Links") && $0.contains("Page 1 [1]") }
        reader.press("2", "#")
        try await reader.waitForScreen(showing: "Link number:")
        reader.press("1", "1", .enter)
        try await reader.waitForScreen(showing: "Opened https://example.org/11")
        reader.press("1", "2")
        try await reader.waitForScreen(showing: "Opened https://example.org/12")
        reader.press("5", .enter)
        try await reader.waitForScreen(showing: "Opened https://example.org/5")
        reader.press("g", "f")
        try await reader.waitForScreen(showing: "Page 3 [d]")
        reader.press("d", "U")
        try await reader.waitForScreen { $0.contains("links") && $0.contains(" 4  Page 4") }
        reader.press("j", "j", "j", .enter, "j")
        try await reader.waitForScreen(showing: "row 5 of 12")
        let opened = try String(contentsOfFile: home.path + "/opened", encoding: .utf8)
        #expect(
            opened.split(separator: "\n").compactMap { $0.split(separator: "/").last } == [
                "2", "11", "12", "5", "3", "4"
            ])
    }

    @Test(arguments: [40, 80]) func `a list of links has its URLs in a column`(columns: Int) async throws {
        let names = ["Short", "A name that is rather longer than the other", "Page"]
        let body = names.map { "<p><a href='https://example.org/\($0.count)'>\($0)</a></p>" }.joined()
        let reader = try DrawnReader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Links", body: body)]).rss], size: (columns, 24))
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Links")
        reader.press(.enter, "U")
        let screen = try await reader.waitForScreen { $0.line(0).contains("links") && $0.contains("Page") }
        let starts = screen.lines[1...3].map { $0.range(of: columns < 60 ? "exam" : "https")?.lowerBound }
        #expect(starts.allSatisfy { $0 != nil })
        #expect(Set(zip(starts, screen.lines[1...3]).map { start, line in start.map { line[..<$0].count } }).count == 1)
    }

    @Test func `a narrow list of links shows the host of each long URL`() async throws {
        let url = "https://a-site-with-a-very-long-name.example.org/0/harbour"
        let body =
            "<p><a href='\(url)'>The harbour</a></p><p><a href='https://example.org/a/long/way/to/it'>Short</a></p>"
        let reader = try DrawnReader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Links", body: body)]).rss], size: (40, 24))
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Links")
        reader.press(.enter, "U")
        let screen = try await reader.waitForScreen { $0.line(0).contains("links") && $0.contains("The harbour") }
        #expect(screen.lines[1].hasSuffix("example.org"), "\(screen.lines[1])")
        #expect(screen.lines[2].contains("  example.org/"), "\(screen.lines[2])")
    }

    @Test func `an article's files are listed with kind, size and playing time`() async throws {
        let podcast = """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Talks</title>
            <item><title>First talk</title><link>https://example.org/talk</link>
            <description><![CDATA[<p>See <a href="https://example.org/notes">the notes</a>.</p>]]></description>
            <enclosure url="https://example.org/files/talk.mp3" length="34000000" type="audio/mpeg"/>
            <itunes:duration>35:12</itunes:duration></item></channel></rss>
            """
        let reader = try DrawnReader.launch(feeds: [podcast])
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● First talk")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "talk.mp3 [2] · audio/mpeg · 34 MB · 35:12 · e to queue and play")
        reader.press("U")
        try await reader.waitForScreen {
            $0.contains("2  talk.mp3 · audio/mpeg · 34 MB · 35:12  https://example.org/files")
                && $0.lines.contains { $0.hasPrefix(" 1  the notes ") && $0.contains("https://example.org/notes") }
        }
        reader.resize(columns: 45, rows: 24)
        try await reader.waitForScreen(showing: "talk.mp3 · audio/mpeg · 34 MB · 35:12")
        // Its own link has no number in the text, so no number opens it.
        reader.press("q", "3")
        try await reader.waitForScreen(showing: "No link 3 here")
        reader.press("#")
        reader.type("3\r")
        try await reader.waitForScreen(showing: "type a number from 1 to 2")
    }

    @Test func `an article begins with its title and its origin`() async throws {
        let home = try Home()
        try home.write(config: "datetime-format \"%d/%m/%Y\"\n")
        let feed = SampleFeed(
            title: "News",
            items: [
                .init(
                    title: "First story", body: "<p>It happened.</p>", link: "https://example.org/1",
                    date: Date(timeIntervalSince1970: 1_771_149_600), author: "Ada Lovelace")
            ])
        let reader = try DrawnReader.launch(feeds: [feed.rss], home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● First story")
        let unread = try await reader.waitForScreen { $0.chosen.hasSuffix(" 15/02/2026 ") }
        #expect(unread.cell(1, 3).bold)
        reader.type("Tto read\r")
        try await reader.waitForScreen(showing: "Tagged “to read”")
        reader.press(.enter)
        // The head shows the tag once it is written.
        let article = try await reader.waitForScreen { $0.contains("It happened.") && $0.contains("tags: to read") }
        #expect(
            article.lines[1...9] == [
                "", " First story", " ━━━━━━━━━━━", "", " News · Ada Lovelace · 15 February 2026, 10:00",
                " tags: to read", " https://example.org/1", "", " It happened."
            ])
        #expect(article.cell(2, 1).bold && !article.cell(5, 1).bold)
        reader.press("q")
        let read = try await reader.waitForScreen { $0.chosen.contains("  First story") }
        #expect(!read.cell(1, 3).bold)
    }

    @Test func `an article left in the middle reopens there, and a finished one at its start`() async throws {
        let items = ["One", "Two"].map { title in
            SampleFeed.Item(title: title, body: (1...60).map { "<p>Part \($0) of \(title).</p>" }.joined())
        }
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss])
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● One")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Part 1 of One.")
        reader.press(.pageDown)
        try await reader.waitForScreen { $0.contains("Part 12 of One.") && !$0.contains("Part 1 of One.") }
        reader.press("J")
        try await reader.waitForScreen(showing: "Part 1 of Two.")
        reader.press("G")
        try await reader.waitForScreen(showing: "Part 60 of Two.")
        reader.press("q", "k", .enter)
        try await reader.waitForScreen { $0.contains("Part 12 of One.") && !$0.contains("Part 1 of One.") }
        reader.press("J")
        try await reader.waitForScreen(showing: "Part 1 of Two.")
    }

    @Test func `the backslash shows an article's HTML source, and the article again`() async throws {
        let reader = try await openNews()
        reader.press(.enter)
        try await reader.waitForScreen(showing: " It happened.")
        reader.press("\\")
        try await reader.waitForScreen { $0.contains("<p>It <b>happened</b>.</p>") && !$0.contains("First story") }
        reader.press("\\")
        try await reader.waitForScreen { $0.contains(" It happened.") && $0.contains("First story") }
    }

    @Test func `an item stays unread if the browser fails`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "case $1 in */2) exit 3;; esac")
        let reader = try await openNews(environment: ["BROWSER": browser], home: home)
        reader.press("j", "O")
        try await reader.waitForScreen { $0.contains("failed with exit code 3") && $0.contains("● Second story") }
        reader.press("k", "v", "j", "j", "O")
        try await reader.waitForScreen {
            $0.contains("failed with exit code 3") && $0.contains("  First story") && $0.contains("● Second story")
                && $0.contains("● Third story")
        }
    }

    @Test func `the bottom line shows how to go to the next match in the text`() async throws {
        let reader = try await openNews()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "It happened.")
        reader.press("/")
        reader.type("happened\r")
        try await reader.waitForScreen {
            $0.contains("] next") && $0.contains("Esc clear search") && !$0.contains("n next unread")
        }
        reader.press(.escape)
        try await reader.waitForScreen(showing: "n next")
    }

    @Test func `unread items are opened in the browser at once, up to the limit, and marked read if asked`()
        async throws
    {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" >> \(home.path)/opened")
        try home.write(config: "max-browser-tabs 2\nbind x articlelist open-all-unread-in-browser\n")
        let reader = try await openNews(environment: ["BROWSER": browser], home: home)
        func opened() -> [Substring] {
            ((try? String(contentsOfFile: home.path + "/opened", encoding: .utf8)) ?? "").split(separator: "\n")
        }
        reader.press("x")
        try await reader.waitForScreen { $0.contains("● First story") && opened().count == 2 }
        reader.type(":open-all-unread-in-browser-and-mark-read\r")
        try await reader.waitForScreen {
            $0.contains("  First story") && $0.contains("  Second story") && $0.contains("● Third story")
        }
        try await reader.waitForScreen { _ in opened() == ["1", "2", "1", "2"].map { "https://example.org/\($0)" } }
    }

    @Test func `an item without a link says so, even if its feed has a site`() async throws {
        let feed = """
            <rss version="2.0"><channel><title>Notes</title><link>https://example.org/</link>
            <item><title>A thought</title><guid isPermaLink="false">1</guid></item></channel></rss>
            """
        let home = try Home()
        try home.write(
            config: #"""
                macro a run echo %u ; open-in-browser
                macro b run sh -c "echo $LEDE_URL"
                macro c run sh -c "printf %s \"$LEDE_TITLE, $LEDE_AUTHOR\" > $HOME/told" ; help
                share Friends toot %t %u
                """#)
        let reader = try DrawnReader.launch(feeds: [feed], environment: ["BROWSER": "/bin/true"], home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● A thought")
        for (keys, program) in [(",a", "echo"), (",b", "sh"), ("c", "toot"), ("|cat %u\r", "cat")] {
            reader.type(keys)
            try await reader.waitForScreen(showing: "This item has no link to give to \(program)")
        }
        reader.type(",c")
        try await reader.waitForScreen(showing: "Keys in a list of items")
        #expect(try String(contentsOfFile: home.path + "/told", encoding: .utf8) == "A thought, ")
        reader.press("q")
        reader.press("o")
        try await reader.waitForScreen(showing: "This item has no link to open")
        reader.press("y")
        try await reader.waitForScreen(showing: "This item has no link to copy")
        reader.press("O")
        try await reader.waitForScreen {
            $0.contains("This item has no link to open") && $0.contains("● A thought")
        }
        reader.press("q", "o")
        try await reader.waitForScreen(showing: "Opened https://example.org/")
    }

    @Test func `typing searches the article and marks all matches`() async throws {
        let body = (1...60).map { "<p>Paragraph \($0)\($0 % 20 == 0 ? " has Needles" : "")</p>" }.joined()
        let reader = try DrawnReader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Haystack", body: body)]).rss])
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Haystack")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Paragraph 1")
        reader.type("/need")
        let screen = try await reader.waitForScreen(showing: "Paragraph 20 has Needles")
        let row = try #require(screen.row(of: "Needles"))
        let column = try #require(screen.cells[row].firstIndex { $0.text == "N" })
        #expect(screen.cell(row, column).reverse)
        #expect(!screen.cell(row, column + 4).reverse)
        reader.press(.enter)
        try await reader.waitForScreen(showing: "match 1 of 3")
        reader.type("]]")
        try await reader.waitForScreen { $0.contains("match 3 of 3") && $0.contains("Paragraph 60 has Needles") }
        reader.press(.escape)
        let after = try await reader.waitForScreen {
            !$0.contains("match 3 of 3") && $0.contains("Paragraph 60 has Needles")
        }
        #expect(!after.cells.joined().contains { $0.reverse })
        reader.type("/nowhere\r")
        try await reader.waitForScreen(showing: "“nowhere” isn't in this text")
    }

    @Test func `a missing browser is reported`() async throws {
        let reader = try await openNews(environment: ["BROWSER": "/nowhere/browser"])
        reader.press("o")
        let words = "Can't start /nowhere/browser: No such file or directory: set another"
        try await reader.waitForScreen(showing: words)
        reader.press("j")
        try await reader.waitForScreen { !$0.contains(words) }
        reader.press(.control("o"))
        try await reader.waitForScreen(showing: words)
    }

    @Test func `many browsers may be open beside lede, and a late failure is reported`() async throws {
        let home = try Home()
        let lifeline = try Lifeline(in: home)
        let browser = try home.writeProgram(
            "browser",
            """
            \(lifeline.take)
            while [ -d \(home.path) ] && [ ! -e \(home.path)/closed ]; do sleep 0.1; done
            exit 3
            """)
        // Wide enough for the path.
        let reader = try await openNews(environment: ["BROWSER": browser], size: (240, 24), home: home)
        // More than the limit for other programs.
        let count = 2 * ProcessInfo.processInfo.processorCount + 2
        for _ in 1...count { reader.press(.control("o")) }
        try await elsewhere { try lifeline.waitUntilTaken(times: count) }
        try Data().write(to: URL(filePath: home.path + "/closed"))
        try await reader.waitForScreen(showing: "the command failed with exit code 3")
    }

    @Test func `? shows the keys of the current screen`() async throws {
        let reader = try await openNews(size: (80, 100))
        reader.press("?")
        try await reader.waitForScreen {
            $0.contains("Keys in a list of items")
                && $0.contains("next unread item, in the next feed if necessary")
        }
        reader.press("q")
        try await reader.waitForScreen(showing: "● First story")
    }

    @Test func `the help on a narrow screen breaks no word, and can be searched`() async throws {
        let reader = try await openNews(size: (40, 24))
        reader.press("?")
        try await reader.waitForScreen(showing: "Keys in a list of items")
        reader.type("/the star")
        try await reader.waitForScreen { screen in
            screen.lines.contains { $0.contains("add or remove the star") } && !screen.contains("↪")
        }
        reader.press(.enter)
        reader.resize(columns: 100, rows: 24)
        try await reader.waitForScreen { $0.lines.contains { $0.contains("add or remove the star") } }
    }

    @Test(arguments: [79, 80, 120]) func `the help shows keys beside their explanations, and breaks no word`(
        columns: Int
    ) async throws {
        let reader = try await openNews(size: (columns, 160))
        reader.press("?")
        let help = try await reader.waitForScreen(showing: "add or remove the star")
        #expect(!help.contains("↪"))
        let row = try #require(help.row(of: "add or remove the star"))
        #expect(help.cells[row].filter(\.bold).map(\.text).joined() == "s")
    }

    /// How a feed may contain control characters. In the last way, the title of a web page becomes part of the
    /// failure's reason.
    enum Smuggling: CaseIterable, Sendable {
        case asCharacters, asReferences, inReason

        func document(_ title: String) -> String {
            if self == .inReason { return "<!doctype html><html><head><title>\(title)</title></head></html>" }
            let document = SampleFeed(title: title, items: [.init(title: title, body: "<p>\(title)</p>")]).rss
            if self == .asCharacters { return document }
            return ["\u{1B}", "\u{7}", "\u{202E}", "\u{9B}"].reduce(document) { document, character in
                document.replacingOccurrences(
                    of: character, with: character.unicodeScalars.map { "&amp;#\($0.value);" }.joined())
            }
        }
    }

    @Test(arguments: Smuggling.allCases)
    func `no control sequence from a feed reaches the terminal`(_ smuggling: Smuggling) async throws {
        let title = "Harm\u{1B}]0;pwned\u{7}less \u{202E}title\u{9B}31m"
        let reader = try DrawnReader.launch(feeds: [smuggling.document(title)])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("r")
        try await reader.waitForScreen(showing: smuggling == .inReason ? "1 failed" : "1 new in 1 feed")
        reader.press("E")
        try await reader.waitForScreen(showing: "failures")
        reader.press("q", .enter)
        if smuggling != .inReason { try await reader.waitForScreen { $0.contains("● Harm") } }
        reader.press(.enter, "q", "?", "Q")
        try await reader.waitForExit()
        let sent = try #require(String(validating: reader.output, as: UTF8.self))
        #expect(sent.contains("Harm"))
        #expect(!sent.contains("\u{1B}]0;pwned"))
        let forbidden: [Unicode.Scalar] = ["\u{202E}", "\u{9B}", "\u{7}"]
        #expect(!sent.unicodeScalars.contains { forbidden.contains($0) })
    }
}
