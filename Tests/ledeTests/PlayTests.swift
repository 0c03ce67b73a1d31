import CLinux
import Foundation
import Library
import Signals
import TestSupport
import Testing

/// What only processes of their own show: playing in the background, and kills.
@Suite(.blocking, .enabled(if: MPV.isThere, Comment(rawValue: MPV.isMissing))) struct `Playing in the background` {
    private let podcast: Podcast
    private let item: String

    init() throws {
        let long = Answer(200, body: SilentRecording.wav(seconds: 300))
        podcast = try Podcast(["/one": long, "/two": Answer(404), "/three": long, "/slow": .stall])
        _ = try Lede.run("refresh", home: podcast.home)
        item = try Self.item("one", podcast)
        try podcast.notePlayer()
    }

    private static func item(_ title: String, _ podcast: Podcast) throws -> String {
        let lines = try Lede.run("items", home: podcast.home).output.split(separator: "\n")
        return String(try #require(lines.first { $0.contains("Episode \(title)") }).split(separator: "\t")[0])
    }

    private func run(_ words: String...) throws -> String {
        let run = try Lede.run(["play"] + words, home: podcast.home)
        return run.output + run.errors
    }

    /// Waits until the library has such a position, which another process stores.
    private func waitForPosition(_ range: Range<Int64>) throws {
        let library = try Library(path: podcast.home.data + "/library.db")
        let number = ItemID(try #require(Int64(item)))
        let changed = DispatchSemaphore(value: 0)
        let following = library.changes.onNext { _ in changed.signal() }
        defer { following.dispose() }
        try library.watchOtherProcesses()
        while try !range.contains(#require(try library.episode(of: number)).position) { changed.wait() }
    }

    private func waitForEnd(of process: Int32, _ act: () throws -> Void) rethrows {
        let end = pidfd_open(process, 0)
        defer { close(end) }
        try act()
        var watched = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
        #expect(poll(&watched, 1, Int32(Deadline.patience * 1000)) == 1)
    }

    @Test func `it plays on without the command that began it, until it is stopped`() throws {
        #expect(try run("--background", item) == "playing Episode one\n")
        let players = try podcast.players()
        #expect(try run("--pause").isEmpty && run("--status").hasSuffix(" / 5:00 paused\n"))
        #expect(try run("--background", item) == "playing Episode one\n")
        try podcast.server.waitForHits(on: "/one")
        #expect(try run("--background", Self.item("three", podcast)) == "playing Episode three\n")
        try podcast.server.waitForHits(on: "/three")
        while case let status = try run("--status"), !status.contains(" / 5:00") || status.contains("\t0:00") {}
        // Nobody reads what it could say any more.
        _ = try (run("--skip", "200"), run("--pause"))
        #expect(try run("--status").hasPrefix("Episode three\t3:2"))
        try waitForEnd(of: players.lede) { _ = try run("--stop") }
        #expect(try run("--status") == "lede: nothing plays\n")
    }

    @Test func `what can't be played is said by the command that began it`() throws {
        #expect(try run("--background", Self.item("two", podcast)).hasPrefix("lede: mpv can't play it: "))
        #expect(try run("--background", "4711") == "lede: no item 4711: “lede items” lists the items\n")
    }

    @Test func `the command that began it doesn't wait for a slow server`() throws {
        #expect(try run("--background", Self.item("slow", podcast)) == "playing Episode slow\n")
        #expect(try run("--status") == "Episode slow\t0:00\n")
        try waitForEnd(of: podcast.players().lede) { _ = try run("--stop") }
    }

    @Test(arguments: [[true, false], [false, true], [true, true]])
    func `kills leave the position, and another player can begin`(kills: [Bool]) throws {
        _ = try run("--background", item)
        _ = try (run("--skip", "100"), run("--pause"))
        try waitForPosition(100_000..<120_000)
        let players = try podcast.players()
        waitForEnd(of: players.lede) {
            waitForEnd(of: players.mpv) {
                if kills[0] { kill(players.lede, SIGKILL) }
                if kills[1] { kill(players.mpv, SIGKILL) }
            }
        }
        try waitForPosition(100_000..<120_000)
        #expect(try run("--status") == "lede: nothing plays\n")
        #expect(try run("--background", item) == "playing Episode one\n")
        #expect(try run("--pause").isEmpty && run("--status").hasSuffix(" / 5:00 paused\n"))
        try waitForEnd(of: podcast.players().lede) { _ = try run("--stop") }
    }

    @Test func `on a terminal, mpv's keys pause, skip and stop, and its line shows where it is`() throws {
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["play", item],
            environment: Lede.environment(home: podcast.home, adding: ["TERM": "xterm-256color"]), size: (80, 24))
        try session.waitForScreen(showing: " / 00:05:00")
        try session.type(" ")
        try session.waitForScreen(showing: "(Paused)")
        _ = try run("--skip", "-60")
        try session.type("\u{1B}[A\u{1B}[A")
        try session.waitForScreen(showing: "(40%)")
        try session.type("q")
        #expect(try session.waitForExit() == .status(0))
        try waitForPosition(118_000..<122_000)
    }
}
