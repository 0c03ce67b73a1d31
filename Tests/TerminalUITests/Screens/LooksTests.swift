import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct Looks {
    private let news = SampleFeed(
        title: "Nachrichten", items: [.init(title: "Über “Größe” – 日本", body: "<p>“Ein Text” … mit • Zeichen</p>")]
    ).rss

    private func open(_ environment: [String: String], config: String = "") async throws -> DrawnReader {
        let home = try Home()
        try home.write(config: config)
        let reader = try DrawnReader.launch(feeds: [news], environment: environment, home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("r")
        try await reader.waitForScreen(showing: "1 new")
        return reader
    }

    private func name(on screen: Screen) -> Screen.Cell { screen.cell(0, 1) }

    @Test(arguments: [("1c1c/1c1c/1c1c", UInt8(110)), ("ffff/ffff/ffff", 25)])
    func `colours are dark or light like the terminal's background, once it is known`(
        background: String, accent: UInt8
    ) async throws {
        let reader = try await open([:])
        #expect(name(on: reader.screen).foreground == .indexed(5))
        #expect(String(decoding: reader.output, as: UTF8.self).contains("\u{1B}]11;?\u{1B}\\"))
        reader.type("\u{1B}]11;rgb:\(background)\u{1B}\\")
        try await reader.waitForScreen { name(on: $0).foreground == .indexed(accent) }
    }

    @Test func `colours follow the background that this kind of terminal reported last`() async throws {
        let home = try Home()
        let first = try DrawnReader.launch(feeds: [news], home: home)
        try await first.waitForScreen(showing: "Unread")
        first.type("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\")
        try await first.waitForScreen { name(on: $0).foreground == .indexed(110) }
        #expect(try await first.quit() == .status(0))
        let next = try DrawnReader.launch(home: home)
        #expect(name(on: try await next.waitForScreen(showing: "Unread")).foreground == .indexed(110))
        next.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try await next.waitForScreen { name(on: $0).foreground == .indexed(25) }
        #expect(try await next.quit() == .status(0))
        let other = try DrawnReader.launch(environment: ["TERM": "tmux-256color"], home: home)
        #expect(name(on: try await other.waitForScreen(showing: "Unread")).foreground == .indexed(5))
    }

    @Test func `colours follow the background in COLORFGBG from the first frame on`() async throws {
        let reader = try await open(["COLORFGBG": "0;15"])
        #expect(name(on: reader.screen).foreground == .indexed(25))
    }

    @Test func `colours are those of the config file's theme, whatever the background`() async throws {
        let reader = try await open(["COLORFGBG": "0;15"], config: "theme mono\n")
        #expect(name(on: reader.screen).foreground == .standard)
        #expect(!String(decoding: reader.output, as: UTF8.self).contains("\u{1B}]11;?"))
    }

    @Test func `a bullet doesn't look like the text after it`() async throws {
        let list = SampleFeed(title: "News", items: [.init(title: "Story", body: "<ul><li>One thing</li></ul>")])
        let reader = try DrawnReader.launch(feeds: [list.rss])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.press(.enter)
        let screen = try await reader.waitForScreen(showing: "• One thing")
        let row = try #require(screen.row(of: "• One thing"))
        let column = try #require(screen.cells[row].firstIndex { $0.text == "•" })
        #expect(screen.cell(row, column).dim && !screen.cell(row, column + 2).dim)
    }

    @Test func `deleted text is struck out if the terminal can do that, otherwise marked with signs`() async throws {
        let story = SampleFeed.Item(title: "Story", body: "<p>It costs <del>nine euros</del> ten.</p>")
        let feed = SampleFeed(title: "News", items: [story]).rss
        let reader = try DrawnReader.launch(feeds: [feed])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.press(.enter)
        let screen = try await reader.waitForScreen(showing: "It costs nine euros ten.")
        let row = try #require(screen.row(of: "It costs"))
        #expect(screen.cells[row].filter(\.strike).map(\.text).joined() == "nine euros")

        let other = try DrawnReader.launch(feeds: [feed], environment: ["TERM": "vt220"])
        try await other.openFeed(fetching: "1 new", showing: "Story")
        other.press(.enter)
        try await other.waitForScreen(showing: "It costs ~~nine euros~~ ten.")
    }

    @Test func `headings of different levels look different`() async throws {
        let body = (1...6).map { "<h\($0)>Level \($0)</h\($0)>" }.joined()
        let reader = try DrawnReader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.press(.enter)
        let screen = try await reader.waitForScreen(showing: "Level 6")
        let looks = try (1...6).map { level in
            let row = try #require(screen.row(of: "Level \(level)"))
            let cell = screen.cell(row, 1)
            return "\(cell.bold) \(cell.italic) \(cell.dim) \(screen.cell(row + 1, 1).text)"
        }
        #expect(Set(looks).count == 6)
    }

    @Test func `there are no colours with NO_COLOR`() async throws {
        let reader = try await open(["NO_COLOR": "1"])
        #expect(reader.screen.cells.joined().allSatisfy { $0.foreground == .standard && $0.background == .standard })
        #expect(name(on: reader.screen).bold)
    }

    private let orange = "color name \"#ff8701\" \"#010203\"\ncolor info \"#ff8702\" default\n"

    private func expectOrange(_ reader: DrawnReader) {
        #expect(name(on: reader.screen).foreground == .rgb(255, 0x87, 1))
        #expect(name(on: reader.screen).background == .rgb(1, 2, 3))
        #expect(reader.screen.cell(23, 1).foreground == .rgb(255, 0x87, 2))
        #expect(!String(decoding: reader.output, as: UTF8.self).contains("\u{1B}]4;"))
    }

    @Test func `hints have the colour of their line, unless they have their own`() async throws {
        func hints(_ config: String) async throws -> (key: Screen.Cell, meaning: Screen.Cell) {
            let screen = try await open(["COLORFGBG": "15;0"], config: config).screen
            let column = try #require(screen.foot.range(of: "? keys")).lowerBound.utf16Offset(in: screen.foot)
            return (screen.cell(23, column), screen.cell(23, column + 2))
        }
        let line = "color info green blue\n"
        let plain = try await hints(line)
        #expect(plain.key.foreground == .indexed(2) && plain.meaning.foreground == .indexed(2))
        #expect(plain.key.background == .indexed(4) && plain.meaning.background == .indexed(4))
        let own = try await hints(line + "color hint-key yellow default\n")
        #expect(own.key.foreground == .indexed(3) && own.meaning.foreground == .indexed(2))
        #expect(own.key.background == .indexed(4))
    }

    @Test func `the whole title bar has its background, and nothing in it has that colour`() async throws {
        let reader = try await open([:], config: "color title white magenta bold\n")
        reader.press(":", "offline", .enter)
        let screen = try await reader.waitForScreen { $0.lines[0].contains("offline") }
        #expect(screen.cells[0].allSatisfy { $0.background == .indexed(5) && $0.foreground != .indexed(5) })
        #expect(name(on: screen).foreground == .indexed(7))
    }

    @Test(arguments: ["truecolor", "24bit"])
    func `every colour is exact if COLORTERM says so`(depth: String) async throws {
        expectOrange(try await open(["COLORTERM": depth], config: orange))
    }

    @Test func `colours are replaced by the nearest ones if the terminal has few`() async throws {
        let reader = try await open([:], config: orange)
        #expect(name(on: reader.screen).foreground == .indexed(208))
        let few = try await open(["TERM": "xterm"], config: orange)
        #expect(name(on: few.screen).background == .indexed(0))
    }

    @Test(arguments: ["vt100", "vt220", "ansi"])
    func `the screen is ASCII on terminals that have nothing else`(type: String) async throws {
        let reader = try await open(["TERM": type])
        reader.press(.end, .enter)
        let list = try await reader.waitForScreen(showing: "\"Gr")
        #expect(list.contains("Uber \"Grose\" - ????"))
        reader.press(.enter)
        let article = try await reader.waitForScreen(showing: "\"Ein Text\" ~ mit * Zeichen")
        #expect(article.cells.joined().allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test func `the screen is ASCII if the config file says so`() async throws {
        let reader = try await open([:], config: "ascii yes\n")
        reader.press(.end, .enter)
        try await reader.waitForScreen(showing: "Uber \"Grose\" - ????")
        reader.press(.enter)
        // Non-ASCII bytes could end the title and begin a control sequence.
        let screen = try await reader.waitForScreen { $0.title.hasPrefix("Uber \"Grose\" - ????") }
        #expect(screen.title.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `the Linux console shows letters, but replaces signs that it lacks`() async throws {
        let reader = try await open(["TERM": "linux"])
        reader.press(.end, .enter)
        try await reader.waitForScreen(showing: "Über \"Größe\" - ")
    }

    @Test func `a theme's background reaches the edges`() async throws {
        let reader = try await open([:], config: "color background default color235\ncolor title default color24\n")
        reader.press(.end, .enter)
        let list = try await reader.waitForScreen(showing: "Größe")
        #expect(list.cell(0, 1).background == .indexed(24) && list.cell(0, 79).background == .indexed(24))
        for place in [(1, 5), (1, 70), (12, 40), (23, 30), (23, 79)] {
            #expect(list.cell(place.0, place.1).background == .indexed(235) || list.cell(place.0, place.1).reverse)
        }
        reader.press(.enter)
        let article = try await reader.waitForScreen(showing: "Ein Text")
        for row in 1...23 { #expect(article.cells[row].allSatisfy { $0.background == .indexed(235) }) }
    }

    @Test func `choices and long messages hide all of the links behind them`() async throws {
        let body = (1...40).map { "<a href='https://example.org/\($0)'>A page to read, \($0)</a>" }
        let links = SampleFeed(title: "News", items: [.init(title: "Links", body: body.joined(separator: "<br>"))])
        let reader = try DrawnReader.launch(feeds: [links.rss], size: (40, 12))
        try await reader.openFeed(fetching: "1 new", showing: "Links")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "A page to read, 5 [5]")
        reader.press(":", "\t")
        try await reader.waitForScreen { $0.line(10).hasPrefix(" add-feed  article-feed  bookmark  ") }
        reader.press(.escape)
        try await reader.waitForScreen { $0.line(10) == " A page to read, 5 [5]" }
        reader.press("#")
        reader.type("999\r")
        try await reader.waitForScreen {
            $0.line(9) == " No link “999”: type a number from 1 to" && $0.line(10) == " 40"
        }
    }

    @Test func `a message never hides the row that the next key is for`() async throws {
        let items = (1...30).map { SampleFeed.Item(title: "Story \($0)") }
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss], size: (30, 8))
        try await reader.openFeed(fetching: "30 new", showing: "● Story 1")
        reader.press("G")
        try await reader.waitForScreen { $0.line(6).contains("Story 30") }
        reader.press(":")
        reader.type("nothing-that-there-is in any of all the readers\r")
        try await reader.waitForScreen { $0.line(6).contains("Story 30") && $0.line(7).hasPrefix(" Unknown command") }
        reader.press("g")
        try await reader.waitForScreen { $0.line(1).contains("Story 1") }
    }

    @Test(arguments: [2, 3]) func `a screen of a few rows has room for a message, wherever the cursor was`(
        rows: Int
    ) async throws {
        let reader = try DrawnReader.launch(feeds: (1...12).map { "http://127.0.0.1:9/\($0)" })
        try await reader.waitForScreen(showing: "127.0.0.1:9/12")
        reader.press("G")
        try await reader.waitForScreen(showing: "row 16 of 16")
        try await reader.quit()
        let next = try DrawnReader.launch(size: (80, rows), home: reader.home)
        try await next.waitForScreen(showing: "127.0.0.1:9/12")
        next.press("`")
        try await next.waitForScreen(showing: "` does nothing here")
        next.type(":no-such-operation-that-there-is with more words than eighty columns have room for\r")
        try await next.waitForScreen(showing: "Unknown command")
    }

    @Test func `keys have names in words if the terminal has no arrows`() async throws {
        let reader = try DrawnReader.launch(feeds: [news], environment: ["TERM": "vt100"])
        try await reader.waitForScreen(showing: "Unread")
        reader.press("?")
        try await reader.waitForScreen { $0.contains("j Down") && $0.contains("k Up") && !$0.contains("j v") }
    }

    @Test func `a title uses the room that a short date leaves, and the date's if there is little`() async throws {
        let title = String(repeating: "Headline ", count: 12)
        let items = [
            SampleFeed.Item(title: title, date: Date(timeIntervalSinceNow: -2.5 * 3600)),
            SampleFeed.Item(title: title + "of old", date: Date(timeIntervalSince1970: 1_500_000_000))
        ]
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss])
        try await reader.openFeed(fetching: "2 new", showing: "● Headline")
        try await reader.waitForScreen {
            $0.line(1).hasSuffix("Headline Headline…  2h") && $0.line(2).hasSuffix("Headline He…  Jul 2017")
        }
        reader.resize(columns: 24, rows: 12)
        try await reader.waitForScreen {
            $0.line(1) == " ● Headline Headli…  2h" && $0.line(2) == " ● Headline Head…  2017"
        }
        reader.resize(columns: 23, rows: 12)
        try await reader.waitForScreen { $0.line(1) == " ● Headline Headline…" && $0.line(2) == $0.line(1) }
    }

    @Test(arguments: ["16", "dark", "light", "mono", "contrast"])
    func `selected rows have a sign, and the cursor stands out among them`(theme: String) async throws {
        let items = (1...5).map { SampleFeed.Item(title: "Story \($0)") }
        let home = try Home()
        try home.write(config: "theme \(theme)\n")
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss], home: home)
        try await reader.openFeed(fetching: "5 new", showing: "● Story 1")
        reader.press("j", "v", "j", "j")
        let screen = try await reader.waitForScreen(showing: "3 selected")
        #expect((1...5).map { screen.cell($0, 0).text } == [" ", "▌", "▌", "▌", " "])
        for row in 2...3 { #expect(screen.cells[row][1...7] == screen.cells[1][1...7]) }
        #expect(screen.cells[4][3...].allSatisfy { $0.reverse || $0.background != .standard })
    }

    @Test func `a narrow screen has room for a long message, and for the keys of choices`() async throws {
        let reader = try DrawnReader.launch(feeds: [news], size: (40, 12))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("a")
        reader.type("exec:rm\r")
        try await reader.waitForScreen {
            $0.line(9) == " lede can't add “exec:” lines: write"
                && $0.line(10).hasSuffix("yourself") && $0.line(11).hasSuffix(": exec:rm")
        }
        reader.press(.escape)
        try await reader.waitForScreen { !$0.contains("exec:rm") }
        reader.press("S")
        try await reader.waitForScreen { $0.line(11).hasSuffix(" Enter choose  Esc cancel") }
    }
}

@Suite(.drawing) struct `Text from right to left` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(
                title: "\u{202B}אחת שתיים\u{202C}",
                body: "<p>שלוש \u{200F}ארבע, חמש.</p><p>Left to right.</p>"),
            .init(title: "One, two")
        ]
    ).rss

    private func columns(of text: String, on screen: Screen) throws -> Range<Int> {
        let row = try #require(screen.cells.first { $0.map(\.text).joined().contains(text) })
        let start = try #require(row.indices.first { row[$0...].map(\.text).joined().hasPrefix(text) })
        return start..<start + text.count
    }

    @Test(arguments: [(80, 24), (40, 12)])
    func `right-to-left text starts at the right of an article, while titles in lists keep their column`(
        columns: Int, rows: Int
    ) async throws {
        let reader = try DrawnReader.launch(feeds: [news], size: (columns, rows))
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● One, two")
        #expect(try self.columns(of: "אחת שתיים", on: reader.screen).lowerBound == 3)
        #expect(try self.columns(of: "One, two", on: reader.screen).lowerBound == 3)
        reader.press(.enter)
        let article = try await reader.waitForScreen(showing: "Left to right.")
        #expect(try self.columns(of: "Left to right.", on: article).lowerBound == 1)
        for text in ["אחת שתיים", "שלוש ארבע, חמש."] {
            #expect(try self.columns(of: text, on: article).upperBound == columns - 1)
        }
        let sent = String(decoding: reader.output, as: UTF8.self).unicodeScalars
        #expect(!sent.contains { $0.properties.isBidiControl })
    }
}

@Suite(.drawing) struct `The window` {
    private let news = SampleFeed(
        title: "News",
        items: (1...40).map { number in
            .init(title: "Story \(number)", body: String(repeating: "<p>Words of story \(number).</p>", count: 60))
        }
    ).rss

    private func openStory(size: (columns: Int, rows: Int)) async throws -> DrawnReader {
        let reader = try DrawnReader.launch(feeds: [news], size: size)
        try await reader.openFeed(fetching: "40 new", showing: "Story 1")
        return reader
    }

    @Test func `the window may be very large, with all panes and every row in place`() async throws {
        let reader = try await openStory(size: (500, 200))
        reader.press(.enter)
        try await reader.waitForScreen {
            $0.contains("● Story 40") && $0.contains("Words of story 1.") && $0.line(199).contains("? keys")
        }
        reader.press("Q")
        #expect(try await reader.waitForExit() == .status(0))
    }

    @Test(arguments: [(20, 5), (10, 3), (4, 2), (2, 2), (1, 1)])
    func `the reader works in a tiny window`(columns: Int, rows: Int) async throws {
        let reader = try await openStory(size: (80, 24))
        for keys: [Keystroke] in [
            ["j"], [.enter], [" "], ["?"], ["q"], ["q"], ["q"], ["E"], ["q"], ["a"], ["x", .control("g")]
        ] {
            reader.resize(columns: columns, rows: rows)
            for key in keys { reader.press(key) }
        }
        reader.resize(columns: 80, rows: 24)
        try await reader.waitForScreen { $0.lines.count == 24 && $0.contains("39 unread") }
        #expect(try await reader.quit() == .status(0))
    }
}

@Suite(.drawing) struct `Hints and menus offer only what works now` {
    @Test func `articles without a link don't hint at the browser`() async throws {
        let news = SampleFeed(
            title: "News",
            items: [
                .init(title: "With a link", body: "<p>Text.</p>", link: "https://example.org/1"),
                .init(title: "Without one", body: "<p>Text.</p>", link: nil)
            ])
        let reader = try DrawnReader.launch(feeds: [news.rss], home: try Home())
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● With a link")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Text.") && $0.contains("o browser") && $0.contains("n next") }
        reader.press("n")
        try await reader.waitForScreen {
            $0.contains("Without one") && $0.contains("n next") && !$0.contains("o browser")
        }
    }

    @Test func `reading on is hinted at only where something follows`() async throws {
        let news = SampleFeed(
            title: "News",
            items: [.init(title: "First", body: "<p>Text.</p>"), .init(title: "Last", body: "<p>Text.</p>")])
        let reader = try DrawnReader.launch(feeds: [news.rss], home: try Home())
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Text.") && $0.contains("Space read on") }
        reader.press(" ")
        try await reader.waitForScreen { $0.contains("Last") && $0.contains("Text.") && !$0.contains("read on") }
    }

    @Test func `the undo history hints at redo once a step is undone`() async throws {
        let news = SampleFeed(title: "News", items: [.init(title: "A story", body: "<p>Text.</p>")])
        let reader = try DrawnReader.launch(feeds: [news.rss], home: try Home())
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● A story")
        reader.press("s")
        try await reader.waitForScreen(showing: "✪ A story")
        reader.press("H")
        try await reader.waitForScreen { $0.contains("u undo") && !$0.contains("Ctrl-R redo") }
        reader.press("u")
        try await reader.waitForScreen(showing: "undone")
        // The message left no room for hints.
        reader.press("k")
        try await reader.waitForScreen { $0.contains("Ctrl-R redo") && !$0.contains("u undo") }
    }

    @Test func `a feed's menu offers to move it only past a neighbour`() async throws {
        let feeds = ["One", "Two"].map { SampleFeed(title: $0, items: [.init(title: "\($0)'s story")]).rss }
        let reader = try DrawnReader.launch(feeds: feeds, home: try Home())
        try await reader.waitForScreen(showing: "Unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "2 new in 2 feeds")
        reader.press("G", "m")
        try await reader.waitForScreen { $0.contains("Move up") && !$0.contains("Move down") }
    }
}
