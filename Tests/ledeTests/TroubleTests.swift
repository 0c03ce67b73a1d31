import Foundation
import TestSupport
import Testing

/// Programs that fail, pastes without end, windows that never come to rest.
@Suite struct `In trouble` {
    private let news = SampleFeed(
        title: "News",
        items: (1...40).map {
            .init(title: "Story \($0)", body: "<p>Words of story \($0).</p>", link: "https://example.org/\($0)")
        }
    ).rss

    private func open(environment: [String: String] = [:], home: Home? = nil) throws -> Reader {
        let reader = try Reader.launch(feeds: [news], environment: environment, home: home)
        try reader.openFeed(fetching: "40 new", showing: "Story 1")
        return reader
    }

    private func script(_ lines: String, in home: Home) throws -> String {
        try home.writeProgram("program", lines)
    }

    private func expectUsable(_ reader: Reader) throws {
        try reader.press(.end)
        try reader.waitForScreen { $0.isAlternateScreen && $0.line(23).hasPrefix(" row 40 of 40") }
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(reader.modes == reader.modesAtStart)
        #expect(!reader.screen.isAlternateScreen && reader.screen.cursorVisible)
        for mode in ["2004", "1002", "1006"] { #expect(isOff(mode, after: reader.output)) }
    }

    /// Whether a mode of the terminal was last turned off, by what was sent to it.
    private func isOff(_ mode: String, after output: [UInt8]) -> Bool {
        let sent = String(decoding: output, as: UTF8.self)
        let (on, off) = (
            sent.range(of: "[?\(mode)h", options: .backwards), sent.range(of: "[?\(mode)l", options: .backwards)
        )
        guard let on else { return true }
        return off.map { $0.lowerBound > on.lowerBound } ?? false
    }

    @Test func `a browser that hangs is ended by Ctrl-C, and only the browser is`() throws {
        let home = try Home()
        let reader = try open(environment: ["BROWSER": script("echo It hangs; exec sleep 1000", in: home)], home: home)
        try reader.press("o")
        try reader.waitForScreen { $0.contains("It hangs") && !$0.isAlternateScreen }
        #expect(reader.modes == reader.modesAtStart)
        try reader.press(.control("c"))
        try reader.waitForScreen(showing: "was killed by signal 2")
        try expectUsable(reader)
    }

    @Test func `a browser that fails is told of`() throws {
        let home = try Home()
        let reader = try open(environment: ["BROWSER": script("exit 3", in: home)], home: home)
        try reader.press("o")
        try reader.waitForScreen(showing: "program failed with exit code 3")
        try expectUsable(reader)
    }

    @Test func `a browser that spoils the screen and the terminal's modes leaves no trace`() throws {
        let home = try Home()
        let browser = try script(
            "stty raw -echo; printf '\\033[?1049l\\033[2JRubbish\\033[7m\\033(0'; exit 0", in: home)
        let reader = try open(environment: ["BROWSER": browser], home: home)
        try reader.press("o", "j")
        try reader.waitForScreen { $0.contains("row 2 of 40") && $0.contains("● Story 2") && !$0.contains("Rubbish") }
        try expectUsable(reader)
    }

    @Test func `a program has none of lede's picture before it, also where the terminal has but one screen`() throws {
        let home = try Home()
        let browser = try script("echo Which page; read answer", in: home)
        let reader = try open(environment: ["BROWSER": browser, "TERM": "linux"], home: home)
        try reader.press("o")
        try reader.waitForScreen { $0.line(0) == "Which page" && !$0.contains("Story") }
        try reader.press(.enter)
        try reader.waitForScreen {
            $0.contains("* Story 1 ") && $0.contains("* Story 22 ") && !$0.contains("Which page")
        }
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
    }

    @Test func `a command that an article is piped to begins on an empty screen, each time`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words of story 1.")
        for command in ["wc -l", "head -n 1"] {
            try reader.type("|\(command)\r")
            try reader.waitForScreen {
                $0.line(0).hasPrefix("\(command) (lede") && $0.contains("Press Enter to return")
            }
            #expect(reader.screen.lines.count { $0.contains("Press Enter") } == 1)
            try reader.press(.enter)
            try reader.waitForScreen { $0.contains("Words of story 1.") && $0.isAlternateScreen }
        }
    }

    @Test func `what a program leaves on the shell's screen stays there when the window changes meanwhile`() throws {
        let home = try Home()
        let browser = try script("echo Opened; read answer", in: home)
        let reader = try open(environment: ["BROWSER": browser], home: home)
        try reader.press("o")
        try reader.waitForScreen(showing: "Opened")
        reader.resize(columns: 70, rows: 20)
        try reader.press(.enter)
        try reader.waitForScreen { $0.isAlternateScreen && $0.contains("● Story 18") }
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(reader.screen.contains("Opened"))
    }

    @Test(arguments: [
        ("nowhere-to-be-found", "can't start nowhere-to-be-found"), ("false", "false failed with exit code 1"),
        ("sh -c 'kill -9 $$'", "sh was killed by signal 9"), ("head -c 1", "row 1 of 40")
    ])
    func `a command that an article is piped to and that fails is told of`(command: String, words: String) throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words of story 1.")
        try reader.type("|\(command)\r")
        try reader.waitForScreen { $0.contains("Press Enter to return") || $0.contains(words) }
        if reader.screen.contains("Press Enter to return") { try reader.press(.enter) }
        if words != "row 1 of 40" { try reader.waitForScreen(showing: words) }
        try reader.press("q")
        try reader.waitForScreen(showing: "row 1 of 40")
        try expectUsable(reader)
    }

    @Test func `what a command prints that an article is piped to stays until it is read`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words of story 1.")
        try reader.type("|grep -c story\r")
        try reader.waitForScreen { $0.contains("Press Enter to return to lede") && !$0.isAlternateScreen }
        #expect(reader.screen.lines.contains { Int($0.trimmingCharacters(in: .whitespaces)) ?? 0 > 0 })
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Words of story 1.") && $0.isAlternateScreen }
        try reader.press("q")
        try expectUsable(reader)
    }

    @Test func `a command that an article is piped to and that hangs is ended by Ctrl-C`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words of story 1.")
        try reader.type("|sh -c 'echo It hangs; exec sleep 1000'\r")
        try reader.waitForScreen { screen in
            !screen.isAlternateScreen && screen.contains("(lede is waiting; Ctrl-C to stop it)")
                && screen.lines.contains("It hangs")
        }
        try reader.press(.control("c"))
        try reader.waitForScreen(showing: "was killed by signal 2")
        try reader.press("q")
        try expectUsable(reader)
    }

    @Test func `a program that an item is shared with and that hangs is ended by Ctrl-C`() throws {
        let home = try Home()
        try home.write(config: "share Friends \"sh -c 'echo It hangs; exec sleep 1000'\"\n")
        let reader = try open(home: home)
        try reader.press("c")
        try reader.waitForScreen { $0.contains("It hangs") && !$0.isAlternateScreen }
        try reader.press(.control("c"))
        try reader.waitForScreen { $0.isAlternateScreen && $0.contains("Story 1") }
        try expectUsable(reader)
    }

    @Test func `a browser behind lede and a program for bookmarks that hang keep nobody waiting`() throws {
        let home = try Home()
        let program = try script("echo $$ >> $HOME/begun; exec sleep 60", in: home)
        try home.write(config: "browser \(program)\nbookmark-cmd \(program)\nbookmark-autopilot yes\n")
        let reader = try open(home: home)
        try reader.press(.control("o"), "X")
        func begun() -> Int {
            (try? String(contentsOfFile: home.path + "/begun", encoding: .utf8).count(where: \.isNewline)) ?? 0
        }
        while begun() < 2 { try reader.press("j", "k") }
        try expectUsable(reader)
    }

    @Test func `a program that is to tell of news and hangs keeps nobody from leaving`() throws {
        let home = try Home()
        try home.write(config: "notify-program \(script("touch $HOME/begun; exec sleep 60", in: home))\n")
        let reader = try open(home: home)
        while !FileManager.default.fileExists(atPath: home.path + "/begun") { try reader.press("j") }
        try expectUsable(reader)
    }

    @Test(arguments: [("false", "false failed with exit code 1"), ("/nowhere/vi", "can't start /nowhere/vi")])
    func `an editor that fails is told of, and the feeds are what they were`(editor: String, words: String) throws {
        let reader = try open(environment: ["EDITOR": editor, "VISUAL": ""])
        try reader.press("q", "e")
        try reader.waitForScreen(showing: words)
        try reader.press(.enter)
        try reader.waitForScreen(showing: " of 40")
        try expectUsable(reader)
    }

    @Test func `a megabyte that is pasted into a prompt, or a little less where there is none, keeps nobody waiting`()
        throws
    {
        let reader = try open()
        let some = "\u{1B}[200~" + String(repeating: "Ä word\n", count: 10_000) + "\u{1B}[201~"
        try reader.type(some)
        try reader.press("j")
        try reader.waitForScreen(showing: "row 2 of 40")
        try reader.press("/")
        try reader.waitForScreen { $0.line(23) == " /" }
        let megabyte = "\u{1B}[200~" + String(repeating: "Ä word\n", count: 131_072) + "\u{1B}[201~"
        try reader.type(megabyte)
        try reader.waitForScreen(showing: "word Ä word")
        try reader.press(.escape)
        try reader.waitForScreen { !$0.contains("Ä word") }
        try expectUsable(reader)
    }

    @Test func `a long text that is pasted into a terminal that tells nothing of it is one long line`() throws {
        let reader = try open(environment: ["TERM": "vt220"])
        try reader.press("q", "a")
        try reader.waitForScreen(showing: "URL of the feed or its site:")
        try reader.type(String(repeating: "word ", count: 20_000))
        try reader.press("X")
        try reader.waitForScreen(showing: "word word")
        try reader.press(.escape)
        try reader.waitForScreen { !$0.contains("Address") }
        try reader.press(.enter, "G")
        try reader.waitForScreen(showing: "row 40 of 40")
    }

    @Test func `a storm of resizes, with keys and a refresh in it, ends in a screen that is right`() throws {
        let items = (1...40).map { SampleFeed.Item(title: "Story \($0)", body: "<p>Words.</p>") }
        let body = SampleFeed(title: "News", items: items).rss
        // The refresh ends behind the last key, however fast it is: what it says would else be gone by then.
        let gate = Gate()
        let server = try LoopbackServer { request in
            request.path == "/30" ? .held(until: gate, Answer(200, body: body)) : Answer(200, body: body)
        }
        let reader = try Reader.launch(feeds: (1...30).map { server.url("/\($0)") })
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        let sizes = [(80, 24), (1, 1), (200, 50), (2, 2), (10, 3), (40, 12), (500, 200), (3, 90), (300, 2)]
        for round in 0..<30 {
            for (columns, rows) in sizes {
                reader.resize(columns: columns, rows: rows)
                try reader.press(round % 2 == 0 ? "j" : "k")
            }
            try reader.press(.enter, "j", "?", "q", "q", .control("l"))
        }
        reader.resize(columns: 80, rows: 24)
        try reader.waitForScreen { $0.lines.count == 24 && $0.line(0).contains("29/30") }
        gate.open()
        try reader.waitForScreen {
            $0.lines.count == 24 && $0.line(23).hasPrefix(" 1200 ") && $0.line(23).contains("? keys")
                && !$0.line(0).contains("/30")
        }
        // Whatever was drawn on the way, the screen is what a screen drawn anew is; but for the foot, where the refresh says
        // that it is done until the next key.
        let before = try reader.settle()
        let sent = reader.output.count
        try reader.press(.control("l"))
        try reader.waitForScreen {
            reader.output.count > sent + 500 && $0.cells.dropLast() == before.cells.dropLast()
        }
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(reader.modes == reader.modesAtStart)
    }

    @Test(arguments: [["LANG": ""], ["LC_ALL": "POSIX"], ["LC_ALL": "xx_YY.UTF-8"], ["LC_ALL": "de_DE.ISO-8859-1"]])
    func `a locale without Unicode, or one that is not there, takes no letter from the text`(
        environment: [String: String]
    ) throws {
        let feed = SampleFeed(title: "Grüße", items: [.init(title: "Über Größe", body: "<p>Ein Text.</p>")])
        let reader = try Reader.launch(feeds: [feed.rss], environment: environment)
        try reader.openFeed(fetching: "1 new", showing: "Über Größe")
    }

    @Test func `a terminal that can't move its cursor is told of`() throws {
        let reader = try Reader.launch(feeds: [news], environment: ["TERM": "dumb"])
        #expect(try reader.waitForExit() == .status(1))
        #expect(reader.screen.text.contains("set TERM"))
        #expect(reader.modes == reader.modesAtStart)
    }
}
