import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `The terminal` {
    private let news = SampleFeed(
        title: "News",
        items: (1...30).map {
            .init(
                title: "Story \($0)", body: "<p>See <a href='https://example.org/\($0)'>this page</a>.</p>",
                link: "https://example.org/stories/\($0)")
        }
    ).rss

    private func open(environment: [String: String] = [:], config: String = "") async throws -> DrawnReader {
        let home = try Home()
        try home.write(config: config)
        let reader = try DrawnReader.launch(feeds: [news], environment: environment, home: home)
        try await reader.openFeed(fetching: "30 new", showing: "Story 1")
        return reader
    }

    private func sent(_ reader: DrawnReader) -> String { String(decoding: reader.output, as: UTF8.self) }

    @Test func `the window's title says where the user is, and is restored at the end`() async throws {
        let reader = try await open()
        try await reader.waitForScreen { $0.title == "News – lede (30)" }
        reader.press(.enter)
        try await reader.waitForScreen { $0.title == "Story 1 – lede (29)" }
        let pages: [(Keystroke, String)] = [
            ("?", "Help"), ("U", "Links in Story 1"), ("E", "Failures"), ("I", "Feed details")
        ]
        for (key, title) in pages {
            reader.press(key)
            try await reader.waitForScreen { $0.title == "\(title) – lede (29)" }
            reader.press("q")
            try await reader.waitForScreen { $0.title == "Story 1 – lede (29)" }
        }
        reader.press("Q")
        try await reader.waitForExit()
        #expect(sent(reader).contains("\u{1B}[22;2t"))
        #expect(sent(reader).contains("\u{1B}[23;2t"))
    }

    @Test func `the wheel scrolls a list`() async throws {
        let reader = try await open()
        reader.press("5", "j")
        try await reader.waitForScreen(showing: "row 6 of 30")
        // The cursor stays on its row while that is visible.
        reader.type("\u{1B}[<65;10;5M")
        try await reader.waitForScreen {
            $0.contains("Story 4 ") && !$0.contains("Story 3 ") && $0.contains("row 6 of 30")
        }
        reader.type("\u{1B}[<65;10;5M")
        try await reader.waitForScreen {
            $0.contains("Story 7 ") && !$0.contains("Story 6 ") && $0.contains("row 7 of 30")
        }
        reader.type("\u{1B}[<64;10;5M\u{1B}[<64;10;5M")
        try await reader.waitForScreen { $0.contains("Story 1 ") && $0.contains("row 7 of 30") }
    }

    @Test func `the wheel scrolls nothing behind a list of choices`() async throws {
        let reader = try await open()
        reader.press("S")
        try await reader.waitForScreen(showing: "Sort by:")
        reader.type("\u{1B}[<65;10;5M")
        reader.press(.escape)
        try await reader.waitForScreen { !$0.contains("Sort by:") && $0.contains("row 1 of 30") }
    }

    @Test func `the config file can leave the mouse to the terminal`() async throws {
        let without = try await open(config: "mouse no\n")
        without.press("Q")
        try await without.waitForExit()
        #expect(!sent(without).contains("\u{1B}[?1002h"))
        let with = try await open()
        with.press("Q")
        try await with.waitForExit()
        #expect(sent(with).contains("\u{1B}[?1002h"))
        #expect(sent(with).contains("\u{1B}[?1006l\u{1B}[?1002l"))
    }

    @Test func `the links of an article can be opened in the terminal`() async throws {
        let reader = try await open()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "this page")
        #expect(sent(reader).contains("\u{1B}]8;;https://example.org/1\u{1B}\\this page"))
        #expect(sent(reader).contains("[1]\u{1B}]8;;\u{1B}\\"))
    }

    @Test func `a copied link does no harm if it is pasted into a shell`() async throws {
        let home = try Home()
        let link = "https://b\u{FC}cher.example/$(touch x)`id`?a=1&b='2'"
        let feed = SampleFeed(title: "News", items: [.init(title: "One", link: link)]).rss
        try Data(feed.utf8).write(to: URL(fileURLWithPath: home.path + "/feed.xml"))
        try home.write(urls: ["file://\(home.path)/feed.xml"])
        try await home.fetch()
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "1 unread")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "One")
        reader.press("y")
        let safe = "https://xn--bcher-kva.example/%24%28touch%20x%29%60id%60?a=1&b=%272%27"
        try await reader.waitForScreen(showing: "Copied: https://xn--bcher-kva.example/%24%28")
        #expect(sent(reader).contains("\u{1B}]52;c;\(Data(safe.utf8).base64EncodedString())\u{1B}\\"))
    }

    @Test func `the terminal gets a copied link, for other programs to paste`() async throws {
        let reader = try await open()
        reader.press("j", "y")
        try await reader.waitForScreen(showing: "Copied: https://example.org/stories/2")
        let link = Data("https://example.org/stories/2".utf8).base64EncodedString()
        #expect(sent(reader).contains("\u{1B}]52;c;\(link)\u{1B}\\"))
        reader.press("Y")
        try await reader.waitForScreen(showing: "Copied: Story 2 https://example.org/stories/2")
        let both = Data("Story 2 https://example.org/stories/2".utf8).base64EncodedString()
        #expect(sent(reader).contains("\u{1B}]52;c;\(both)\u{1B}\\"))
    }

    @Test func `the terminal gets only links for browsers and mail`() async throws {
        let body = "<p><a href='ssh://-oProxyCommand=x/'>Shell</a> or <a href='mailto:a@example.org'>mail</a></p>"
        let reader = try DrawnReader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.press(.enter)
        try await reader.waitForScreen { _ in sent(reader).contains(";mailto:a@example.org\u{1B}\\mail") }
        #expect(!sent(reader).contains(";ssh:"))
    }

    @Test func `the terminal gets no link longer than it accepts`() async throws {
        let long = "https://example.org/" + String(repeating: "x", count: 2064)
        let body = "<p><a href='\(long)'>Too long</a>, <a href='\(long.dropLast())'>just right</a></p>"
        let feed = SampleFeed(title: "News", items: [.init(title: "Story", body: body)])
        let reader = try DrawnReader.launch(feeds: [feed.rss])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.press(.enter)
        // Links come after the shown text, and a long frame comes in pieces.
        try await reader.waitForScreen { _ in sent(reader).contains(";\(long.dropLast())\u{1B}\\just right") }
        #expect(!sent(reader).contains(long))
    }

    @Test(arguments: [["NO_COLOR": "1"], ["TERM": "xterm"]])
    func `links get no colours that the terminal lacks or the user doesn't want`(environment: [String: String])
        async throws
    {
        let reader = try await open(environment: environment, config: "color article color252 color238\n")
        reader.press(.enter)
        try await reader.waitForScreen { _ in sent(reader).contains("\u{1B}\\this page") }
        #expect(!sent(reader).contains("8;5;"))
    }

    @Test(arguments: ["vt100", "linux", "ansi"])
    func `an old terminal gets nothing that it doesn't know`(type: String) async throws {
        let reader = try await open(environment: ["TERM": type])
        reader.press(.enter)
        try await reader.waitForScreen(showing: "this page")
        reader.press("y")
        try await reader.waitForScreen(showing: "This terminal can't copy text")
        reader.press("Q")
        try await reader.waitForExit()
        #expect(!sent(reader).contains("\u{1B}]"))
        #expect(!sent(reader).contains("\u{1B}[?2004h"))
        #expect(!sent(reader).contains("\u{1B}[?1002h"))
    }
}

@Suite(.drawing) struct `A misleading link` {
    private func feed(_ links: [String], body: String = "") -> String {
        SampleFeed(title: "News", items: links.map { SampleFeed.Item(title: $0, body: body, link: $0) }).rss
    }

    @Test(arguments: [
        ("https://www.bank.example@evil.test/", "https://evil.test/"),
        ("https://p\u{430}ypal.test/", "https://xn--pypal-4ve.test/"),
        ("https://www.bank.example.\(String(repeating: "a", count: 90)).evil.test/login", ".evil.test")
    ])
    func `the list of links reveals a link to another host`(link: String, shown: String) async throws {
        let body = "<p><a href=\"\(link)\">Your bank</a></p>"
        let reader = try DrawnReader.launch(feeds: [feed(["https://example.org/1"], body: body)], size: (70, 24))
        try await reader.openFeed(fetching: "1 new", showing: "https://example.org/1")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Your bank")
        #expect(reader.screen.text.replacing("\n", with: "").replacing(" ", with: "").contains(shown))
        reader.press("U")
        try await reader.waitForScreen { $0.contains("Your bank") && $0.contains(shown) }
        #expect(!reader.screen.contains("bank.example@") && !reader.screen.contains("p\u{430}ypal"))
    }
}

/// Characters that no terminal may get don't reach the output, whatever part of a feed contains them.
@Suite(.drawing) struct `A poisoned feed` {
    @Test func `a poisoned feed reaches no screen`() async throws {
        let home = try Home()
        let reader = try DrawnReader.launch(feeds: [PoisonedFeed.document(), PoisonedFeed.page()], home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "new in 1 feed · 1 failed (E)")
        reader.press("E")
        try await reader.waitForScreen(showing: "failures")
        reader.press("q", .home, .enter)
        try await reader.waitForScreen(showing: "row 1 of \(PoisonedFeed.itemCount)")
        for _ in 0..<PoisonedFeed.itemCount {
            reader.press(.enter)
            try await reader.waitForScreen(showing: "back")
            reader.press(.end)
            try await reader.waitForScreen(showing: "100%")
            reader.press("q", "j")
        }
        reader.press("Q")
        try await reader.waitForExit()
        let sent = SentBytes(toTerminal: reader.output)
        #expect(sent.text.contains("pwned"))
        #expect(sent.faults == [])
        #expect(reader.screen.title.contains("– lede"))
    }
}

@Suite(.drawing) struct `A frame` {
    private let news = SampleFeed(
        title: "News", items: (1...100).map { .init(title: "Story \($0)", body: "<p>Words.</p>") })

    @Test func `moving the cursor sends less than 300 bytes`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss], size: (120, 40))
        try await reader.openFeed(fetching: "100 new", showing: "Story 1")
        var sizes: [Int] = []
        for row in 2...10 {
            let before = reader.output.count
            reader.press("j")
            try await reader.waitForScreen(showing: " row \(row) of 100")
            sizes.append(reader.output.count - before)
        }
        // New counts may still arrive in the list of feeds.
        #expect(sizes.sorted()[sizes.count / 2] < 300, "\(sizes)")
    }

    @Test(arguments: [120, 160]) func `a moved cursor looks the same as after painting everything`(
        columns: Int
    ) async throws {
        let home = try Home()
        let reader = try await openList(columns: columns, home: home)
        let walks: [([Keystroke], String)] = [
            (["j", "j", "k", "j"], " row 3 of 100"), (["v", "j", "j", "j"], "4 selected"),
            (["v", "k"], " row 5 of 100"),
            ([.pageDown, "k", "5", "j", "k"], " row 25 of 100"), ([.tab, "k", "j", .tab, "k"], " row 24 of 100")
        ]
        for (keys, position) in walks {
            for key in keys { reader.press(key) }
            try await reader.waitForScreen(showing: position)
            try await expectWholePaintingLooksTheSame(reader)
        }
    }

    // The scroll bar is in the column of the last pane's rows, or on a pane's border.
    @Test(arguments: [60, 120, 160]) func `a list that scrolled looks the same as after painting everything`(
        columns: Int
    ) async throws {
        let home = try Home()
        try home.write(config: "highlight-article \"title =~ \\\"[358]\\\"\" black yellow\n")
        let reader = try await openList(columns: columns, home: home)
        for (key, rows) in [("j", Array(2...40)), ("k", (3...39).reversed())] {
            for row in rows {
                reader.press(Keystroke(stringLiteral: key))
                try await reader.waitForScreen(showing: " row \(row) of 100")
            }
            try await reader.waitForScreen(Self.isHighlighted)
            try await expectWholePaintingLooksTheSame(reader)
        }
        for wheel in ["65", "65", "65", "65", "64", "64"] {
            try await waitForFrame(of: reader) { reader.point(wheel, row: 5, column: columns - 20) }
            try await expectWholePaintingLooksTheSame(reader)
        }
        for key: Keystroke in [.control("d"), .pageDown, .control("u"), "j", .end, "k", .pageUp] {
            try await waitForFrame(of: reader) { reader.press(key) }
            try await expectWholePaintingLooksTheSame(reader)
        }
    }

    /// Opens a list of 100 items in which nothing changes by itself: neither counts nor, however long it takes, an age.
    private func openList(columns: Int, home: Home) async throws -> DrawnReader {
        let date = Date(timeIntervalSinceNow: -3.5 * 86_400)
        let old = SampleFeed(title: "News", items: (1...100).map { .init(title: "Story \($0)", date: date) })
        let server = try LoopbackServer { _ in Answer(200, body: old.rss) }
        try home.write(urls: [server.url("/news")])
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (columns, 20), home: home)
        // The weeks appear once they are counted, if there is room.
        try await reader.waitForScreen {
            $0.contains("100 unread") && $0.contains("▇") == (columns < 120)
        }
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("● Story 1 ") && $0.contains(" row 1 of 100") }
        return reader
    }

    /// Does something that scrolls, and waits until the screen shows it.
    private func waitForFrame(of reader: DrawnReader, after act: () throws -> Void) async throws {
        let before = reader.screen.cells
        try act()
        try await reader.waitForScreen { $0.cells != before && Self.isHighlighted($0) }
    }

    /// Whether the rows follow each other, and those to be highlighted are: lede looks for them after it has painted.
    private static func isHighlighted(_ screen: Screen) -> Bool {
        var last: Int?
        return screen.cells.allSatisfy { row in
            let text = row.map(\.text).joined()
            guard let match = text.firstMatch(of: /Story (\d+)/), let number = Int(match.1) else { return true }
            let isNext = last.map { number == $0 + 1 } ?? true
            last = number
            let cell = row[text.distance(from: text.startIndex, to: match.range.lowerBound)]
            let isMeant = match.1.contains { "358".contains($0) }
            return isNext && (cell.reverse || (cell.background != .standard) == isMeant)
        }
    }

    /// Checks that painting everything changes nothing.
    private func expectWholePaintingLooksTheSame(_ reader: DrawnReader) async throws {
        let (before, clear) = (reader.output.count, Array("\u{1B}[H\u{1B}[2J".utf8))
        reader.press(.control("l"))
        // What the screen showed last before it was cleared.
        let end = try #require(reader.output[before...].firstRange(of: clear)).lowerBound
        let moved = Emulator(columns: reader.screen.cells[0].count, rows: reader.screen.lines.count)
        moved.feed(Array(reader.output[..<end]))
        try await reader.waitForScreen { $0.cells == moved.screen.cells && $0.cursor == moved.cursor }
    }

    @Test func `a key that changes nothing sends nothing, even with a visible cursor`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss])
        try await reader.waitForScreen(showing: "0 unread")
        reader.type(":set")
        try await reader.waitForScreen(showing: ":set")
        reader.press(.home)
        let column = try await reader.waitForScreen { $0.cursor.column == 2 || $0.cursor.column == 1 }.cursor.column
        let before = reader.output.count
        for _ in 1...5 { reader.press(.left) }
        reader.type("x")
        try await reader.waitForScreen { $0.contains(":xset") && $0.cursor.column == column + 1 }
        #expect(reader.output.count - before < 20, "\(reader.output[before...])")
    }

    // Braille displays and screen readers follow it, and some terminals can't hide it.
    @Test func `the hidden cursor is on the chosen row`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss])
        try await reader.openFeed(fetching: "100 new", showing: "Story 1")
        reader.press("j", "j")
        let screen = try await reader.waitForScreen(showing: " row 3 of 100")
        #expect(screen.line(screen.cursor.row).hasPrefix(" ● Story 3 "))
        #expect(screen.cursor.column == 0 && !screen.cursorVisible)
    }

    @Test func `the hidden cursor is on the first row of an article, or on the match`()
        async throws
    {
        let body = (1...30).map { "<p>Paragraph \($0).</p>" }.joined()
        let reader = try DrawnReader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.press(.enter)
        var screen = try await reader.waitForScreen(showing: "Paragraph 1.")
        #expect(screen.line(screen.cursor.row).hasPrefix(" Story") && !screen.cursorVisible)
        reader.press(" ")
        screen = try await reader.waitForScreen { $0.contains("Paragraph 12.") && !$0.contains("Paragraph 1.") }
        #expect(screen.cursor.row == 2)
        reader.press("/")
        reader.type("graph 14\r")
        screen = try await reader.waitForScreen(showing: "match 1 of 1")
        #expect(screen.line(screen.cursor.row).hasPrefix(" Paragraph 14.") && !screen.cursorVisible)
        reader.press("?")
        screen = try await reader.waitForScreen { $0.line(0).contains("help") && $0.line(2) != "" }
        #expect(screen.cursor == Screen.Position(row: 2, column: 1))
    }

    @Test func `Ctrl-L sends the whole screen again, whatever was written on it`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss])
        try await reader.waitForScreen(showing: "0 unread")
        let before = reader.output.count
        reader.press(.control("l"))
        try await reader.waitForScreen { _ in reader.output.count > before + 50 }
    }
}
