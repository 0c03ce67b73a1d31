import Library
import Refresh
import TestSupport
import Testing

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
