import Foundation
import Library
import Refresh
import TestSupport
import Testing

/// Politeness towards servers.
@Suite(.timeLimit(.minutes(5))) struct PoliteRefreshTests {
    /// The server must be kept, or nothing answers.
    private func newsstand(_ answers: Answer...) throws -> (LoopbackServer, Newsstand) {
        let answers = Answers(answers)
        let server = try LoopbackServer { _ in answers.next() }
        return (server, try Newsstand([server.url("/")]))
    }

    @Test func `a feed is due when its server's answer becomes stale`() async throws {
        let (server, newsstand) = try newsstand(
            .feed("a", headers: ["Cache-Control": "max-age=7200", "ETag": "\"v1\""]), Answer(304))
        try await newsstand.refresh()
        let due = try #require(try newsstand.dues[0])
        #expect((due.reason, due.after) == (.server, 7200))
        #expect(try newsstand.due(at: due.date - 1).isEmpty)
        #expect(try newsstand.due(at: due.date).count == 1)
        try await newsstand.refresh()
        #expect(try newsstand.dues[0]?.reason == .usual)
        #expect(server.requests.count == 2)
    }

    @Test func `an unchanged feed is due by its document's hints`() async throws {
        let document = """
            <rss version="2.0"><channel><title>t</title><ttl>300</ttl><item><title>a</title></item></channel></rss>
            """
        let (server, newsstand) = try newsstand(Answer(200, headers: ["ETag": "\"v1\""], body: document), Answer(304))
        for _ in 1...2 { try await newsstand.refresh() }
        #expect(try newsstand.dues[0]?.after == 18_000)
        #expect(try newsstand.dues[0]?.reason == .feed)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\""])
    }

    @Test func `a server with too many requests gets a pause from all its feeds`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/1" ? Answer(429, headers: ["Retry-After": "3000"]) : .feed("a")
        }
        let newsstand = try Newsstand([server.url("/1"), server.url("/2"), "file:///nowhere"])
        let told = try await newsstand.refresh([newsstand.feeds[0]])
        let words = "its server got too many requests and asked lede to wait"
        let feed = try newsstand.feeds[0]
        #expect(told.compactMap { $0.outcome(of: feed) } == [.leftOut(.toldToWait(words))])
        let waits = try newsstand.feeds.map { $0.fetching.holdUp(at: Date() + 2900) }
        #expect(waits.map { $0 != nil } == [true, true, false])
        #expect(try newsstand.feeds[1].fetching.holdUp(at: Date() + 3001) == nil)
        #expect(
            try await newsstand.outcomes().prefix(2) == [.leftOut(.toldToWait(words)), .leftOut(.toldToWait(words))])
        #expect(server.hits("/1") == 1 && server.hits("/2") == 0)
    }

    @Test func `a feed that is gone is marked so, and fetched if the user insists`() async throws {
        let (server, newsstand) = try newsstand(Answer(410), .feed("a"))
        try await newsstand.refresh()
        #expect(try newsstand.feeds[0].fetching.isGone)
        #expect(try newsstand.due(at: .distantFuture).isEmpty)
        #expect(try await newsstand.outcomes() == [.leftOut(.gone)])
        try await newsstand.refresh(insisting: true)
        #expect(try !newsstand.feeds[0].fetching.isGone)
        #expect(server.requests.count == 2)
    }

    @Test func `a document sent again with another tag is requested with that one`() async throws {
        let (server, newsstand) = try newsstand(
            .feed("a", headers: ["ETag": "\"v1\"", "Last-Modified": "today"]),
            .feed("a", headers: ["ETag": "W/\"v2\""]),
            Answer(304))
        for _ in 1...3 { try await newsstand.refresh() }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\"", "W/\"v2\""])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil, "today", nil])
    }

    @Test func `another document with the same tag is stored`() async throws {
        let (server, newsstand) = try newsstand(
            .feed("a", headers: ["ETag": "\"v1\""]), .feed("b", "a", headers: ["ETag": "\"v1\""]))
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(server.requests.count == 2)
    }

    @Test func `nothing of a truncated document is stored, even if its length was unknown`()
        async throws
    {
        let (server, newsstand) = try newsstand(
            .raw(Array("HTTP/1.1 200 \r\n\r\n<rss><channel><item><title>a</title></item><item><title>b".utf8)))
        #expect(
            try await newsstand.outcomes() == [
                .fetched(.failed("the connection broke in the middle of the document"))
            ])
        #expect(try newsstand.titles(newsstand.feeds[0]) == [])
        #expect(server.requests.count == 1)
    }
}
