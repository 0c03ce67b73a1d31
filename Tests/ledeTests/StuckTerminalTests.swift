import Foundation
import TestSupport
import Testing

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
