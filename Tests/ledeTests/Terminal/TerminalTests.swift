import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct Looks {
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

    private let orange = "color name \"#ff8701\" \"#010203\"\ncolor info \"#ff8702\" default\n"

    private func expectOrange(_ reader: Reader) {
        #expect(name(on: reader.screen).foreground == .rgb(255, 0x87, 1))
        #expect(name(on: reader.screen).background == .rgb(1, 2, 3))
        #expect(reader.screen.cell(23, 1).foreground == .rgb(255, 0x87, 2))
        #expect(!String(decoding: reader.output, as: UTF8.self).contains("\u{1B}]4;"))
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
}

/// The description of a kind of terminal for programs that look it up by TERM: xterm's with changes.
struct TerminalKind: CustomTestStringConvertible, Sendable {
    let name: String
    /// In tic's language, separated by commas.
    let capabilities: String

    var testDescription: String { name }

    /// Compiles it into a folder of the home; returns the environment that leads there.
    func environment(in home: Home) throws -> [String: String] {
        let (source, folder) = (home.path + "/terminal.ti", home.path + "/terminfo")
        try "\(name)|\(name) for tests,\n\t\(capabilities), use=xterm-256color,\n".write(
            toFile: source, atomically: true, encoding: .utf8)
        let tic = try CommandRun(
            program: "/usr/bin/tic", arguments: ["-x", "-o", folder, source],
            environment: Lede.environment(home: home, adding: [:]))
        try #require(tic.status == 0, "\(tic.errors)")
        return ["TERM": name, "TERMINFO": folder]
    }
}

extension TerminalKind {
    static let direct = TerminalKind(name: "lede-direct", capabilities: directColors("2;", between: ";"))

    /// kitty and foot, with capabilities of their own descriptions that xterm's lacks.
    static let ofTheirOwn = [
        TerminalKind(
            name: "xterm-kitty",
            capabilities: """
                hs, Tc, bce@, kf3=\\EOR, oc=\\E]104\\007, tsl=\\E]2;, Smulx=\\E[4:%p1%dm, \
                sgr=%?%p9%t\\E(0%e\\E(B%;\\E[0%?%p6%t;1%;%?%p2%t;4%;%?%p1%p3%|%t;7%;%?%p4%t;5%;%?%p7%t;8%;m
                """),
        TerminalKind(
            name: "kitty-direct", capabilities: "hs, ccc@, initc@, " + directColors("2:", between: ":")),
        TerminalKind(
            name: "foot",
            capabilities: """
                hs, Tc, pairs#0x10000, cnorm=\\E[?12l\\E[?25h, \
                setaf=\\E[%?%p1%{8}%<%t3%p1%d%e%p1%{16}%<%t9%p1%{8}%-%d%e38:5:%p1%d%;m, \
                setab=\\E[%?%p1%{8}%<%t4%p1%d%e%p1%{16}%<%t10%p1%{8}%-%d%e48:5:%p1%d%;m
                """)
    ]

    /// The capability for setting colours by their components, with this text before and between them.
    private static func directColors(_ beginning: String, between sign: String) -> String {
        let number = "\(beginning)%p1%{65536}%/%d\(sign)%p1%{256}%/%{255}%&%d\(sign)%p1%{255}%&%d"
        return """
            RGB, colors#0x1000000, pairs#0x10000, \
            setaf=\\E[%?%p1%{8}%<%t3%p1%d%e38\(sign)\(number)%;m, setab=\\E[%?%p1%{8}%<%t4%p1%d%e48\(sign)\(number)%;m
            """
    }
}

@Suite(.blocking) struct `The window` {
    private let news = SampleFeed(
        title: "News",
        items: (1...40).map { number in
            .init(title: "Story \(number)", body: String(repeating: "<p>Words of story \(number).</p>", count: 60))
        }
    ).rss

    private func openStory(size: (columns: Int, rows: Int)) throws -> Reader {
        let reader = try Reader.launch(feeds: [news], size: size)
        try reader.openFeed(fetching: "40 new", showing: "Story 1")
        return reader
    }

    @Test func `the window may change its size at any time, and the screen fits it again`() throws {
        let reader = try openStory(size: (80, 24))
        reader.resize(columns: 40, rows: 12)
        try reader.waitForScreen {
            $0.lines.count == 12 && $0.contains("Story 10") && $0.line(11).contains("row 1 of 40")
        }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words of story 1.")
        reader.resize(columns: 200, rows: 50)
        try reader.waitForScreen {
            $0.lines.count == 50 && $0.line(49).contains("back") && $0.contains("Words of story")
        }
    }

    @Test func `the window may claim an impossible size`() throws {
        let reader = try openStory(size: (80, 24))
        reader.claimSize(columns: Int(UInt16.max), rows: Int(UInt16.max))
        try reader.press("?")
        reader.resize(columns: 80, rows: 24)
        try reader.waitForScreen(showing: "Keys in a list of items")
        try reader.press("q", "q")
        #expect(try reader.quit() == .status(0))
    }

}

/// Terminals that stop reading, as behind a hanging connection, or that are closed.
@Suite(.blocking) struct `A stuck terminal` {
    private let server: LoopbackServer
    private let feed: String

    init() throws {
        let items = (1...200).map { SampleFeed.Item(title: "Story \($0)", body: "<p>Words of story \($0).</p>") }
        let news = SampleFeed(title: "News", items: items).rss
        server = try LoopbackServer { request in request.path == "/stalls" ? .stall : Answer(200, body: news) }
        feed = server.url("/news")
    }

    private func open(feeds: [String]? = nil) throws -> Reader {
        let reader = try Reader.launch(feeds: feeds ?? [feed], size: (200, 50))
        try reader.openFeed(fetching: "200 new", showing: "Story 1")
        return reader
    }

    /// More than a kernel buffers for a terminal: each of these keys sends the whole screen.
    private let many = String(repeating: "\u{C}", count: 200)

    private func expectTerminalAsFound(_ reader: Reader) throws {
        // Output sent before the end is read now.
        try reader.waitForExit()
        #expect(reader.modes == reader.modesAtStart)
        #expect(!reader.screen.isAlternateScreen)
        #expect(reader.screen.cursorVisible)
        let sent = String(decoding: reader.output, as: UTF8.self)
        #expect(sent.contains("\u{1B}[?2004l") && sent.contains("\u{1B}[?1002l"))
    }

    @Test func `keys work while the terminal reads nothing, and their effect shows later`() throws {
        let reader = try open()
        try reader.typeWithoutReading(many)
        try reader.typeWithoutReading("jjjA")
        try reader.waitForScreen(showing: " (u to undo)")
        try reader.press("j")
        try reader.waitForScreen(showing: "row 5 of 200")
        try reader.press("Q")
        try reader.waitForExit()
        #expect(try Lede.run("unread", home: reader.home).output == "0\n")
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal ends lede while the terminal reads nothing, and marks are kept`(signal: Int32) throws {
        let reader = try open()
        try reader.typeWithoutReading(many + "A")
        reader.signal(signal)
        #expect(try reader.waitForExitWithoutReading() == .status(128 + signal))
        try expectTerminalAsFound(reader)
        #expect(try Lede.run("unread", home: reader.home).output == "0\n")
    }

    @Test func `a key ends lede while the terminal reads nothing`() throws {
        let reader = try open()
        try reader.typeWithoutReading(many)
        try reader.typeWithoutReading("Q")
        #expect(try reader.waitForExitWithoutReading() == .status(0))
        try expectTerminalAsFound(reader)
    }

    @Test func `a refresh works while the terminal reads nothing`() throws {
        let reader = try open()
        try reader.typeWithoutReading(many + "r")
        try server.waitForHits(2, on: "/news")
    }

    @Test func `closing the terminal ends lede at once, even during a refresh, and loses no mark`() throws {
        let reader = try open(feeds: [feed, server.url("/stalls")])
        try reader.press("R")
        try reader.waitForScreen { $0.line(0).contains("1/2") }
        try reader.press("A")
        try reader.waitForScreen(showing: " (u to undo)")
        try reader.hangUp()
        #expect(try reader.waitForExitWithoutReading() == .status(128 + SIGHUP))
        #expect(try Lede.run("unread", home: reader.home).output == "0\n")
    }

    @Test func `closing a terminal that reads nothing ends lede at once`() throws {
        let reader = try open()
        try reader.typeWithoutReading(many)
        try reader.hangUp()
        #expect(try reader.waitForExitWithoutReading() == .status(128 + SIGHUP))
    }
}
