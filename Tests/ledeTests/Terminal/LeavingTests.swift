import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Leaving` {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { request in
            request.path == "/stalls"
                ? .stall : Answer(200, body: SampleFeed(title: "News", items: [.init(title: "Hello")]).rss)
        }
    }

    /// A reader refreshing a feed that never answers; the other feed's item has arrived.
    private func refreshingReader() throws -> Reader {
        let reader = try Reader.launch(feeds: ["/news", "/stalls"].map(server.url))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen { $0.line(0).contains("1/2") && $0.contains("1 unread") }
        return reader
    }

    /// A reader with an open article.
    private func readerOfArticle(_ home: Home) throws -> Reader {
        try home.write(urls: [server.url("/news")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 unread")
        try reader.press(.enter, .enter)
        try reader.waitForScreen(showing: "100%")
        return reader
    }

    /// A shell that runs lede.
    private func shell(runningLedeWith feeds: [String]) throws -> Reader {
        let shell = try Reader.launch(
            program: "/bin/bash", feeds: feeds, arguments: ["--norc", "--noprofile", "-i"],
            environment: ["PS1": "shell> "])
        try shell.waitForScreen(showing: "shell>")
        try shell.type("\(BuildProducts.executable("lede"))\r")
        return shell
    }

    /// Waits for the shell's prompt: what is typed while lede stops may be dropped with late answers of the terminal.
    private func pressCtrlZ(_ shell: Reader) throws {
        try shell.press(.control("z"))
        try shell.waitForScreen { !$0.isAlternateScreen && $0.line($0.cursor.row).hasPrefix("shell>") }
    }

    private func expectTerminalAsFound(_ reader: Reader) {
        #expect(reader.modes == reader.modesAtStart)
        #expect(!reader.screen.isAlternateScreen)
        #expect(reader.screen.cursorVisible)
    }

    @Test func `quitting restores the terminal, and keeps what a refresh has fetched`() throws {
        let reader = try refreshingReader()
        #expect(try reader.quit() == .status(0))
        expectTerminalAsFound(reader)
        #expect(try Lede.run("unread", home: reader.home).output == "1\n")
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT])
    func `a signal during a refresh restores the terminal and loses no mark`(signal: Int32) throws {
        let reader = try refreshingReader()
        try reader.press("A")
        try reader.waitForScreen(showing: " (u to undo)")
        reader.signal(signal)
        #expect(try reader.waitForExit() == .status(128 + signal))
        expectTerminalAsFound(reader)
        #expect(try Lede.run("unread", home: reader.home).output == "0\n")
        #expect(try Lede.run("items", home: reader.home).output.contains("Hello"))
    }

    @Test(
        .disabled(if: Sanitizer.builtIn != nil, "a sanitizer ends the program after a crash itself"),
        arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1])
    func `a crash restores the terminal`(signal: Int32) throws {
        let reader = try Reader.launch(
            feeds: ["https://nowhere.invalid/feed"], environment: ["SWIFT_BACKTRACE": "enable=no"])
        try reader.waitForScreen(showing: "nowhere.invalid")
        reader.signal(signal)
        #expect(try reader.waitForExit() == .signal(signal))
        expectTerminalAsFound(reader)
    }

    @Test func `Ctrl-Z returns to the shell, and fg to lede's screen`() throws {
        let shell = try shell(runningLedeWith: ["https://nowhere.invalid/feed"])
        try shell.waitForScreen { $0.isAlternateScreen && $0.contains("nowhere.invalid") }
        try pressCtrlZ(shell)
        // In the background, lede leaves the shell's screen alone, and stops again.
        try shell.type("bg; until jobs -s | grep -q .; do :; done; echo It has $((1 + 1)) lives\r")
        try shell.waitForScreen { $0.contains("It has 2 lives") && !$0.isAlternateScreen }
        try shell.type("fg\r")
        try shell.waitForScreen { $0.isAlternateScreen && $0.contains("nowhere.invalid") }
        // The same with an open prompt, which returns.
        try shell.type("ahttps://b.example")
        try shell.waitForScreen(showing: "https://b.example")
        try pressCtrlZ(shell)
        try shell.type("fg\r")
        try shell.waitForScreen { $0.isAlternateScreen && $0.contains("https://b.example") }
        try shell.press(.escape)
        try shell.waitForScreen { !$0.contains("b.example") }
        try shell.press("q")
        try shell.waitForScreen { !$0.isAlternateScreen && $0.cursorVisible }
    }

    @Test func `Ctrl-Z returns to the shell while lede starts many programs`() throws {
        let shell = try shell(runningLedeWith: (101...140).map { "\"exec:sleep 0.02\($0)\"" })
        try shell.waitForScreen { $0.isAlternateScreen && $0.contains("exec:sleep") }
        for _ in 1...30 {
            try shell.press("R")
            try shell.waitForScreen { $0.line(0).contains("/") }
            try pressCtrlZ(shell)
            try shell.type("clear; fg\r")
            try shell.waitForScreen { $0.isAlternateScreen && $0.contains("failed (E)") }
        }
        try shell.press("q")
        try shell.waitForScreen { !$0.isAlternateScreen }
    }

    @Test func `Ctrl-Z is refused if no shell could resume lede`() throws {
        let reader = try Reader.launch(feeds: ["https://nowhere.invalid/feed"])
        try reader.waitForScreen(showing: "nowhere.invalid")
        try reader.press(.control("z"))
        try reader.waitForScreen(showing: "Can't suspend lede")
        #expect(try reader.quit() == .status(0))
    }

    @Test func `a key with Alt doesn't act as the key without it`() throws {
        let reader = try Reader.launch(feeds: ["https://nowhere.invalid/feed"])
        try reader.waitForScreen(showing: "nowhere.invalid")
        try reader.press(.alt("q"))
        try reader.waitForScreen(showing: "Alt-q does nothing here")
        #expect(try reader.quit() == .status(0))
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `after a signal, the next start shows the list of links or failures again`(signal: Int32) throws {
        let links = (1...3).map { "<a href='https://example.org/\($0)'>Page \($0)</a>" }.joined(separator: ", ")
        let server = try LoopbackServer { request in
            guard request.path == "/news" else { return Answer(404) }
            return Answer(200, body: SampleFeed(title: "News", items: [.init(title: "Links", body: links)]).rss)
        }
        let home = try Home()
        try home.write(urls: ["/news", "/one", "/two"].map(server.url))
        #expect(try Lede.run("refresh", home: home).status == 1)
        var reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 failed (E)")
        try reader.press(.enter, .enter, "U", "j")
        try reader.waitForScreen { $0.contains("Page 2") && $0.contains("row 2 of 3") }
        reader.signal(signal)
        try reader.waitForExit()
        reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.contains("Page 2") && $0.contains("row 2 of 3") }
        try reader.press("q", "E", "j")
        let before = try reader.waitForScreen { $0.contains("failures") && $0.contains("row 2 of 2") }
        reader.signal(signal)
        try reader.waitForExit()
        reader = try Reader.launch(home: home)
        // With the keys of the new screen.
        let after = try reader.waitForScreen { $0.contains("failures") && $0.contains("row 2 of 2") }
        #expect(after.lines[1..<22] == before.lines[1..<22])
        try reader.press("q")
        try reader.waitForScreen(showing: "Page 2 [2]")
    }

    @Test func `after a kill, the next start continues where the user was a moment before`() throws {
        let home = try Home()
        let reader = try readerOfArticle(home)
        let deadline = Deadline()
        while !deadline.hasPassed, try !home.lastScreen.contains("place article") { try reader.settle(for: 0.5) }
        reader.signal(SIGKILL)
        try reader.waitForExit()
        try Reader.launch(home: home).waitForScreen(showing: "100%")
    }

    @Test func `the next start shows what was read, and where`() throws {
        let home = try Home()
        let reader = try readerOfArticle(home)
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        let next = try Reader.launch(home: home)
        try next.waitForScreen(showing: "100%")
        try next.press("q")
        try next.waitForScreen { $0.contains("row 1 of 1") && !$0.contains("100%") }
    }
}

extension Home {
    /// The saved last screen; empty until it is saved.
    fileprivate var lastScreen: String {
        get throws {
            let file = "\(state)/last-screen"
            guard FileManager.default.fileExists(atPath: file) else { return "" }
            return try String(contentsOfFile: file, encoding: .utf8)
        }
    }
}

@Suite(.blocking) struct `Notifications` {
    private let home: Home

    init() throws { home = try Home.reading(.stories) }

    @Test func `the reader waits for rules' commands when quitting, unless the user presses Ctrl-C`()
        throws
    {
        try home.write(config: "on new title =~ \"First\" do run \"touch $HOME/begun; exec sleep 1000\"\n")
        let reader = try Reader.launch(home: home)
        try reader.press("R")
        try reader.waitForScreen(showing: "2 new in 1 feed")
        while !FileManager.default.fileExists(atPath: "\(home.path)/begun") { try reader.settle(for: 0.05) }
        try reader.press("A")
        try reader.waitForScreen(showing: " (u to undo)")
        try reader.press("Q")
        try reader.waitForScreen(showing: "lede: waiting for a rule's command: press Ctrl-C to quit without it")
        #expect(reader.modes == reader.modesAtStart)
        #expect(try Lede.run("unread", home: home).output == "0\n")
        try reader.press(.control("c"))
        #expect(try reader.waitForExit() == .status(130))
    }
}
