import Foundation
import TestSupport
import Testing

@Suite struct `The commands` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            if request.path == "/gone" { return Answer(404) }
            let items = [
                SampleFeed.Item(
                    title: "New\u{202E}s & \"more\"", body: "<p>Text</p>", link: "https://example.org/1",
                    date: Date(timeIntervalSince1970: 1_600_000_000)),
                SampleFeed.Item(
                    title: "Older", link: "https://example.org/2", date: Date(timeIntervalSince1970: 1_500_000_000))
            ]
            return Answer(200, body: SampleFeed(title: "The News", items: items).atom)
        }
        home = try Home()
    }

    @Test func `refresh shows its progress on a terminal`() throws {
        try home.write(urls: [server.url("/feed"), server.url("/more")])
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["refresh"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "2/2")
    }

    @Test func `refresh says on a terminal how many feeds failed`() throws {
        try home.write(urls: [server.url("/feed"), "http://127.0.0.1:1/feed"])
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["refresh"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        #expect(try session.waitForExit() == .status(1))
        try session.waitForScreen { $0.contains("2/2 feeds, ") && $0.contains(" new, 1 failed") }
    }

    @Test func `a command fails if its output can't be written`() throws {
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "\(BuildProducts.executable("lede")) help > /dev/full"])
        #expect(run.status == 1)
        #expect(run.errors == "lede: can't write the output: No space left on device\n")
    }

    @Test func `parse --batch answers a line before it reads the next`() throws {
        let path = home.path + "/feed.xml"
        try SampleFeed(title: "The News").rss.write(toFile: path, atomically: true, encoding: .utf8)
        let lede = try BuildProducts.executable("lede")
        let talk = """
            mkfifo answers; exec 3<>answers; { for file in \(path) /nowhere ''; do
            printf '%s\\n' "$file"; head -n 1 <&3 >&2; done; } | \(lede) parse --batch >&3
            """
        let run = try CommandRun(program: "/bin/sh", arguments: ["-c", "cd \(home.path); " + talk])
        let answers = run.errors.split(separator: "\n").map { $0.prefix(8) }
        #expect(answers == [#"{"feed":"#, #"{"error""#, #"{"error""#])
    }

    private static let atExit: Comment = "at the end the sanitizer needs a call that a confined command may not make"

    @Test(.disabled(if: Sanitizer.builtIn == .address, Self.atExit), arguments: [([], true), (["--plain"], false)])
    func `render prints styles on a terminal unless told not to`(options: [String], isStyled: Bool) throws {
        let page = home.path + "/page.html"
        try "<p>One <b>two</b>".write(toFile: page, atomically: true, encoding: .utf8)
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["render", page] + options,
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "One two")
        #expect(session.output.contains(0x1B) == isStyled)
    }

    @Test func `two commands at once share the library`() async throws {
        try home.write(urls: [server.url("/feed")])
        let home = home
        let runs = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try Lede.run("refresh", home: home).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs == [0, 0, 0, 0])
        #expect(try Lede.run("unread", home: home).output == "2\n")
    }
}
