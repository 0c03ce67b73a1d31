import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Several processes` {
    @Test func `a reader shows what another process fetches`() throws {
        let server = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss)
        }
        let reader = try Reader.launch(feeds: [server.url("/feed")])
        try reader.waitForScreen(showing: "0 unread")
        #expect(try Lede.run("refresh", home: reader.home).status == 0)
        try reader.waitForScreen { $0.contains("News") && $0.contains("2 unread") }
    }

    @Test func `two readers show each other's read marks`() throws {
        let home = try Home()
        let news = SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss
        let first = try Reader.launch(feeds: [news], home: home)
        try first.openFeed(fetching: "2 new in 1 feed", showing: "● One")
        let second = try Reader.launch(home: home)
        try second.waitForScreen(showing: "2 unread")
        try second.press(.enter)
        try second.waitForScreen(showing: "● One")
        try first.press("N")
        try second.waitForScreen { $0.contains("  One") && $0.contains("● Two") && !$0.contains("● One") }
        try second.press("A")
        try first.waitForScreen { !$0.contains("●") }
        try first.press("u")
        try second.waitForScreen { !$0.contains("● One") && $0.contains("● Two") }
    }

    @Test(arguments: [
        (["mark", "read", "--all"], "0 unread"), (["mark", "read", "1"], "1 unread"),
        (["add", "--as-is", "https://example.org/new"], "example.org/new"),
        (["rename", "News", "Olds"], "Olds"), (["remove", "News"], "Welcome")
    ])
    func `a reader shows what a command changes`(words: [String], sign: String) throws {
        let home = try homeWithNews()
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        let run = try Lede.run(words, home: home)
        #expect(run.status == 0, "\(run.errors)")
        try reader.waitForScreen(showing: sign)
    }

    @Test func `a reader lists again what another process brings back`() throws {
        let home = try homeWithNews(config: "on new title = \"Two\" do hide\n")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "1 unread")
        try reader.press("G", .enter)
        try reader.waitForScreen { $0.contains("● One") && $0.contains("row 1 of 1") && !$0.contains("Two") }
        #expect(try Lede.run("undo", "--rules", home: home).status == 0)
        try reader.waitForScreen { $0.contains("● One") && $0.contains("● Two") && $0.contains(" of 2 ") }
    }

    private func homeWithNews(config: String = "") throws -> Home {
        let server = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss)
        }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        try home.write(config: config)
        #expect(try Lede.run("refresh", home: home).status == 0)
        return home
    }
}

@Suite(.blocking) struct `Filters and marks on the command line` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { _ in
            let items = (1...4).map { number in
                SampleFeed.Item(
                    title: "\(number) \(number == 2 ? "even" : "odd")", body: "<p>Text</p>",
                    link: "https://example.org/\(number)", date: Date(timeIntervalSince1970: 1_600_000_000))
            }
            return Answer(200, body: SampleFeed(title: "The News", items: items).atom)
        }
        home = try Home()
        try home.write(urls: [server.url("/feed")])
        _ = try Lede.run("refresh", home: home)
    }

    private func count(_ arguments: String...) throws -> Int {
        try Lede.run(["items", "--json"] + arguments, home: home).output.split(separator: "\n").count
    }

    @Test func `an open reader shows marks by a command`() throws {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "4 unread")
        _ = try Lede.run("mark", "read", "--filter", "odd", home: home)
        try reader.waitForScreen(showing: "1 unread")
    }
}

/// File watching fails here for a single program, through its own namespace.
@Suite(.blocking, .enabled(if: Unwatched.isPossible)) struct `Without file watching` {
    @Test func `without file watching, the reader says so, and which limit to raise`() throws {
        let home = try Home()
        try home.write(urls: [])
        let reader = try TerminalSession(
            program: Unwatched.program, arguments: Unwatched.arguments(),
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
        try reader.waitForScreen(showing: "by other programs: fs.inotify.max_user_instances")
        try reader.press("q")
        #expect(try reader.waitForExit() == .status(0))
    }

    @Test func `without file watching, doctor says so`() throws {
        let home = try Home()
        try home.write(urls: [])
        let run = try CommandRun(
            program: Unwatched.program, arguments: Unwatched.arguments("doctor"),
            environment: Lede.environment(home: home, adding: [:]))
        #expect(
            run.output.contains(
                "✗\twatching\tchanges by other processes aren't detected: fs.inotify.max_user_instances"))
    }

    @Test func `without file watching, a command that watches nothing works`() throws {
        let home = try Home()
        try home.write(urls: [])
        let run = try CommandRun(
            program: Unwatched.program, arguments: Unwatched.arguments("unread"),
            environment: Lede.environment(home: home, adding: [:]))
        #expect((run.status, run.output, run.errors) == (0, "0\n", ""))
    }
}

/// How to start a program without file watching.
private enum Unwatched {
    static let program = "/usr/bin/unshare"

    static func arguments(_ command: String...) throws -> [String] {
        try words + [BuildProducts.executable("lede")] + command
    }

    private static let words = [
        "--user", "--map-root-user", "/bin/sh", "-c",
        "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$0\" \"$@\""
    ]

    /// Not every system lets every user create a namespace.
    static let isPossible = (try? CommandRun(program: program, arguments: words + ["/bin/true"]))?.status == 0
}
