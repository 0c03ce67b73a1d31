import Foundation
import Glibc
import TestSupport
import Testing

@Suite(.blocking) struct `Hundreds of feeds` {
    private let home: Home
    private let server: LoopbackServer
    /// Servers with too many requests, which affects all their feeds.
    private let tired: [LoopbackServer]
    private let gone: LoopbackServer

    init() throws {
        home = try Home()
        server = try LoopbackServer { request in
            let words = request.path.split(separator: "/")
            guard words.count == 2, let number = Int(words[1]) else {
                return Answer(200, body: SampleFeed(title: request.path, items: [.init(title: request.path)]).rss)
            }
            return words[0] == "misbehaving" ? Misbehaviour.all[number].answer : Self.refusals[number].answer
        }
        tired = try [429, 503].map { status in try LoopbackServer { _ in Answer(status) } }
        gone = try LoopbackServer { _ in Answer(200) }
        gone.stop()
    }

    @Test
    func `hundreds of feeds are refreshed with few file descriptors, and each failure is reported once`()
        throws
    {
        let good = (1...360).map { server.url("/good-\($0)") }
        let bad = try failing()
        try home.write(urls: good + bad.flatMap { ["\"\($0.url)\""] + $0.settings })
        try home.write(config: "transfers-per-host 64\ncommand-timeout 1")
        // Too few if every feed left one open.
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "ulimit -n 160; exec \"$0\" refresh --json", BuildProducts.executable("lede")],
            environment: Lede.environment(home: home, adding: [:]))
        try #require(run.status == 1, "\(run.exit): \(run.errors)")
        let told = try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        let outcomes = Dictionary(grouping: told) { $0["url"] as? String ?? "" }
        #expect(told.count == good.count + bad.count && outcomes.count == told.count)
        for url in good { #expect(outcomes[url]?.first?["result"] as? String == "stored") }
        for feed in bad {
            let outcome = outcomes[feed.url]?.first
            let words = outcome?["error"] as? String ?? outcome?["reason"] as? String
            #expect(words?.hasPrefix(feed.words) == true, "\(feed): \(words ?? "nothing")")
        }
        #expect(try Lede.run("unread", home: home).output == "360\n")
        let library = try Lede.run("doctor", home: home).output.split(separator: "\n").filter { $0.contains("library") }
        #expect(library.allSatisfy { $0.hasPrefix("ok") } && !library.isEmpty)
    }

    private struct FailingFeed {
        var url: String
        var settings: [String] = []
        var words: String
    }

    private func failing() throws -> [FailingFeed] {
        let local = try localFailures()
        let refused = Self.refusals.enumerated().map { number, refusal in
            FailingFeed(url: server.url("/refusing/\(number)"), words: refusal.words)
        }
        let misbehaving = Misbehaviour.all.enumerated().map { number, misbehaviour in
            FailingFeed(
                url: server.url("/misbehaving/\(number)"), settings: misbehaviour.end.settings,
                words: misbehaviour.end.words)
        }
        return local + refused + misbehaving
    }

    private func localFailures() throws -> [FailingFeed] {
        let nginx = try Nginx.shared()
        return [
            FailingFeed(url: tired[0].url("/"), words: "its server got too many requests"),
            FailingFeed(url: tired[1].url("/"), words: "the server answered 503"),
            FailingFeed(url: gone.url("/"), words: "the server refused the connection"),
            FailingFeed(url: "http://nowhere.invalid/", settings: ["#: proxy none"], words: "host not found"),
            FailingFeed(url: "http://example.org/", settings: ["#: proxy \(gone.url(""))"], words: "the proxy refused"),
            FailingFeed(
                url: nginx.url("/feed.xml").replacing("http:", with: "https:"), words: "no secure connection"
            ),
            FailingFeed(url: nginx.url("/feed.xml", at: .secure), words: "lede doesn't trust the server"),
            FailingFeed(url: "file:///nowhere/feed.xml", words: "can't read the file"),
            FailingFeed(url: "exec:exit 3", words: "the command failed with exit code 3"),
            FailingFeed(url: "exec:sleep 60", words: "the command took longer than 1 s"),
            FailingFeed(url: "filter:false:\(server.url("/good"))", words: "the command failed with exit code 1")
        ]
    }

    /// Well-behaved answers that aren't feeds.
    private static let refusals: [(answer: Answer, words: String)] =
        [401, 403, 404, 410, 500].map { (Answer($0), "the server answered \($0) (") }
        + [204, 206, 304].map { (Answer($0), "the server answered \($0) with") }
        + [
            (Answer(200), "the document is empty"),
            (Answer(200, body: "Come back later"), "not a feed but plain text"),
            (Answer(200, body: "<!doctype html><title>Sign in</title>"), "not a feed but an HTML page"),
            (Answer(301, headers: ["Location": "file:///etc/passwd"]), "the server redirects to a URL that isn't"),
            (Answer(302, headers: ["Location": "12"]), "too many redirects")
        ]
}

extension Misbehaviour.End {
    fileprivate var settings: [String] { [.noAnswer, .noRest, .noEnd].contains(self) ? ["#: timeout 1s"] : [] }

    fileprivate var words: String {
        switch self {
        case .noAnswer, .noRest, .noEnd: "timed out after 1 s: "
        case .cutOff: "the connection broke"
        case .unanswered: "the server closed the connection without an answer"
        case .tooLarge: "the document is larger than 32 MB"
        case .headersTooLarge: "the server sent too many headers"
        case .notHTTP: "the server doesn't speak HTTP"
        case .badCompression: "the document's compression is invalid"
        }
    }
}

@Suite(.blocking) struct `Refreshing` {
    @Test(arguments: [24, 32])
    func `with few file descriptors, a refresh fails without other damage`(descriptors: Int) throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "ulimit -n \(descriptors); exec \"$0\" refresh", BuildProducts.executable("lede")],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 0 || run.status == 1, "\(run.errors)")
    }

    @Test func `a user at a terminal decides whether a named feed is fetched before its server wants it`() throws {
        let server = try LoopbackServer { _ in Answer(429, headers: ["Retry-After": "3000"]) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        for (answer, hits) in [("\r", 1), ("y\r", 2)] {
            let session = try TerminalSession(
                program: BuildProducts.executable("lede"), arguments: ["refresh", server.url("/feed")],
                environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]))
            try session.waitForScreen(showing: "Fetch anyway? [y/N]")
            try session.type(answer)
            #expect(try session.waitForExit() == .status(0))
            #expect(session.screen.contains("skipped: its server got too many requests"))
            #expect(server.hits("/feed") == hits)
        }
    }
}

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
        let command = try Lede.run("refresh", server.url("/slow"), home: home)
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

@Suite(.blocking) struct `Reading offline` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() throws {
        feed = try TeaserFeed(["one", "two"])
        _ = try Lede.run("refresh", home: feed.home)
    }

    private func open(in reader: Reader) throws {
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Story one")
        try reader.press(.enter)
    }

    @Test(.enabled(if: NetworkNamespace.isPossible, "\(NetworkNamespace.isImpossible)"))
    func `lede notices by itself that the machine loses its network, and gets one again`() throws {
        _ = try Lede.run("preload", home: home)
        try home.write(config: "")
        let reader = try NetworkNamespace.launch(home: home)
        try reader.waitForScreen { $0.contains("2 unread") && $0.lines[0].contains("offline") }
        try open(in: reader)
        try reader.waitForScreen(showing: "On page /one, line 7")
        try Data().write(to: URL(fileURLWithPath: NetworkNamespace.signal(in: home)))
        try reader.waitForScreen { !$0.lines[0].contains("offline") }
    }
}

/// lede in a network namespace without a network, which gets one later.
private enum NetworkNamespace {
    static let isPossible =
        (try? CommandRun(program: "/usr/bin/unshare", arguments: ["-rn", "ip", "link"]))?.status == 0
    static let isImpossible = "this machine allows no network namespaces, or lacks iproute2"

    /// The file that gives the namespace a network.
    static func signal(in home: Home) -> String { "\(home.path)/network" }

    static func launch(home: Home) throws -> Reader {
        // The shell waits at the pipe until somebody writes to it.
        mkfifo(signal(in: home), 0o600)
        let script = """
            (read -r _ < "$1"; ip link set lo up; ip route add default dev lo) & exec "$0"
            """
        return try Reader.launch(
            program: "/usr/bin/unshare",
            arguments: ["-rn", "sh", "-c", script, BuildProducts.executable("lede"), signal(in: home)], home: home)
    }
}

@Suite(.blocking) struct `Proxies` {
    @Test func `proxies come from the environment, which also excludes hosts`() throws {
        let feed = Answer(200, body: SampleFeed(title: "A feed").rss)
        let proxy = try LoopbackServer { _ in feed }
        let server = try LoopbackServer { _ in feed }
        let home = try Home()
        try home.write(urls: ["http://feeds.example.org/far", server.url("/near")])
        let run = try Lede.run("refresh", home: home, environment: ["http_proxy": proxy.url("")])
        #expect(run.status == 0)
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
        #expect(server.requests.map(\.path) == ["/near"])
    }

    @Test(arguments: [
        ("all_proxy", "http", "GET"), ("ALL_PROXY", "http", "GET"), ("https_proxy", "https", "CONNECT"),
        ("HTTPS_PROXY", "https", "CONNECT"), ("all_proxy", "https", "CONNECT")
    ])
    func `each scheme has its own variable for a proxy`(name: String, scheme: String, method: String) throws {
        let proxy = try LoopbackServer { request in
            request.method == "CONNECT" ? Answer(403) : Answer(200, body: SampleFeed(title: "A feed").rss)
        }
        let home = try Home()
        try home.write(urls: ["\(scheme)://feeds.example.org/"])
        let none = ["http_proxy": "", "https_proxy": ""]
        let run = try Lede.run(
            "refresh", home: home, environment: none.merging([name: proxy.url("")]) { _, set in set })
        #expect(proxy.requests.map(\.method) == [method])
        #expect(proxy.requests.first?.path.contains("feeds.example.org") == true)
        #expect(run.errors.contains("the proxy refused the request: it answered 403") == (method == "CONNECT"))
    }

    @Test func `a proxy set while the reader is open is used for the next URL that is checked`() throws {
        let feed = Answer(200, body: SampleFeed(title: "A feed").rss)
        let (proxy, server) = (try LoopbackServer { _ in feed }, try LoopbackServer { _ in feed })
        let reader = try Reader.launch(feeds: [])
        try reader.waitForScreen(showing: "have any feeds yet")
        try reader.press("a")
        try reader.type(server.url("/near"))
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Enter to add this feed")
        try reader.press("q", ":")
        try reader.type("set proxy \(proxy.url(""))")
        try reader.press(.enter, "a")
        try reader.type("http://feeds.example.org/far")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Enter to add this feed") && $0.contains("example.org/far") }
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
        #expect(server.requests.map(\.path) == ["/near"])
    }

    @Test func `the config file's proxy is used for added feeds, except for excluded hosts`() throws {
        let feed = Answer(200, body: SampleFeed(title: "A feed").rss)
        let (proxy, server) = (try LoopbackServer { _ in feed }, try LoopbackServer { _ in feed })
        let home = try Home()
        try home.write(config: "proxy \(proxy.url(""))")
        #expect(try Lede.run("add", "http://feeds.example.org/far", home: home).status == 0)
        #expect(try Lede.run("add", server.url("/near"), home: home).status == 0)
        #expect(proxy.requests.map(\.path) == ["http://feeds.example.org/far"])
        #expect(server.requests.map(\.path) == ["/near"])
    }
}
