import Foundation
import HTTP
import Library
import TestSupport
import Testing

@testable import Refresh

@Suite(.timeLimit(.minutes(5))) struct ConditionalRefreshTests {
    @Test func `stored validators are sent, and an unchanged feed is reported as such`() async throws {
        let answers = Answers([.feed("a", headers: ["ETag": "\"v1\"", "Last-Modified": "today"]), Answer(304)])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        try await newsstand.refresh()
        #expect(try await newsstand.outcomes() == [.fetched(.unchanged)])
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\""])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil, "today"])
        #expect(try newsstand.titles(newsstand.feeds[0]) == ["a"])
    }

    @Test func `validators of an unchanged document replace the old ones`() async throws {
        let answers = Answers([.feed("a", headers: ["ETag": "\"v1\""]), Answer(304, headers: ["ETag": "\"v2\""])])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        for _ in 1...3 { try await newsstand.refresh() }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\"", "\"v2\""])
    }

    @Test func `validators of a document that isn't a feed aren't kept`() async throws {
        let server = try LoopbackServer { _ in Answer(200, headers: ["ETag": "\"v1\""], body: "<html></html>") }
        let newsstand = try Newsstand([server.url("/")])
        for _ in 1...2 { try await newsstand.refresh() }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, nil])
    }
}

/// Servers without conditional requests, which send the same document again and again.
@Suite(.timeLimit(.minutes(5))) struct SameDocumentTests {
    @Test func `an identical document is reported as unchanged, and as a success`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand([server.url("/")])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        let first = try #require(try newsstand.feeds[0].fetching.lastSuccess)
        #expect(try await newsstand.outcomes() == [.fetched(.sentAgain)])
        #expect(try #require(try newsstand.feeds[0].fetching.lastSuccess) > first)
    }

    @Test func `a document that changes and changes back is stored each time`() async throws {
        let answers = Answers([.feed("a"), .feed("b"), .feed("a")])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try await newsstand.outcomes().map(\.?.new) == [0])
    }

    @Test func `an identical document after a failure clears it`() async throws {
        let answers = Answers([.feed("a"), Answer(500), .feed("a")])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        for _ in 1...3 { try await newsstand.refresh() }
        #expect(try newsstand.feeds.map(\.fetching.lastError) == [nil])
    }
}

@Suite(.timeLimit(.minutes(5))) struct MovedFeedTests {
    @Test(arguments: [(301, true), (308, true), (302, false)])
    func `a permanent redirect is adopted after several days`(
        status: Int, isBelieved: Bool
    ) async throws {
        let server = try LoopbackServer { request in
            request.path == "/old" ? Answer(status, headers: ["Location": "/new"]) : .feed("a")
        }
        let newsstand = try Newsstand([server.url("/old")])
        try await newsstand.refresh()
        for days in [1.0, 2] {
            #expect(try newsstand.feeds[0].fetching.movedTo == nil)
            var later = Fetched(.unchanged, for: try newsstand.feeds[0].id, at: Date() + days * 86_400)
            later.permanentURL = server.url("/new")
            _ = newsstand.library.store([later])
        }
        #expect(try newsstand.feeds[0].fetching.movedTo == (isBelieved ? server.url("/new") : nil))
    }

    @Test(arguments: [("https://example.org/new", "https://example.org/new"), ("", nil)])
    func `a podcast's new URL is offered unless the feed is already there`(
        address: String, offer: String?
    ) async throws {
        let server = try LoopbackServer { request in
            let here = "http://\(request.headers["host"] ?? "")/"
            return Answer(
                200,
                body: """
                    <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Cast</title>
                    <itunes:new-feed-url>\(address.isEmpty ? here : address)</itunes:new-feed-url></channel></rss>
                    """)
        }
        let newsstand = try Newsstand([server.url("/")])
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.movedTo) == [offer])
    }
}

@Suite(.timeLimit(.minutes(5))) struct FailureTests {
    @Test(arguments: [
        (Answer(404), "the server answered 404 (not found)", Failing.missing),
        (Answer(401), "the server answered 401 (login required)", .denied),
        (Answer(503), "the server answered 503 (server error)", .server),
        (Answer(200, body: "Come back later"), "not a feed but plain text: “Come back later”", .noFeed),
        (Answer(200, body: page()), "not a feed but an HTML page, titled “Sign in”", .noFeed),
        (
            Answer(200, body: page("<link rel=alternate type=application/rss+xml href=/f>")),
            "not a feed but an HTML page", .page
        ),
        (Answer(200, body: #"{"version": "https://jsonfeed.org/version/1.1", ]"#), "invalid JSON in line 1", .document),
        (Answer(200), "the document is empty", .document),
        (
            .cut(after: 5, of: Array("<rss></rss>".utf8)), "the connection broke in the middle of the document",
            .network
        )
    ])
    func `a failing feed reports its reason and kind, and other feeds are stored`(
        answer: Answer, reason: String, failing: Failing
    ) async throws {
        let server = try LoopbackServer { $0.path == "/bad" ? answer : .feed("good") }
        let newsstand = try Newsstand(["/1", "/bad", "/2"].map(server.url))
        let outcomes = try await newsstand.outcomes()
        #expect(outcomes.map(\.?.new) == [1, nil, 1])
        let words = try #require(try newsstand.feeds[1].fetching.lastError)
        #expect(words.hasPrefix(reason))
        #expect(outcomes[1] == .fetched(.failed(words, failing)))
        #expect(try newsstand.feeds[1].fetching.failing == failing)
    }

    private static func page(_ links: String = "") -> String { "<html><title>Sign in</title>\(links)</html>" }

    @Test func `a truncated compressed feed fails, even if its length is as announced`() async throws {
        let whole = Array(SampleFeed(title: "Feed", items: (1...50).map { .init(title: "item \($0)") }).rss.utf8)
        let compressed = try CommandRun(program: "/usr/bin/gzip", input: whole).outputBytes
        let bodies = Answers(
            [compressed.dropLast(compressed.count / 2), compressed[...]].map { body in
                Answer(200, headers: ["Content-Encoding": "gzip", "ETag": "\"v1\""], body: Array(body))
            })
        let server = try LoopbackServer { _ in bodies.next() }
        let newsstand = try Newsstand([server.url("/")])
        #expect(
            try await newsstand.outcomes() == [
                .fetched(.failed("the connection broke in the middle of the document"))
            ])
        #expect(try await newsstand.outcomes().map(\.?.new) == [50])
    }

    @Test func `a failing feed keeps its items, and its next document clears the failure`() async throws {
        let answers = Answers([.feed("a"), Answer(500), .feed("b", "a")])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        try await newsstand.refresh()
        try await newsstand.refresh()
        #expect(try newsstand.feeds[0].fetching.lastError?.contains("500") == true)
        #expect(try newsstand.titles(newsstand.feeds[0]) == ["a"])
        try await newsstand.refresh()
        #expect(try newsstand.feeds[0].fetching.lastError == nil)
        #expect(try newsstand.feeds[0].fetching.failing == nil)
        #expect(try newsstand.titles(newsstand.feeds[0]) == ["b", "a"])
    }

    @Test func `an unchanged document also clears the failure`() async throws {
        let answers = Answers([.feed("a", headers: ["ETag": "\"v1\""]), Answer(500), Answer(304)])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        try await newsstand.refresh()
        try await newsstand.refresh()
        #expect(try newsstand.feeds[0].fetching.lastError?.contains("500") == true)
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.lastError) == [nil])
    }
}

/// One refresh of good feeds, and of one for each kind of misbehaviour.
@Suite(.timeLimit(.minutes(5))) struct MisbehaviourTests {
    private let server: LoopbackServer
    private let newsstand: Newsstand
    private let good: ArraySlice<Feed>
    private let bad: ArraySlice<Feed>

    init() throws {
        let server = try LoopbackServer { request in
            guard let number = Int(request.path.dropFirst("/bad/".count)) else { return .feed("a", "b") }
            return Misbehaviour.all[number].answer
        }
        let paths = Misbehaviour.all.indices.map { "/bad/\($0)" }
        newsstand = try Newsstand((1...40).map { server.url("/\($0)") } + paths.map(server.url)) { settings in
            for (path, misbehaviour) in zip(paths, Misbehaviour.all) {
                var limits = Limits()
                limits.size = 100_000
                if misbehaviour.end.isTimeout {
                    (limits.stall, limits.overall) = (.milliseconds(150), .milliseconds(400))
                }
                var own = FeedSettings()
                own.request = RequestOptions(limits: limits)
                settings.feeds[server.url(path)] = own
            }
        }
        self.server = server
        good = try newsstand.feeds.prefix(40)
        bad = try newsstand.feeds.suffix(paths.count)
    }

    @Test func `every misbehaving server is reported once, and no partial document is stored`() async throws {
        let told = try await newsstand.refresh()
        for (feed, misbehaviour) in zip(bad, Misbehaviour.all) {
            let outcomes = told.compactMap { $0.outcome(of: feed) }
            let stored = try #require(try newsstand.feeds.first { $0.id == feed.id })
            let reason = try #require(stored.fetching.lastError)
            let failing = try #require(stored.fetching.failing)
            #expect(outcomes == [.fetched(.failed(reason, failing))])
            #expect(reason.hasPrefix(misbehaviour.end.words), "\(misbehaviour)")
            #expect(try newsstand.titles(feed) == [])
        }
        for feed in good { #expect(told.compactMap { $0.outcome(of: feed)?.new } == [2]) }
        #expect(told.count == 2 * (good.count + bad.count) + 1)
        #expect(try newsstand.library.check() == [])
    }
}

extension Misbehaviour.End {
    fileprivate var isTimeout: Bool { [.noAnswer, .noRest, .noEnd].contains(self) }

    fileprivate var words: String {
        switch self {
        // On a busy machine, the data before the silence may come too late.
        case .noAnswer, .noRest, .noEnd: "timed out after "
        case .unanswered: "the server closed the connection without an answer: it may support only https"
        case .cutOff: "the connection broke in the middle of the document"
        case .tooLarge: "the document is larger than 97 KB"
        case .headersTooLarge: "the server sent too many headers"
        case .notHTTP: "the server doesn't speak HTTP"
        case .badCompression: "the document's compression is invalid"
        }
    }
}

@Suite struct DocumentEndTests {
    @Test(arguments: [
        "<rss><channel></channel></rss>\n", "<feed></feed><!-- made in 3 ms -->", "<RDF:RDF></RDF:RDF>",
        "<a:feed></a:feed>", "{\"items\":[]}\n\n", "<\0f\0e\0e\0d\0/\0>\0"
    ])
    func `a whole document has an end`(text: String) {
        #expect(DocumentEnd(of: Array(text.utf8)).isThere)
    }

    @Test(arguments: [
        "", "<rss><channel><item></item>", "<feed><entry><title>The </feed of", "{\"items\":[{\"id\":1",
        "{\"items\":[1,"
    ])
    func `a truncated document has no end`(text: String) {
        #expect(!DocumentEnd(of: Array(text.utf8)).isThere)
    }
}
