import Foundation
import TestSupport
import Testing

/// What only the program itself shows of commands: terminals, pipes and processes.
@Suite(.blocking) struct `The commands of the program` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            if request.path == "/gone" { return Answer(404) }
            let items = (1...200).map {
                SampleFeed.Item(
                    title: "Item \($0) \(String(repeating: "word ", count: 40))", body: "<p>One <b>two</b> three</p>")
            }
            return Answer(200, body: SampleFeed(title: "The News", items: items).rss)
        }
        home = try Home()
        try home.write(urls: [server.url("/feed")])
    }

    private func session(
        _ arguments: [String], in home: Home? = nil, environment: [String: String] = [:], columns: Int = 80
    ) throws -> TerminalSession {
        try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: arguments,
            environment: Lede.environment(
                home: home ?? self.home, adding: ["TERM": "xterm-256color"].merging(environment) { $1 }),
            size: (columns, 24))
    }

    @Test(arguments: [("/more", 0, " new"), ("/gone", 1, " new, 1 failed")])
    func `refresh shows its progress on a terminal, and how many feeds failed`(
        path: String, status: Int32, words: String
    ) throws {
        try home.write(urls: [server.url("/feed"), server.url(path)])
        let session = try session(["refresh"])
        #expect(try session.waitForExit() == .status(status))
        try session.waitForScreen { $0.contains("2/2 feeds, ") && $0.contains(words) }
    }

    @Test func `preload shows on a terminal how many pages have come`() throws {
        let feed = try TeaserFeed(["one", "two", "login"])
        _ = try Lede.run("refresh", home: feed.home)
        let session = try session(["preload"], in: feed.home)
        try session.waitForScreen(showing: "[####################] 3/3 pages, 2 articles")
        #expect(try session.waitForExit() == .status(1))
    }

    @Test func `output is in columns on a terminal, and complete in a pipe`() throws {
        _ = try Lede.run("refresh", home: home)
        let session = try session(["items", "--limit", "5"], columns: 60)
        try session.waitForScreen { $0.lines.count { $0.contains("…") } == 5 }
        #expect(try session.waitForExit() == .status(0))
        #expect(!session.output.contains(0x09))
        let piped = try Lede.run("items", "--limit", "5", home: home).output.split(separator: "\n")
        #expect(piped.count == 5 && piped.allSatisfy { $0.contains("word word word\t") })
    }

    @Test(
        .disabled(
            if: Sanitizer.builtIn == .address,
            "at the end the sanitizer needs a call that a confined command may not make"),
        arguments: [
            (["show", "1"], [:], true), (["show", "1"], ["NO_COLOR": "1"], false),
            (["show", "1"], ["TERM": "dumb"], false), (["render", "page.html"], [:], true),
            (["render", "page.html", "--plain"], [:], false)
        ])
    func `text has styles on a terminal, unless the user doesn't want them`(
        words: [String], environment: [String: String], isStyled: Bool
    ) throws {
        _ = try Lede.run("refresh", home: home)
        let page = home.path + "/page.html"
        try "<p>One <b>two</b>".write(toFile: page, atomically: true, encoding: .utf8)
        let session = try session(words.map { $0 == "page.html" ? page : $0 }, environment: environment)
        #expect(try session.waitForExit() == .status(0))
        try session.waitForScreen(showing: "One two")
        #expect(session.output.contains(0x1B) == isStyled)
    }

    // Some parents, such as systemd, make their children ignore the signal for a closed pipe.
    @Test(arguments: ["", "trap '' PIPE; "])
    func `a command ends quietly when nobody reads its output`(preparation: String) throws {
        _ = try Lede.run("refresh", home: home)
        let lede = try BuildProducts.executable("lede")
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "\(preparation)for i in 1 2 3; do \(lede) export json | head -n 1 | cut -c 1-14; done"],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.errors.isEmpty && run.output == String(repeating: #"{"type":"feed""# + "\n", count: 3))
    }

    @Test func `a command fails if its output can't be written`() throws {
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "\(BuildProducts.executable("lede")) help > /dev/full"])
        #expect(run.status == 1 && run.errors == "lede: can't write the output: No space left on device\n")
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

    @Test func `two commands at once share the library`() async throws {
        let home = home
        let runs = try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try Lede.run("refresh", home: home).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(runs == [0, 0, 0, 0])
        #expect(try Lede.run("unread", home: home).output == "200\n")
    }
}
