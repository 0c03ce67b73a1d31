import Foundation
import TestSupport
import Testing

@Suite struct `Reading` {
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
    ) throws -> Reader {
        let reader = try Reader.launch(feeds: [news], environment: environment, size: size, home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        return reader
    }

    @Test func `a page is scrolled even if its key came together with the one that opened the article`() throws {
        let body = (1...30).map { "<p>Paragraph \($0).</p>" }.joined()
        let reader = try Reader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try reader.openFeed(fetching: "1 new", showing: "Story")
        try reader.type("\r ")
        try reader.waitForScreen { $0.contains("Paragraph 12.") && !$0.contains("Paragraph 1.") }
    }

    @Test func `opening an article marks it read, in the list and in the feed's count`() throws {
        let reader = try openNews()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "It happened.")
        try reader.press("q")
        try reader.waitForScreen {
            $0.contains("● Second story") && $0.contains("  First story") && $0.contains("row 1 of 3")
        }
        try reader.press("q")
        try reader.waitForScreen(showing: "2 unread")
    }

    @Test func `N marks an item read and unread again`() throws {
        let reader = try openNews()
        try reader.press("N")
        try reader.waitForScreen { $0.contains("First story") && !$0.contains("● First story") }
        try reader.press("k", "N")
        try reader.waitForScreen(showing: "● First story")
    }

    @Test func `A marks everything in the feed read`() throws {
        let reader = try openNews()
        try reader.press("A")
        try reader.waitForScreen { $0.contains("Marked 3 items read in News (u to undo)") && !$0.contains("●") }
        try reader.press("q")
        try reader.waitForScreen(showing: "0 unread")
    }

    @Test func `read marks survive quitting`() throws {
        let home = try Home()
        let reader = try openNews(home: home)
        try reader.press(.enter)
        try reader.waitForScreen(showing: "It happened.")
        try reader.press("q", "q", "q")
        #expect(try reader.waitForExit() == .status(0))

        let again = try Reader.launch(home: home)
        try again.waitForScreen { $0.contains("News") && $0.contains("2 unread") }
        try again.press(.enter)
        try again.waitForScreen { $0.contains("● Second story") && $0.contains("  First story") }
    }

    @Test func `a list is moved through by all its keys`() throws {
        let reader = try openNews()
        try reader.press(.end)
        try reader.waitForScreen(showing: "row 3 of 3")
        try reader.press("k")
        try reader.waitForScreen(showing: "row 2 of 3")
        try reader.press(.home)
        try reader.waitForScreen(showing: "row 1 of 3")
        try reader.press(.down)
        try reader.waitForScreen(showing: "row 2 of 3")
        try reader.press(.pageDown)
        try reader.waitForScreen(showing: "row 3 of 3")
        try reader.press(.pageUp)
        try reader.waitForScreen(showing: "row 1 of 3")
    }

    @Test func `o opens the link in the browser, as one argument and without a shell`() throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "printf '%s %s' \"$#\" \"$1\" > \(home.path)/opened")
        let reader = try openNews(environment: ["BROWSER": browser], home: home)
        try reader.press("j", "o", "j")
        try reader.waitForScreen(showing: "row 3 of 3")
        #expect(try String(contentsOfFile: home.path + "/opened", encoding: .utf8) == "1 https://example.org/2")
    }

    @Test func `a link is opened by its number, its label, or from the list`() throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" >> \(home.path)/opened")
        let body = (1...12).map { "<p><a href='https://example.org/\($0)'>Page \($0)</a></p>" }.joined()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Links", body: body)]).rss],
            environment: ["BROWSER": browser], home: home)
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● Links")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Page 2 [2]")
        // Before a motion, a number opens no link.
        try reader.press("3", "j")
        try reader.waitForScreen { !$0.contains("Links") && $0.contains("Page 1 [1]") }
        try reader.press("2", "#")
        try reader.waitForScreen(showing: "Link number:")
        try reader.press("1", "1", .enter)
        try reader.waitForScreen(showing: "Opened https://example.org/11")
        try reader.press("1", "2")
        try reader.waitForScreen(showing: "Opened https://example.org/12")
        try reader.press("5", .enter)
        try reader.waitForScreen(showing: "Opened https://example.org/5")
        try reader.press("g", "f")
        try reader.waitForScreen(showing: "Page 3 [d]")
        try reader.press("d", "U")
        try reader.waitForScreen { $0.contains("links") && $0.contains(" 4  Page 4") }
        try reader.press("j", "j", "j", .enter, "j")
        try reader.waitForScreen(showing: "row 5 of 12")
        let opened = try String(contentsOfFile: home.path + "/opened", encoding: .utf8)
        #expect(
            opened.split(separator: "\n").compactMap { $0.split(separator: "/").last } == [
                "2", "11", "12", "5", "3", "4"
            ])
    }

    @Test(arguments: [40, 80]) func `a list of links has its URLs in a column`(columns: Int) throws {
        let names = ["Short", "A name that is rather longer than the other", "Page"]
        let body = names.map { "<p><a href='https://example.org/\($0.count)'>\($0)</a></p>" }.joined()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Links", body: body)]).rss], size: (columns, 24))
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● Links")
        try reader.press(.enter, "U")
        let screen = try reader.waitForScreen { $0.line(0).contains("links") && $0.contains("Page") }
        let starts = screen.lines[1...3].map { $0.range(of: columns < 60 ? "exam" : "https")?.lowerBound }
        #expect(starts.allSatisfy { $0 != nil })
        #expect(Set(zip(starts, screen.lines[1...3]).map { start, line in start.map { line[..<$0].count } }).count == 1)
    }

    @Test func `a narrow list of links shows the host of each long URL`() throws {
        let url = "https://a-site-with-a-very-long-name.example.org/0/harbour"
        let body =
            "<p><a href='\(url)'>The harbour</a></p><p><a href='https://example.org/a/long/way/to/it'>Short</a></p>"
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Links", body: body)]).rss], size: (40, 24))
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● Links")
        try reader.press(.enter, "U")
        let screen = try reader.waitForScreen { $0.line(0).contains("links") && $0.contains("The harbour") }
        #expect(screen.lines[1].hasSuffix("example.org"), "\(screen.lines[1])")
        #expect(screen.lines[2].contains("  example.org/"), "\(screen.lines[2])")
    }

    @Test func `an article's files are listed with kind, size and playing time`() throws {
        let podcast = """
            <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Talks</title>
            <item><title>First talk</title><link>https://example.org/talk</link>
            <description><![CDATA[<p>See <a href="https://example.org/notes">the notes</a>.</p>]]></description>
            <enclosure url="https://example.org/files/talk.mp3" length="34000000" type="audio/mpeg"/>
            <itunes:duration>35:12</itunes:duration></item></channel></rss>
            """
        let reader = try Reader.launch(feeds: [podcast])
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● First talk")
        try reader.press(.enter, "U")
        try reader.waitForScreen {
            $0.contains("2  talk.mp3 · audio/mpeg · 34 MB · 35:12  https://example.org/files")
                && $0.lines.contains { $0.hasPrefix(" 1  the notes ") && $0.contains("https://example.org/notes") }
        }
        reader.resize(columns: 45, rows: 24)
        try reader.waitForScreen(showing: "talk.mp3 · audio/mpeg · 34 MB · 35:12")
        // Its own link has no number in the text, so no number opens it.
        try reader.press("q", "3")
        try reader.waitForScreen(showing: "No link 3 here")
        try reader.press("#")
        try reader.type("3\r")
        try reader.waitForScreen(showing: "type a number from 1 to 2")
    }

    @Test func `an article begins with its title and its origin`() throws {
        let home = try Home()
        try home.write(config: "datetime-format \"%d/%m/%Y\"\n")
        let feed = SampleFeed(
            title: "News",
            items: [
                .init(
                    title: "First story", body: "<p>It happened.</p>", link: "https://example.org/1",
                    date: Date(timeIntervalSince1970: 1_771_149_600), author: "Ada Lovelace")
            ])
        let reader = try Reader.launch(feeds: [feed.rss], home: home)
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● First story")
        let unread = try reader.waitForScreen { $0.chosen.hasSuffix(" 15/02/2026 ") }
        #expect(unread.cell(1, 3).bold)
        try reader.type("Tto read\r")
        try reader.waitForScreen(showing: "Tagged “to read”")
        try reader.press(.enter)
        // The head shows the tag once it is written.
        let article = try reader.waitForScreen { $0.contains("It happened.") && $0.contains("tags: to read") }
        #expect(
            article.lines[1...9] == [
                "", " First story", " ━━━━━━━━━━━", "", " News · Ada Lovelace · 15 February 2026, 10:00",
                " tags: to read", " https://example.org/1", "", " It happened."
            ])
        #expect(article.cell(2, 1).bold && !article.cell(5, 1).bold)
        try reader.press("q")
        let read = try reader.waitForScreen { $0.chosen.contains("  First story") }
        #expect(!read.cell(1, 3).bold)
    }

    @Test func `an article left in the middle reopens there, and a finished one at its start`() throws {
        let items = ["One", "Two"].map { title in
            SampleFeed.Item(title: title, body: (1...60).map { "<p>Part \($0) of \(title).</p>" }.joined())
        }
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: items).rss])
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● One")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Part 1 of One.")
        try reader.press(.pageDown)
        try reader.waitForScreen { $0.contains("Part 12 of One.") && !$0.contains("Part 1 of One.") }
        try reader.press("J")
        try reader.waitForScreen(showing: "Part 1 of Two.")
        try reader.press("G")
        try reader.waitForScreen(showing: "Part 60 of Two.")
        try reader.press("q", "k", .enter)
        try reader.waitForScreen { $0.contains("Part 12 of One.") && !$0.contains("Part 1 of One.") }
        try reader.press("J")
        try reader.waitForScreen(showing: "Part 1 of Two.")
    }

    @Test func `the backslash shows an article's HTML source, and the article again`() throws {
        let reader = try openNews()
        try reader.press(.enter)
        try reader.waitForScreen(showing: " It happened.")
        try reader.press("\\")
        try reader.waitForScreen { $0.contains("<p>It <b>happened</b>.</p>") && !$0.contains("First story") }
        try reader.press("\\")
        try reader.waitForScreen { $0.contains(" It happened.") && $0.contains("First story") }
    }

    @Test func `an item stays unread if the browser fails`() throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "case $1 in */2) exit 3;; esac")
        let reader = try openNews(environment: ["BROWSER": browser], home: home)
        try reader.press("j", "O")
        try reader.waitForScreen { $0.contains("failed with exit code 3") && $0.contains("● Second story") }
        try reader.press("k", "v", "j", "j", "O")
        try reader.waitForScreen {
            $0.contains("failed with exit code 3") && $0.contains("  First story") && $0.contains("● Second story")
                && $0.contains("● Third story")
        }
    }

    @Test func `the bottom line shows how to go to the next match in the text`() throws {
        let reader = try openNews()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "It happened.")
        try reader.press("/")
        try reader.type("happened\r")
        try reader.waitForScreen {
            $0.contains("] next") && $0.contains("Esc clear search") && !$0.contains("n next unread")
        }
        try reader.press(.escape)
        try reader.waitForScreen(showing: "n next")
    }

    @Test func `unread items are opened in the browser at once, up to the limit, and marked read if asked`()
        throws
    {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" >> \(home.path)/opened")
        try home.write(config: "max-browser-tabs 2\nbind x articlelist open-all-unread-in-browser\n")
        let reader = try openNews(environment: ["BROWSER": browser], home: home)
        func opened() -> [Substring] {
            ((try? String(contentsOfFile: home.path + "/opened", encoding: .utf8)) ?? "").split(separator: "\n")
        }
        try reader.press("x")
        try reader.waitForScreen { $0.contains("● First story") && opened().count == 2 }
        try reader.type(":open-all-unread-in-browser-and-mark-read\r")
        try reader.waitForScreen {
            $0.contains("  First story") && $0.contains("  Second story") && $0.contains("● Third story")
        }
        try reader.waitForScreen { _ in opened() == ["1", "2", "1", "2"].map { "https://example.org/\($0)" } }
    }

    @Test func `an item without a link says so, even if its feed has a site`() throws {
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
        let reader = try Reader.launch(feeds: [feed], environment: ["BROWSER": "/bin/true"], home: home)
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● A thought")
        for (keys, program) in [(",a", "echo"), (",b", "sh"), ("c", "toot"), ("|cat %u\r", "cat")] {
            try reader.type(keys)
            try reader.waitForScreen(showing: "This item has no link to give to \(program)")
        }
        try reader.type(",c")
        try reader.waitForScreen(showing: "Keys in a list of items")
        #expect(try String(contentsOfFile: home.path + "/told", encoding: .utf8) == "A thought, ")
        try reader.press("q")
        try reader.press("o")
        try reader.waitForScreen(showing: "This item has no link to open")
        try reader.press("y")
        try reader.waitForScreen(showing: "This item has no link to copy")
        try reader.press("O")
        try reader.waitForScreen {
            $0.contains("This item has no link to open") && $0.contains("● A thought")
        }
        try reader.press("q", "o")
        try reader.waitForScreen(showing: "Opened https://example.org/")
    }

    @Test func `typing searches the article and marks all matches`() throws {
        let body = (1...60).map { "<p>Paragraph \($0)\($0 % 20 == 0 ? " has Needles" : "")</p>" }.joined()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Haystack", body: body)]).rss])
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● Haystack")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Paragraph 1")
        try reader.type("/need")
        let screen = try reader.waitForScreen(showing: "Paragraph 20 has Needles")
        let row = try #require(screen.row(of: "Needles"))
        let column = try #require(screen.cells[row].firstIndex { $0.text == "N" })
        #expect(screen.cell(row, column).reverse)
        #expect(!screen.cell(row, column + 4).reverse)
        try reader.press(.enter)
        try reader.waitForScreen(showing: "match 1 of 3")
        try reader.type("]]")
        try reader.waitForScreen { $0.contains("match 3 of 3") && $0.contains("Paragraph 60 has Needles") }
        try reader.press(.escape)
        let after = try reader.waitForScreen { !$0.contains("match 3 of 3") && $0.contains("Paragraph 60 has Needles") }
        #expect(!after.cells.joined().contains { $0.reverse })
        try reader.type("/nowhere\r")
        try reader.waitForScreen(showing: "“nowhere” isn't in this text")
    }

    @Test func `a missing browser is reported`() throws {
        let reader = try openNews(environment: ["BROWSER": "/nowhere/browser"])
        try reader.press("o")
        let words = "Can't start /nowhere/browser: No such file or directory: set another"
        try reader.waitForScreen(showing: words)
        try reader.press("j")
        try reader.waitForScreen { !$0.contains(words) }
        try reader.press(.control("o"))
        try reader.waitForScreen(showing: words)
    }

    @Test func `many browsers may be open beside lede, and a late failure is reported`() throws {
        let home = try Home()
        let browser = try home.writeProgram(
            "browser",
            """
            echo >> \(home.path)/opened
            while [ -d \(home.path) ] && [ ! -e \(home.path)/closed ]; do sleep 0.1; done
            exit 3
            """)
        let reader = try openNews(environment: ["BROWSER": browser], home: home)
        // More than the limit for other programs.
        let count = 2 * ProcessInfo.processInfo.processorCount + 2
        for _ in 1...count { try reader.press(.control("o")) }
        try reader.waitForScreen { _ in
            (try? String(contentsOfFile: home.path + "/opened", encoding: .utf8))?.utf8.count == count
        }
        try Data().write(to: URL(filePath: home.path + "/closed"))
        try reader.waitForScreen(showing: "the command failed with exit code 3")
    }

    @Test func `? shows the keys of the current screen`() throws {
        let reader = try openNews(size: (80, 100))
        try reader.press("?")
        try reader.waitForScreen {
            $0.contains("Keys in a list of items")
                && $0.contains("next unread item, in the next feed if necessary")
        }
        try reader.press("q")
        try reader.waitForScreen(showing: "● First story")
    }

    @Test func `the help on a narrow screen breaks no word, and can be searched`() throws {
        let reader = try openNews(size: (40, 24))
        try reader.press("?")
        try reader.waitForScreen(showing: "Keys in a list of items")
        try reader.type("/the star")
        try reader.waitForScreen { screen in
            screen.lines.contains { $0.contains("add or remove the star") } && !screen.contains("↪")
        }
        try reader.press(.enter)
        reader.resize(columns: 100, rows: 24)
        try reader.waitForScreen { $0.lines.contains { $0.contains("add or remove the star") } }
    }

    @Test(arguments: [79, 80, 120]) func `the help shows keys beside their explanations, and breaks no word`(
        columns: Int
    ) throws {
        let reader = try openNews(size: (columns, 160))
        try reader.press("?")
        let help = try reader.waitForScreen(showing: "add or remove the star")
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
    func `no control sequence from a feed reaches the terminal`(_ smuggling: Smuggling) throws {
        let title = "Harm\u{1B}]0;pwned\u{7}less \u{202E}title\u{9B}31m"
        let reader = try Reader.launch(feeds: [smuggling.document(title)])
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("r")
        try reader.waitForScreen(showing: smuggling == .inReason ? "1 failed" : "1 new in 1 feed")
        try reader.press("E")
        try reader.waitForScreen(showing: "failures")
        try reader.press("q", .enter)
        if smuggling != .inReason { try reader.waitForScreen { $0.contains("● Harm") } }
        try reader.press(.enter, "q", "?", "Q")
        try reader.waitForExit()
        let sent = try #require(String(validating: reader.output, as: UTF8.self))
        #expect(sent.contains("Harm"))
        #expect(!sent.contains("\u{1B}]0;pwned"))
        let forbidden: [Unicode.Scalar] = ["\u{202E}", "\u{9B}", "\u{7}"]
        #expect(!sent.unicodeScalars.contains { forbidden.contains($0) })
    }

    @Test func `a second browser waits for the first, and so do keys typed ahead`() throws {
        let home = try Home()
        let script = """
            echo begin >> \(home.path)/log; echo Page $(grep -c begin \(home.path)/log)
            read line; echo end >> \(home.path)/log
            """
        let browser = try home.writeProgram("browser", script)
        let reader = try openNews(environment: ["BROWSER": browser], home: home)
        try reader.type("oo")
        for page in 1...2 {
            try reader.waitForScreen(showing: "Page \(page)")
            try reader.type("\r")
        }
        try reader.waitForScreen { $0.isAlternateScreen && $0.contains("● First story") }
        #expect(try String(contentsOfFile: home.path + "/log", encoding: .utf8) == "begin\nend\nbegin\nend\n")
    }
}
