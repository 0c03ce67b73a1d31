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
