import Foundation
import TestSupport
import Testing

@Suite struct Looks {
    private let news = SampleFeed(
        title: "Nachrichten", items: [.init(title: "Über “Größe” – 日本", body: "<p>“Ein Text” … mit • Zeichen</p>")]
    ).rss

    private func open(_ environment: [String: String], config: String = "") throws -> Reader {
        let home = try Home()
        try home.write(config: config)
        let reader = try Reader.launch(feeds: [news], environment: environment, home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("r")
        try reader.waitForScreen(showing: "1 new")
        return reader
    }

    private func name(on screen: Screen) -> Screen.Cell { screen.cell(0, 1) }

    @Test(arguments: [("1c1c/1c1c/1c1c", UInt8(110)), ("ffff/ffff/ffff", 25)])
    func `colours are dark or light like the terminal's background, once it is known`(
        background: String, accent: UInt8
    ) throws {
        let reader = try open([:])
        #expect(name(on: reader.screen).foreground == .indexed(5))
        #expect(String(decoding: reader.output, as: UTF8.self).contains("\u{1B}]11;?\u{1B}\\"))
        try reader.type("\u{1B}]11;rgb:\(background)\u{1B}\\")
        try reader.waitForScreen { name(on: $0).foreground == .indexed(accent) }
    }

    @Test func `colours follow the background that this kind of terminal reported last`() throws {
        let home = try Home()
        let first = try Reader.launch(feeds: [news], home: home)
        try first.waitForScreen(showing: "Unread")
        try first.type("\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\")
        try first.waitForScreen { name(on: $0).foreground == .indexed(110) }
        #expect(try first.quit() == .status(0))
        let next = try Reader.launch(home: home)
        #expect(name(on: try next.waitForScreen(showing: "Unread")).foreground == .indexed(110))
        try next.type("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\")
        try next.waitForScreen { name(on: $0).foreground == .indexed(25) }
        #expect(try next.quit() == .status(0))
        let other = try Reader.launch(environment: ["TERM": "tmux-256color"], home: home)
        #expect(name(on: try other.waitForScreen(showing: "Unread")).foreground == .indexed(5))
    }

    @Test func `colours follow the background in COLORFGBG from the first frame on`() throws {
        let reader = try open(["COLORFGBG": "0;15"])
        #expect(name(on: reader.screen).foreground == .indexed(25))
    }

    @Test func `colours are those of the config file's theme, whatever the background`() throws {
        let reader = try open(["COLORFGBG": "0;15"], config: "theme mono\n")
        #expect(name(on: reader.screen).foreground == .standard)
        #expect(!String(decoding: reader.output, as: UTF8.self).contains("\u{1B}]11;?"))
    }

    @Test func `a bullet doesn't look like the text after it`() throws {
        let list = SampleFeed(title: "News", items: [.init(title: "Story", body: "<ul><li>One thing</li></ul>")])
        let reader = try Reader.launch(feeds: [list.rss])
        try reader.openFeed(fetching: "1 new", showing: "Story")
        try reader.press(.enter)
        let screen = try reader.waitForScreen(showing: "• One thing")
        let row = try #require(screen.row(of: "• One thing"))
        let column = try #require(screen.cells[row].firstIndex { $0.text == "•" })
        #expect(screen.cell(row, column).dim && !screen.cell(row, column + 2).dim)
    }

    @Test func `deleted text is struck out if the terminal can do that, otherwise marked with signs`() throws {
        let story = SampleFeed.Item(title: "Story", body: "<p>It costs <del>nine euros</del> ten.</p>")
        let feed = SampleFeed(title: "News", items: [story]).rss
        let reader = try Reader.launch(feeds: [feed])
        try reader.openFeed(fetching: "1 new", showing: "Story")
        try reader.press(.enter)
        let screen = try reader.waitForScreen(showing: "It costs nine euros ten.")
        let row = try #require(screen.row(of: "It costs"))
        #expect(screen.cells[row].filter(\.strike).map(\.text).joined() == "nine euros")

        let other = try Reader.launch(feeds: [feed], environment: ["TERM": "vt220"])
        try other.openFeed(fetching: "1 new", showing: "Story")
        try other.press(.enter)
        try other.waitForScreen(showing: "It costs ~~nine euros~~ ten.")
    }

    @Test func `headings of different levels look different`() throws {
        let body = (1...6).map { "<h\($0)>Level \($0)</h\($0)>" }.joined()
        let reader = try Reader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try reader.openFeed(fetching: "1 new", showing: "Story")
        try reader.press(.enter)
        let screen = try reader.waitForScreen(showing: "Level 6")
        let looks = try (1...6).map { level in
            let row = try #require(screen.row(of: "Level \(level)"))
            let cell = screen.cell(row, 1)
            return "\(cell.bold) \(cell.italic) \(cell.dim) \(screen.cell(row + 1, 1).text)"
        }
        #expect(Set(looks).count == 6)
    }

    @Test func `there are no colours with NO_COLOR`() throws {
        let reader = try open(["NO_COLOR": "1"])
        #expect(reader.screen.cells.joined().allSatisfy { $0.foreground == .standard && $0.background == .standard })
        #expect(name(on: reader.screen).bold)
    }

    private let orange = "color name \"#ff8701\" \"#010203\"\ncolor info \"#ff8702\" default\n"

    private func expectOrange(_ reader: Reader) {
        #expect(name(on: reader.screen).foreground == .rgb(255, 0x87, 1))
        #expect(name(on: reader.screen).background == .rgb(1, 2, 3))
        #expect(reader.screen.cell(23, 1).foreground == .rgb(255, 0x87, 2))
        #expect(!String(decoding: reader.output, as: UTF8.self).contains("\u{1B}]4;"))
    }

    @Test func `hints have the colour of their line, unless they have their own`() throws {
        func hints(_ config: String) throws -> (key: Screen.Cell, meaning: Screen.Cell) {
            let screen = try open(["COLORFGBG": "15;0"], config: config).screen
            let column = try #require(screen.foot.range(of: "? keys")).lowerBound.utf16Offset(in: screen.foot)
            return (screen.cell(23, column), screen.cell(23, column + 2))
        }
        let line = "color info green blue\n"
        let plain = try hints(line)
        #expect(plain.key.foreground == .indexed(2) && plain.meaning.foreground == .indexed(2))
        #expect(plain.key.background == .indexed(4) && plain.meaning.background == .indexed(4))
        let own = try hints(line + "color hint-key yellow default\n")
        #expect(own.key.foreground == .indexed(3) && own.meaning.foreground == .indexed(2))
        #expect(own.key.background == .indexed(4))
    }

    @Test(arguments: ["truecolor", "24bit"])
    func `every colour is exact if COLORTERM says so`(depth: String) throws {
        expectOrange(try open(["COLORTERM": depth], config: orange))
    }

    @Test func `every colour is exact if the terminal's description has all of them`() throws {
        let home = try Home()
        try home.write(config: orange)
        let reader = try Reader.launch(
            feeds: [news], environment: TerminalKind.direct.environment(in: home), home: home)
        try reader.waitForScreen(showing: "0 unread")
        expectOrange(reader)
    }

    @Test(arguments: TerminalKind.ofTheirOwn)
    func `terminals with their own description look right, with exact colours`(
        terminal: TerminalKind
    ) throws {
        let home = try Home()
        try home.write(config: orange)
        // As these terminals announce themselves.
        let environment = try terminal.environment(in: home).merging(["COLORTERM": "truecolor"]) { $1 }
        let reader = try Reader.launch(feeds: [news], environment: environment, home: home)
        try reader.waitForScreen(showing: "0 unread")
        expectOrange(reader)
        try reader.press("r")
        try reader.waitForScreen(showing: "1 new")
        try reader.press(.end, .enter, .enter)
        try reader.waitForScreen(showing: "“Ein Text” … mit • Zeichen")
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(reader.modes == reader.modesAtStart)
        #expect(!reader.screen.isAlternateScreen && reader.screen.cursorVisible)
    }

    @Test func `colours are replaced by the nearest ones if the terminal has few`() throws {
        let reader = try open([:], config: orange)
        #expect(name(on: reader.screen).foreground == .indexed(208))
        let few = try open(["TERM": "xterm"], config: orange)
        #expect(name(on: few.screen).background == .indexed(0))
    }

    @Test(arguments: ["vt100", "vt220", "ansi"])
    func `the screen is ASCII on terminals that have nothing else`(type: String) throws {
        let reader = try open(["TERM": type])
        try reader.press(.end, .enter)
        let list = try reader.waitForScreen(showing: "\"Gr")
        #expect(list.contains("Uber \"Grose\" - ????"))
        try reader.press(.enter)
        let article = try reader.waitForScreen(showing: "\"Ein Text\" ~ mit * Zeichen")
        #expect(article.cells.joined().allSatisfy { $0.text.utf8.allSatisfy { $0 < 0x80 } })
    }

    @Test func `the screen is ASCII if the config file says so`() throws {
        let reader = try open([:], config: "ascii yes\n")
        try reader.press(.end, .enter)
        try reader.waitForScreen(showing: "Uber \"Grose\" - ????")
        try reader.press(.enter)
        // Non-ASCII bytes could end the title and begin a control sequence.
        let screen = try reader.waitForScreen { $0.title.hasPrefix("Uber \"Grose\" - ????") }
        #expect(screen.title.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `the Linux console shows letters, but replaces signs that it lacks`() throws {
        let reader = try open(["TERM": "linux"])
        try reader.press(.end, .enter)
        try reader.waitForScreen(showing: "Über \"Größe\" - ")
    }

    @Test(arguments: [
        "xterm", "xterm-256color", "tmux", "tmux-256color", "screen", "screen-256color", "linux", "vt100", "vt220",
        "rxvt", "ansi"
    ])
    func `every kind of terminal looks right, and is restored at the end`(type: String) throws {
        let reader = try open(["TERM": type])
        try reader.press(.end, .enter)
        try reader.waitForScreen(showing: "ber ")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Ein Text")
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(reader.modes == reader.modesAtStart)
        #expect(!reader.screen.isAlternateScreen && reader.screen.cursorVisible)
    }

    @Test func `a terminal that can't move its cursor gets a sentence that says what to do`() throws {
        let home = try Home()
        let reader = try Reader.launch(feeds: [news], environment: ["TERM": "dumb"], home: home)
        #expect(try reader.waitForExit() == .status(1))
        #expect(
            String(decoding: reader.output, as: UTF8.self).contains(
                "set TERM to your terminal's real type, such as xterm-256color"))
    }

    @Test func `a theme's background reaches the edges`() throws {
        let reader = try open([:], config: "color background default color235\ncolor title default color24\n")
        try reader.press(.end, .enter)
        let list = try reader.waitForScreen(showing: "Größe")
        #expect(list.cell(0, 1).background == .indexed(24) && list.cell(0, 79).background == .indexed(24))
        for place in [(1, 5), (1, 70), (12, 40), (23, 30), (23, 79)] {
            #expect(list.cell(place.0, place.1).background == .indexed(235) || list.cell(place.0, place.1).reverse)
        }
        try reader.press(.enter)
        let article = try reader.waitForScreen(showing: "Ein Text")
        for row in 1...23 { #expect(article.cells[row].allSatisfy { $0.background == .indexed(235) }) }
    }

    @Test func `choices and long messages hide all of the links behind them`() throws {
        let body = (1...40).map { "<a href='https://example.org/\($0)'>A page to read, \($0)</a>" }
        let links = SampleFeed(title: "News", items: [.init(title: "Links", body: body.joined(separator: "<br>"))])
        let reader = try Reader.launch(feeds: [links.rss], size: (40, 12))
        try reader.openFeed(fetching: "1 new", showing: "Links")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "A page to read, 5 [5]")
        try reader.press(":", "\t")
        try reader.waitForScreen { $0.line(10).hasPrefix(" add-feed  article-feed  bookmark  ") }
        try reader.press(.escape)
        try reader.waitForScreen { $0.line(10) == " A page to read, 5 [5]" }
        try reader.press("#")
        try reader.type("999\r")
        try reader.waitForScreen {
            $0.line(9) == " No link “999”: type a number from 1 to" && $0.line(10) == " 40"
        }
    }

    @Test func `a message never hides the row that the next key is for`() throws {
        let items = (1...30).map { SampleFeed.Item(title: "Story \($0)") }
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: items).rss], size: (30, 8))
        try reader.openFeed(fetching: "30 new", showing: "● Story 1")
        try reader.press("G")
        try reader.waitForScreen { $0.line(6).contains("Story 30") }
        try reader.press(":")
        try reader.type("nothing-that-there-is in any of all the readers\r")
        try reader.waitForScreen { $0.line(6).contains("Story 30") && $0.line(7).hasPrefix(" Unknown command") }
        try reader.press("g")
        try reader.waitForScreen { $0.line(1).contains("Story 1") }
    }

    @Test(arguments: [2, 3]) func `a screen of a few rows has room for a message, wherever the cursor was`(
        rows: Int
    ) throws {
        let reader = try Reader.launch(feeds: (1...12).map { "http://127.0.0.1:9/\($0)" })
        try reader.waitForScreen(showing: "127.0.0.1:9/12")
        try reader.press("G")
        try reader.waitForScreen(showing: "row 16 of 16")
        try reader.quit()
        let next = try Reader.launch(size: (80, rows), home: reader.home)
        try next.waitForScreen(showing: "127.0.0.1:9/12")
        try next.press("x")
        try next.waitForScreen(showing: "x does nothing here")
        try next.type(":no-such-operation-that-there-is with more words than eighty columns have room for\r")
        try next.waitForScreen(showing: "Unknown command")
    }

    @Test func `keys have names in words if the terminal has no arrows`() throws {
        let reader = try Reader.launch(feeds: [news], environment: ["TERM": "vt100"])
        try reader.waitForScreen(showing: "Unread")
        try reader.press("?")
        try reader.waitForScreen { $0.contains("j Down") && $0.contains("k Up") && !$0.contains("j v") }
    }

    @Test func `a title uses the room that a short date leaves, and the date's if there is little`() throws {
        let title = String(repeating: "Headline ", count: 12)
        let items = [
            SampleFeed.Item(title: title, date: Date(timeIntervalSinceNow: -2.5 * 3600)),
            SampleFeed.Item(title: title + "of old", date: Date(timeIntervalSince1970: 1_500_000_000))
        ]
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: items).rss])
        try reader.openFeed(fetching: "2 new", showing: "● Headline")
        try reader.waitForScreen {
            $0.line(1).hasSuffix("Headline Headline…  2h") && $0.line(2).hasSuffix("Headline He…  Jul 2017")
        }
        reader.resize(columns: 24, rows: 12)
        try reader.waitForScreen {
            $0.line(1) == " ● Headline Headli…  2h" && $0.line(2) == " ● Headline Head…  2017"
        }
        reader.resize(columns: 23, rows: 12)
        try reader.waitForScreen { $0.line(1) == " ● Headline Headline…" && $0.line(2) == $0.line(1) }
    }

    @Test(arguments: ["16", "dark", "light", "mono", "contrast"])
    func `selected rows have a sign, and the cursor stands out among them`(theme: String) throws {
        let items = (1...5).map { SampleFeed.Item(title: "Story \($0)") }
        let home = try Home()
        try home.write(config: "theme \(theme)\n")
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: items).rss], home: home)
        try reader.openFeed(fetching: "5 new", showing: "● Story 1")
        try reader.press("j", "v", "j", "j")
        let screen = try reader.waitForScreen(showing: "3 selected")
        #expect((1...5).map { screen.cell($0, 0).text } == [" ", "▌", "▌", "▌", " "])
        for row in 2...3 { #expect(screen.cells[row][1...7] == screen.cells[1][1...7]) }
        #expect(screen.cells[4][3...].allSatisfy { $0.reverse || $0.background != .standard })
    }

    @Test func `a narrow screen has room for a long message, and for the keys of choices`() throws {
        let reader = try Reader.launch(feeds: [news], size: (40, 12))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("a")
        try reader.type("exec:rm\r")
        try reader.waitForScreen {
            $0.line(9) == " lede can't add “exec:” lines: write"
                && $0.line(10).hasSuffix("yourself") && $0.line(11).hasSuffix(": exec:rm")
        }
        try reader.press(.escape)
        try reader.waitForScreen { !$0.contains("exec:rm") }
        try reader.press("S")
        try reader.waitForScreen { $0.line(11).hasSuffix(" Enter choose  Esc cancel") }
    }
}
