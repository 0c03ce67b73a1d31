import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `A wide screen` {
    private func reader(_ columns: Int) async throws -> DrawnReader {
        let server = try LoopbackServer { request in
            Answer(
                200,
                body: SampleFeed(
                    title: "Feed \(request.path)", items: [.init(title: "Story of \(request.path)")]
                ).rss)
        }
        let home = try Home()
        try home.write(urls: ["/one", "/two"].map(server.url))
        try await home.fetch()
        return try DrawnReader.launch(size: (columns, 30), home: home)
    }

    @Test func `a wide screen shows feeds, items and article, and keys move between them`() async throws {
        let reader = try await reader(160)
        try await reader.waitForScreen { $0.contains("Feed /one") && $0.contains("Story of /one") }
        reader.press("j")
        try await reader.waitForScreen { $0.contains("Feed /one") && $0.contains("● Story of /two") }
        reader.press(.enter, .enter)
        try await reader.waitForScreen {
            $0.contains("Feed /one") && $0.contains("  Story of /two") && $0.contains("100%")
        }
        reader.press("z")
        try await reader.waitForScreen { !$0.contains("Feed /one") && $0.contains("Story of /two") }
        reader.press("z", "\t", "k")
        try await reader.waitForScreen { $0.contains("● Story of /one") && $0.contains("Feed /two") }
    }

    @Test func `the list of items has the article's room until one is open, and the feeds don't move then`()
        async throws
    {
        let reader = try await reader(160)
        let lists = try await reader.waitForScreen(showing: "● Story of /one")
        #expect(lists.borders.count == 1)
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("1 unread of 1") && $0.borders == lists.borders }
        reader.press(.enter)
        let article = try await reader.waitForScreen { $0.contains("100%") && $0.borders.count == 2 }
        #expect(article.borders.first == lists.borders.first)
        // Going back leaves the article beside its list.
        reader.press("q")
        try await reader.waitForScreen { $0.contains("read/unread") && $0.borders == article.borders }
    }

    @Test func `a list of choices in one pane leaves the others visible`() async throws {
        let reader = try await reader(160)
        try await reader.waitForScreen(showing: "● Story of /one")
        reader.press("m")
        let menu = try await reader.waitForScreen {
            $0.contains("Rename") && $0.contains("● Story of /one") && $0.contains("   Feed /two")
        }
        // The question stands in the usual place, and the choices in the columns of the feeds.
        #expect(menu.line(29).hasPrefix(" Feed /one:") && menu.line(29).hasSuffix("Esc cancel"))
        let end = try #require(menu.borders.first)
        let (row, chosen) = try (#require(menu.row(of: "   Feed /one")), #require(menu.row(of: "   Rename")))
        #expect(menu.cell(chosen, 1).reverse && !menu.cell(row, 1).reverse)
        #expect(menu.line(28).hasPrefix("   Show details") && menu.cell(28, end).text == "│")
        reader.press(.escape, .enter, "S")
        try await reader.waitForScreen { $0.line(29).contains("Sort by:") && $0.contains("Feed /two") }
        reader.type("nread")
        try await reader.waitForScreen { $0.line(29).hasPrefix(" Sort by: nread ") && !$0.contains("title") }
        reader.press(.control("g"))
        try await reader.waitForScreen { !$0.contains("Sort by:") && $0.contains("● Story of /one") }
    }

    @Test func `rows and the top line name the feed, and how much is unread`() async throws {
        let reader = try await reader(160)
        try await reader.waitForScreen(showing: "● Story of /one")
        reader.press(.enter)
        try await reader.waitForScreen { $0.lines[0].contains("Feed /one  1 unread of 1") }
        reader.press("q", "g", .enter)
        try await reader.waitForScreen { $0.lines[0].contains("All  2 unread of 2") && $0.line(1).contains("Feed /") }
        // Beside an article the rows are too narrow.
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("row 1 of 2 · Feed /") && $0.contains("100%") }
        reader.press("q", "N")
        reader.resize(columns: 80, rows: 24)
        try await reader.waitForScreen { screen in
            ["/one", "/two"].allSatisfy { name in
                screen.lines.contains { $0.contains("● Story of \(name)") && $0.contains("Feed \(name)") }
            }
        }
    }

    @Test func `a feed's failure is a word if a sentence would be cut`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let home = try Home()
        try home.write(urls: ["\(server.url("/lost")) \"~A feed that was here\""])
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (120, 30), home: home)
        try await reader.waitForScreen(showing: "⚠ A feed that was here  not found ")
        reader.resize(columns: 90, rows: 30)
        try await reader.waitForScreen(showing: "⚠ A feed that was here  the server answered 404 (not found)")
    }

    @Test func `a screen that gets narrow keeps its place, and its panes return when it is wide again`() async throws {
        let reader = try await reader(160)
        try await reader.waitForScreen(showing: "● Story of /one")
        reader.press(.enter)
        reader.resize(columns: 80, rows: 24)
        try await reader.waitForScreen { $0.contains("● Story of /one") && !$0.contains("Unread") }
        reader.resize(columns: 120, rows: 40)
        try await reader.waitForScreen { $0.contains("● Story of /one") && $0.contains("Unread") }
    }

    @Test func `a screen that gets wide shows panes, even if z was pressed while it was narrow`() async throws {
        let reader = try await reader(80)
        try await reader.waitForScreen(showing: "Feed /one")
        reader.press("z")
        try await reader.waitForScreen(showing: "Panes need a screen at least 100 columns wide")
        reader.resize(columns: 120, rows: 30)
        try await reader.waitForScreen { $0.contains("● Story of /one") && $0.contains("Feed /one") }
    }

    @Test func `a preview shows the row at the cursor, in the first list and the next`() async throws {
        let reader = try await reader(160)
        try await reader.waitForScreen(showing: "● Story of /one")
        reader.type(":set preview yes\r")
        try await reader.waitForScreen(showing: "preview yes")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("● Story of /one") && $0.contains("Feed /one · ") }
        reader.press("}")
        try await reader.waitForScreen { $0.contains("● Story of /two") && $0.contains("Feed /two · ") }
    }

    @Test func `the next start has the same panes, even while one is zoomed`() async throws {
        let reader = try await reader(160)
        try await reader.waitForScreen(showing: "● Story of /one")
        reader.press(.enter, .enter)
        let borders = try await reader.waitForScreen(showing: "100%").borders
        try #require(borders.count == 2)
        reader.press("q", "q")
        // The feeds get four more columns, and the items two fewer.
        let moved = [borders[0] + 4, borders[1] + 2]
        reader.press(">", ">", .enter, "<")
        try await reader.waitForScreen { $0.borders == moved }
        reader.press("Q")
        try await reader.waitForExit()

        let next = try DrawnReader.launch(size: (160, 30), home: reader.home)
        try await next.waitForScreen { $0.borders == moved && $0.contains("Feed /two") && $0.contains("Story of /one") }
        next.press("z")
        try await next.waitForScreen { $0.borders.isEmpty && $0.contains("Story of /one") }
        next.press("Q")
        try await next.waitForExit()

        let last = try DrawnReader.launch(size: (160, 30), home: reader.home)
        try await last.waitForScreen { $0.borders.isEmpty && $0.contains("Story of /one") && !$0.contains("Feed /two") }
        last.press("z")
        try await last.waitForScreen { $0.borders == moved && $0.contains("Feed /two") }
        last.press("Q")
        try await last.waitForExit()

        // Even with resume no, the panes keep their widths.
        try reader.home.write(config: "resume no\n")
        let fresh = try DrawnReader.launch(size: (160, 30), home: reader.home)
        try await fresh.waitForScreen { $0.borders == [moved[0]] && $0.contains("Feed /two") }
        fresh.press(.enter, .enter)
        try await fresh.waitForScreen { $0.borders == moved && $0.contains("100%") }
    }

    @Test func `the next start shows items beside the feeds, even if these were alone at first`() async throws {
        let reader = try await reader(120)
        try await reader.waitForScreen(showing: "Feed /two")
        reader.press("g", "z")
        try await reader.waitForScreen { $0.borders.isEmpty && $0.contains("Feed /two") }
        reader.press("Q")
        try await reader.waitForExit()

        let next = try DrawnReader.launch(size: (120, 30), home: reader.home)
        try await next.waitForScreen { $0.borders.isEmpty && $0.contains("Feed /two") }
        next.press("z")
        try await next.waitForScreen { $0.contains("Story of /one") && $0.contains("Feed /two") }
    }

    @Test func `the mouse chooses, opens by a second press, and drags borders`() async throws {
        let reader = try await reader(160)
        let screen = try await reader.waitForScreen(showing: "● Story of /one")
        let row = try #require(screen.lines.firstIndex { $0.contains("Feed /two") })
        reader.point("0", row: row, column: 6)
        try await reader.waitForScreen(showing: "● Story of /two")
        let border = try #require(screen.lines[1].firstIndex(of: "│")).utf16Offset(in: screen.lines[1])
        reader.point("0", row: 1, column: border)
        reader.point("32", row: 3, column: border + 9)
        try await reader.waitForScreen { $0.lines[1].dropFirst(border + 9).first == "│" }
        reader.point("0", row: 3, column: border + 9, isRelease: true)
        reader.pointTwice(row: 1, column: border + 20)
        try await reader.waitForScreen { $0.contains("  Story of /two") && $0.contains("100%") }
        reader.point("2", row: 1, column: 4)
        try await reader.waitForScreen { $0.contains("row 1 of 1") && !$0.contains("100%") }
    }
}

@Suite(.drawing) struct `Keys between panes` {
    @Test func `keys that arrive together act on the feed to which the cursor has moved`() async throws {
        let home = try Home()
        let feeds = ["Alpha", "Beta", "Gamma"].map { name in
            SampleFeed(title: name, items: (1...4).map { .init(title: "\(name) \($0)", body: "x") })
        }
        let reader = try DrawnReader.launch(feeds: feeds.map(\.rss), size: (130, 30), home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "12 new in 3 feeds")
        reader.type("'Alpha\r")
        try await reader.waitForScreen { $0.chosen.contains("Alpha") && $0.contains("● Alpha 4") }
        reader.type("j\tA")
        try await reader.waitForScreen { $0.contains("Marked 4 items read in Beta") && $0.contains("  Beta 4") }
    }
}

@Suite(.drawing) struct `The mouse` {
    @Test func `a click collapses a group at its sign, and opens a link`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" >> \(home.path)/opened")
        let body = "<p>Read <a href='https://example.org/more'>more of it</a>.</p>"
        let news = SampleFeed(
            title: "News", items: [.init(title: "Story", body: body, link: "https://example.org/story")])
        let server = try LoopbackServer { _ in Answer(200, body: news.rss) }
        try home.write(urls: ["#: group code", server.url("/news")])
        try await home.fetch()
        let reader = try DrawnReader.launch(environment: ["BROWSER": browser], size: (160, 30), home: home)
        let list = try await reader.waitForScreen(showing: "▾ code")
        let group = try #require(list.row(of: "▾ code"))
        reader.point("0", row: group, column: 1)
        try await reader.waitForScreen { $0.contains("▸ code") && !$0.contains("     News") }
        reader.point("0", row: group, column: 1)
        try await reader.waitForScreen(showing: "▾ code")
        reader.press("j", .enter, .enter)
        let article = try await reader.waitForScreen(showing: "more of it")
        for (text, address) in [("more of it", "org/more"), ("https://example.org/story", "org/story")] {
            let row = try #require(article.row(of: text))
            let line = article.lines[row]
            let start = try #require(line.range(of: text)?.lowerBound)
            reader.point("0", row: row, column: line.distance(from: line.startIndex, to: start) + 2)
            reader.point("0", row: row, column: 0, isRelease: true)
            try await reader.waitForScreen { _ in
                (try? String(contentsOfFile: home.path + "/opened", encoding: .utf8))?.contains(address) ?? false
            }
        }
        let opened = try String(contentsOfFile: home.path + "/opened", encoding: .utf8)
        #expect(opened == "https://example.org/more\nhttps://example.org/story\n")
    }

    @Test func `a click comes after the keys before it`() async throws {
        let home = try Home()
        let news = SampleFeed(title: "News", items: (1...5).map { .init(title: "Story \($0)", body: "x") })
        let server = try LoopbackServer { _ in Answer(200, body: news.rss) }
        try home.write(urls: [server.url("/news")])
        try await home.fetch()
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "5 unread")
        reader.press("g", .enter)
        let list = try await reader.waitForScreen(showing: "Story 5")
        let row = try #require(list.row(of: "Story 3"))
        // At once, as a slow connection delivers them.
        reader.type("j\u{1B}[<0;9;\(row + 1)Ms")
        try await reader.waitForScreen { $0.contains("★ Starred") && $0.chosen.contains("✪ Story 3") }
    }

    @Test func `a click on a list's title asks for the order, and on an article's feed opens its list`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" > \(home.path)/opened")
        let news = SampleFeed(title: "News", items: [.init(title: "A story", body: "x", link: "https://example.org/1")])
        let server = try LoopbackServer { _ in Answer(200, body: news.rss) }
        try home.write(urls: [server.url("/news")])
        try await home.fetch()
        let reader = try DrawnReader.launch(environment: ["BROWSER": browser], home: home)
        try await reader.waitForScreen(showing: "Unread")
        reader.press("g", .enter)
        try await reader.waitForScreen { $0.lines[0].contains("All") && $0.contains("● A story") }
        reader.point("0", row: 0, column: 8)
        try await reader.waitForScreen(showing: "Sort by:")
        reader.press(.escape, .enter)
        let article = try await reader.waitForScreen { $0.lines[0].contains("News") && $0.contains("A story") }
        try reader.point("0", row: #require(article.row(of: "A story")), column: 4)
        try await reader.waitForScreen { _ in FileManager.default.fileExists(atPath: home.path + "/opened") }
        try await reader.waitForScreen { $0.isAlternateScreen && $0.contains("A story") }
        reader.point("0", row: 0, column: 8)
        try await reader.waitForScreen {
            $0.lines[0].contains("News") && $0.contains("  A story") && $0.contains("row 1 of 1")
        }
    }

    @Test func `a message goes when the mouse moves on, as with keys`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/", "https://b.invalid/"])
        let screen = try await reader.waitForScreen(showing: "0 unread")
        let row = try #require(screen.row(of: "b.invalid"))
        for code in ["0", "65"] {
            reader.press("u")
            try await reader.waitForScreen { !$0.foot.contains("row ") }
            reader.point(code, row: row, column: 10)
            try await reader.waitForScreen { $0.foot.contains("row ") }
        }
    }

    @Test func `the wheel scrolls the pane under the mouse, focused or not`() async throws {
        let items = (1...60).map { SampleFeed.Item(title: "Story \($0)") }
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        try home.write(urls: [server.url("/news")])
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (160, 12), home: home)
        try await reader.waitForScreen(showing: "● Story 1 ")
        for _ in 1...4 { reader.point("65", row: 3, column: 60) }
        try await reader.waitForScreen { $0.contains("Story 13 ") && !$0.contains("Story 1 ") && $0.contains("News") }
        for _ in 1...4 { reader.point("64", row: 3, column: 60) }
        try await reader.waitForScreen(showing: "● Story 1 ")
    }

    @Test func `a press on a scroll bar scrolls there, and dragging scrolls along`() async throws {
        let body = (1...90).map { "<p>Paragraph \($0).</p>" }.joined()
        let items = (1...400).map { SampleFeed.Item(title: "Story \($0)", body: body) }
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        try home.write(urls: [server.url("/news")])
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (160, 12), home: home)
        let list = try await reader.waitForScreen { $0.contains("● Story 1 ") && $0.contains("400 unread") }
        let bar = 159
        try #require(list.cell(1, bar).text == "▐")
        reader.point("0", row: 10, column: bar)
        // The feeds keep the focus.
        try await reader.waitForScreen { $0.contains("● Story 400 ") && $0.contains("400 unread") }
        reader.point("32", row: 5, column: bar - 20)
        try await reader.waitForScreen { $0.cell(5, bar).text == "▐" && $0.cell(10, bar).text == " " }
        reader.point("32", row: 1, column: bar - 20)
        try await reader.waitForScreen(showing: "● Story 1 ")
        reader.point("0", row: 1, column: bar - 20, isRelease: true)
        // A double press opens no row.
        reader.pointTwice(row: 10, column: bar)
        try await reader.waitForScreen { $0.contains("● Story 400 ") && $0.contains("400 unread") }
        reader.point("0", row: 10, column: bar, isRelease: true)

        reader.press(.enter, .enter)
        try await reader.waitForScreen { $0.contains("Paragraph 1.") && $0.cell(1, bar).text == "▐" }
        reader.point("0", row: 10, column: bar)
        try await reader.waitForScreen { $0.contains("Paragraph 90.") && $0.contains("100%") }
        reader.point("32", row: 0, column: 150)
        try await reader.waitForScreen { $0.contains("Paragraph 1.") && $0.contains("0%") }
        reader.point("0", row: 0, column: 150, isRelease: true)
    }

    @Test func `the thumb on a border scrolls, and the rest of the border resizes the panes`() async throws {
        let reader = try DrawnReader.launch(feeds: (1...40).map { "http://127.0.0.1:9/\($0)" }, size: (120, 12))
        let top = try await reader.waitForScreen { $0.contains("127.0.0.1:9/1 ") && $0.contains("│") }
        let border = try #require(top.cells[10].firstIndex { $0.text == "│" })
        #expect(top.cell(1, border).text == "▐" && top.cell(1, border - 1).text == " ")
        reader.point("0", row: 1, column: border)
        reader.point("32", row: 10, column: border)
        try await reader.waitForScreen {
            $0.contains("127.0.0.1:9/40") && $0.cell(10, border).text == "▐" && $0.cell(1, border).text == "│"
        }
        reader.point("0", row: 10, column: border, isRelease: true)
        reader.point("0", row: 4, column: border)
        reader.point("32", row: 4, column: border + 5)
        try await reader.waitForScreen { $0.cell(10, border + 5).text == "▐" && $0.cell(4, border + 5).text == "│" }
        reader.point("0", row: 4, column: border + 5, isRelease: true)
        // The list of choices has its own thumb there.
        reader.press("m")
        let menu = try await reader.waitForScreen(showing: "Rename")
        #expect(menu.lines.allSatisfy { !$0.contains("▐│") })
    }

    @Test func `the right button goes back, but not beyond the feeds`() async throws {
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: [.init(title: "Story")]).rss])
        try await reader.openFeed(fetching: "1 new", showing: "● Story")
        reader.point("2", row: 3, column: 9)
        try await reader.waitForScreen(showing: "Unread")
        for _ in 1...3 { reader.point("2", row: 3, column: 9) }
        reader.press("f")
        reader.type("ew\r")
        try await reader.waitForScreen { $0.contains("News") && !$0.contains("Unread") }
        reader.point("2", row: 3, column: 9)
        try await reader.waitForScreen(showing: "Unread")
    }

    @Test func `the right button doesn't leave the welcome screen`() async throws {
        let reader = try DrawnReader.launch()
        try await reader.waitForScreen(showing: "welcome")
        reader.point("2", row: 3, column: 9)
        reader.press("?")
        try await reader.waitForScreen(showing: "help")
    }

    @Test func `while a search is typed, the wheel scrolls its results, and a press chooses one`() async throws {
        let items = (1...60).map { SampleFeed.Item(title: "Story \($0)") }
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss], size: (80, 12))
        try await reader.openFeed(fetching: "60 new", showing: "● Story 1")
        reader.type("/story")
        let found = try await reader.waitForScreen { $0.contains("“story”: 60 found") && $0.contains("/story") }
        // One step, as the test can't tell the screens of several steps apart.
        reader.point("65", row: 3, column: 20)
        let scrolled = try await reader.waitForScreen { $0.line(1) != found.line(1) && $0.line(11) == " /story" }
        let title = try #require(scrolled.line(4).split(separator: " ").prefix(3).last)
        reader.point("0", row: 4, column: 20)
        try await reader.waitForScreen { $0.contains("“story”: 60 found") && $0.line(11) != " /story" }
        reader.press(.enter)
        try await reader.waitForScreen { $0.line(1) == " Story \(title)" }
    }

    @Test func `a link needs a second press, and a choice only one`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" > \(home.path)/opened")
        let body = (1...5).map { "<p><a href='https://example.org/\($0)'>Page \($0)</a></p>" }.joined()
        let reader = try DrawnReader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Links", body: body)]).rss],
            environment: ["BROWSER": browser], home: home)
        try await reader.openFeed(fetching: "1 new", showing: "Links")
        reader.press("S")
        let choice = try await reader.waitForScreen(showing: "Sort by:")
        let row = try #require(choice.row(of: "oldest first"))
        // The second press must not act on the row that appears below.
        reader.pointTwice(row: row, column: 20)
        try await reader.waitForScreen { !$0.contains("Sort by:") }
        reader.press("S")
        try await reader.waitForScreen { $0.contains("Sort by:") && $0.contains(" • date, oldest first  ") }
        reader.press(.control("g"), "U")
        let links = try await reader.waitForScreen(showing: "Page 4")
        try reader.pointTwice(row: #require(links.row(of: "Page 4")), column: 5)
        try await reader.waitForScreen { $0.isAlternateScreen && $0.contains("Opened https://example.org/4") }
        reader.press("k")
        try await reader.waitForScreen(showing: "row 3 of 5")
        #expect(try String(contentsOfFile: home.path + "/opened", encoding: .utf8) == "https://example.org/4\n")
    }
}
