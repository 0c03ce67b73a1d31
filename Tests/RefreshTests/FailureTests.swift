import Library
import Refresh
import TestSupport
import Testing

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
