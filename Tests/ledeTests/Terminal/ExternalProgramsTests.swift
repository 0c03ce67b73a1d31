import Foundation
import TestSupport
import Testing

/// Failing programs, endless pastes, windows that keep changing.
@Suite(.blocking) struct `Trouble with programs and terminals` {
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

    /// Whether a mode was last turned off in this output.
    private func isOff(_ mode: String, after output: [UInt8]) -> Bool {
        let sent = String(decoding: output, as: UTF8.self)
        let (on, off) = (
            sent.range(of: "[?\(mode)h", options: .backwards), sent.range(of: "[?\(mode)l", options: .backwards)
        )
        guard let on else { return true }
        return off.map { $0.lowerBound > on.lowerBound } ?? false
    }

    @Test func `Ctrl-C ends a hanging browser, but not lede`() throws {
        let home = try Home()
        let reader = try open(environment: ["BROWSER": script("echo It hangs; exec sleep 1000", in: home)], home: home)
        try reader.press("o")
        try reader.waitForScreen { $0.contains("It hangs") && !$0.isAlternateScreen }
        #expect(reader.modes == reader.modesAtStart)
        try reader.press(.control("c"))
        try reader.waitForScreen(showing: "was killed by signal 2")
        try expectUsable(reader)
    }

    @Test func `a failing browser is reported`() throws {
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

    @Test func `a program starts on a screen without lede's text, even if the terminal has only one`() throws {
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

    @Test func `a command that gets an article starts on an empty screen, each time`() throws {
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

    @Test func `a program's output stays on the shell's screen when the window changes meanwhile`() throws {
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
        ("nowhere-to-be-found", "Can't start nowhere-to-be-found"), ("false", "false failed with exit code 1"),
        ("sh -c 'kill -9 $$'", "sh was killed by signal 9"), ("head -c 1", "row 1 of 40")
    ])
    func `a failing command that gets an article is reported`(command: String, words: String) throws {
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

    @Test func `the output of a command that gets an article stays until the user has read it`() throws {
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

    @Test func `Ctrl-C ends a hanging command that gets an article`() throws {
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

    @Test func `Ctrl-C ends a hanging program that an item is shared with`() throws {
        let home = try Home()
        try home.write(config: "share Friends \"sh -c 'echo It hangs; exec sleep 1000'\"\n")
        let reader = try open(home: home)
        try reader.press("c")
        try reader.waitForScreen { $0.contains("It hangs") && !$0.isAlternateScreen }
        try reader.press(.control("c"))
        try reader.waitForScreen { $0.isAlternateScreen && $0.contains("Story 1") }
        try expectUsable(reader)
    }

    @Test func `a hanging browser in the background or bookmark program blocks nothing`() throws {
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

    @Test func `a hanging notification program doesn't keep the user from quitting`() throws {
        let home = try Home()
        try home.write(config: "notify-program \(script("touch $HOME/begun; exec sleep 60", in: home))\n")
        let reader = try open(home: home)
        while !FileManager.default.fileExists(atPath: home.path + "/begun") { try reader.press("j") }
        try expectUsable(reader)
    }

    @Test(arguments: [("false", "false failed with exit code 1"), ("/nowhere/vi", "Can't start /nowhere/vi")])
    func `a failing editor is reported, and the feeds stay the same`(editor: String, words: String) throws {
        let reader = try open(environment: ["EDITOR": editor, "VISUAL": ""])
        try reader.press("q", "e")
        try reader.waitForScreen(showing: words)
        try reader.press(.enter)
        try reader.waitForScreen(showing: " of 40")
        try expectUsable(reader)
    }

    @Test func `a pasted megabyte blocks nothing, at a prompt or without one`()
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

    @Test func `a long paste is one line, even if the terminal doesn't mark pastes`() throws {
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

    @Test func `many resizes with keys and a refresh end in a correct screen`() throws {
        let items = (1...40).map { SampleFeed.Item(title: "Story \($0)", body: "<p>Words.</p>") }
        let body = SampleFeed(title: "News", items: items).rss
        // The refresh ends after the last key. Otherwise that key could have cleared its message.
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
        // The screen must equal one that is painted completely, except for the bottom line, where the message of the
        // refresh stays until the next key.
        let before = try reader.paintAgain()
        try reader.waitForScreen { $0.cells.dropLast() == before.cells.dropLast() }
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(reader.modes == reader.modesAtStart)
    }

    @Test(arguments: [["LANG": ""], ["LC_ALL": "POSIX"], ["LC_ALL": "xx_YY.UTF-8"], ["LC_ALL": "de_DE.ISO-8859-1"]])
    func `a locale without Unicode, or a missing one, changes no letter of the text`(
        environment: [String: String]
    ) throws {
        let feed = SampleFeed(title: "Grüße", items: [.init(title: "Über Größe", body: "<p>Ein Text.</p>")])
        let reader = try Reader.launch(feeds: [feed.rss], environment: environment)
        try reader.openFeed(fetching: "1 new", showing: "Über Größe")
    }

    @Test func `a terminal that can't move its cursor is reported`() throws {
        let reader = try Reader.launch(feeds: [news], environment: ["TERM": "dumb"])
        #expect(try reader.waitForExit() == .status(1))
        #expect(reader.screen.text.contains("set TERM"))
        #expect(reader.modes == reader.modesAtStart)
    }
}

@Suite(.blocking) struct `A macro` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", link: "https://example.org/1"),
            .init(title: "Second story", link: "https://example.org/2")
        ]
    ).rss

    @Test func `says why its program failed, and leaves no error on the shell's screen`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "echo \"no such folder\" >&2; exit 3")
        try home.write(config: "macro x run \(program)\n")
        // So wide that the message has the program's path before it on one line.
        let reader = try Reader.launch(feeds: [news], size: (300, 24), home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "x")
        try reader.waitForScreen(showing: "failed with exit code 3: no such folder")
        try reader.press("Q")
        try reader.waitForExit()
        try reader.waitForScreen { !$0.isAlternateScreen && !$0.contains("no such folder") }
    }

    @Test func `shows what its program asks, also by its error output`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "printf \"Which folder? \" >&2; read line; exit 0")
        try home.write(config: "macro x run \(program)\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "x")
        try reader.waitForScreen(showing: "Which folder?")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● First story")
    }

    @Test func `a macro restores the settings that it changed, even if its program fails`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "echo \"opened $1\"; read line")
        try home.write(
            config: "browser \(program)\nmacro y set browser false ; open-in-browser ; set browser \(program) ; quit\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "y")
        try reader.waitForScreen { $0.contains("false failed with exit code 1") && $0.contains("First story") }
        try reader.press("o")
        try reader.waitForScreen(showing: "opened https://example.org/1")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "First story")
    }
}

@Suite(.blocking) struct `Tagging, starring, saving and sharing` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "cheese", body: "<p>It happened.</p>", link: "https://example.org/1"),
            .init(title: "Apples & pears", body: "<p>It went on.</p>", link: "https://example.org/2"),
            .init(title: "bread", body: "<p>It ended.</p>", link: "https://example.org/3")
        ]
    ).rss

    private func script(_ text: String, in home: Home) throws -> String {
        try home.writeProgram("program", text)
    }

    @Test func `a bookmark program may use the terminal to ask`() throws {
        let home = try Home()
        let program = try script("echo \"Where to?\"; read answer; echo \"$2 $answer\" > \(home.path)/kept", in: home)
        try home.write(config: "bookmark-cmd \(program)\nbookmark-interactive yes\nbookmark-autopilot yes\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("X")
        try reader.waitForScreen { $0.contains("Where to?") && !$0.isAlternateScreen }
        try reader.type("there\r")
        try reader.waitForScreen { $0.contains("● bread") && $0.isAlternateScreen }
        #expect(try String(contentsOfFile: home.path + "/kept", encoding: .utf8) == "cheese there\n")
    }

    @Test func `an item is shared with a program in the terminal`() throws {
        let home = try Home()
        let program = try script("echo \"$1 and $LEDE_URL\"; read answer; echo $answer > \(home.path)/said", in: home)
        try home.write(config: "share Friends \(program) %t\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("c")
        try reader.waitForScreen(showing: "cheese and https://example.org/1")
        try reader.type("hello")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● bread")
        #expect(try String(contentsOfFile: home.path + "/said", encoding: .utf8) == "hello\n")
    }
}

@Suite(.blocking) struct `Filtering the list of feeds` {
}
