import Library
import Refresh
import TestSupport
import Testing

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
