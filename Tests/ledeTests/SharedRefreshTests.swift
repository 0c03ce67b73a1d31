import Glibc
import TestSupport
import Testing

@Suite(.blocking) struct `Refreshing in several processes` {
    private let gate = Gate()
    private let home: Home
    private let server: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { [gate] request in
            let feed = Answer(200, body: SampleFeed(title: "Feed", items: [.init(title: request.path)]).rss)
            return request.path == "/slow" ? .held(until: gate, feed) : feed
        }
        try home.write(urls: ["/slow", "/1", "/2"].map(server.url))
    }

    @Test func `a command skips the feeds that a reader is fetching`() throws {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen { $0.line(0).contains("2/3") }
        let command = try Lede.run("refresh", home: home)
        #expect(command.status == 0)
        #expect(command.errors.contains("skipped: another lede is fetching it"))
        gate.open()
        try reader.waitForScreen(showing: "3 new in 3 feeds")
        #expect(server.hits("/slow") == 1)
    }

    @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
    func `a command that is stopped keeps what has come, and says so`(signal: Int32, exitCode: Int32) throws {
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["refresh"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        try session.waitForScreen(showing: "2/3 feeds, 2 new")
        session.signal(signal)
        #expect(try session.waitForExit() == .status(exitCode))
        #expect(session.screen.contains("stopped after 2 of 3 feeds"))
        #expect(try Lede.run("unread", home: home).output == "2\n")
        // Nobody holds a lease of the feeds that weren't fetched.
        gate.open()
        #expect(try Lede.run("refresh", home: home).status == 0)
        #expect(try Lede.run("unread", home: home).output == "3\n")
    }
}
