import Glibc
import TestSupport
import Testing

@Suite struct `Leaving` {
    /// A reader that is refreshing one feed which never answers, and has another whose item is there already.
    private func refreshingReader() throws -> (Reader, TerminalModes, LoopbackServer) {
        let server = try LoopbackServer { request in
            request.path == "/stalls"
                ? .stall : Answer(200, body: SampleFeed(title: "News", items: [.init(title: "Hello")]).rss)
        }
        let reader = try Reader.launch(feeds: ["/news", "/stalls"].map(server.url))
        let modes = reader.modesAtStart
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen { $0.line(0).contains("1/2") && $0.contains("1 unread") }
        return (reader, modes, server)
    }

    private func expectTerminalAsFound(_ reader: Reader, _ modes: TerminalModes) {
        #expect(reader.modes == modes)
        #expect(!reader.screen.isAlternateScreen)
        #expect(reader.screen.cursorVisible)
    }

    @Test func `gives the terminal back as it was found`() throws {
        let (reader, modes, _) = try refreshingReader()
        #expect(try reader.quit() == .status(0))
        expectTerminalAsFound(reader, modes)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `by a signal in the middle of a refresh gives the terminal back and loses nothing`(signal: Int32) throws {
        let (reader, modes, _) = try refreshingReader()
        reader.signal(signal)
        #expect(try reader.waitForExit() == .status(128 + signal))
        expectTerminalAsFound(reader, modes)
        let items = try Lede.run("items", home: reader.home)
        #expect(items.output.contains("Hello"))
    }

    @Test func `for a while, with Ctrl-Z, and coming back finds the screen again`() throws {
        let (reader, modes, _) = try refreshingReader()
        try reader.press(.control("z"))
        try reader.waitForScreen { !$0.isAlternateScreen }
        #expect(reader.modes == modes)
        reader.signal(SIGCONT)
        try reader.waitForScreen { $0.isAlternateScreen && $0.contains("News") }
        #expect(try reader.quit() == .status(0))
    }
}
