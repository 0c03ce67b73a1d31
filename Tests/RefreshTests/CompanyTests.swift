import Library
import Refresh
import Signals
import TestSupport
import Testing

/// Several refreshers of the same library, each with its own newsstand, like separate processes.
@Suite(.timeLimit(.minutes(5))) struct CompanyTests {
    private let gate = Gate()
    private let answers = Answers([.feed("a"), .feed("b", "a")])
    private let server: LoopbackServer
    private let first: Newsstand
    private let second: Newsstand

    init() throws {
        server = try LoopbackServer { [gate, answers] request in
            request.path == "/slow" ? .held(until: gate, .feed("slow")) : answers.next()
        }
        first = try Newsstand([server.url("/slow"), server.url("/quick")])
        second = try Newsstand(sharing: first)
    }

    @Test func `a feed that another process fetches is left to it, and fetched once`() async throws {
        let feed = try first.feeds[0]
        let (_, told) = try first.begin()
        try gate.waitUntilReached()
        #expect(try await second.refresh([feed]) == [.next(.finished(feed.id, .leftOut(.anotherLede))), .completed])
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(server.hits("/slow") == 1)
    }

    @Test func `another process can fetch a fetched feed afterwards`() async throws {
        let feed = try first.feeds[1]
        for (newsstand, new) in [(first, 1), (second, 1), (first, 0)] {
            let told = try await newsstand.refresh([feed])
            #expect(told.compactMap { $0.outcome(of: feed) }.map { $0.new ?? 0 } == [new])
        }
        #expect(server.hits("/quick") == 3)
    }

    @Test func `a failed or unchanged feed is free for other processes`() async throws {
        let server = try LoopbackServer { $0.path == "/bad" ? Answer(404) : .feed("a") }
        let one = try Newsstand(["/bad", "/same"].map(server.url))
        let other = try Newsstand(sharing: one)
        try await one.refresh()
        for newsstand in [one, other, one] {
            #expect(try await newsstand.outcomes().map { $0 == .leftOut(.anotherLede) } == [false, false])
        }
    }

    @Test func `a stopped feed is free for other processes at once`() async throws {
        let feed = try first.feeds[0]
        let (refresh, _) = try first.begin()
        try gate.waitUntilReached()
        refresh.dispose()
        first.refresher.drain()
        first.library.drain()
        gate.open()
        #expect(try await second.refresh([feed]).compactMap { $0.outcome(of: feed)?.new } == [1])
    }
}
