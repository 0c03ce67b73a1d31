import Library
import Refresh
import Signals
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CancellingTests {
    private let gate = Gate()
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { [gate] request in
            request.path == "/slow" ? .held(until: gate, .feed("slow")) : .feed("quick")
        }
    }

    @Test func `a stopped refresh keeps stored feeds and reports nothing more`() async throws {
        let newsstand = try Newsstand([server.url("/quick"), server.url("/slow")])
        let feeds = try newsstand.feeds
        let (refresh, told) = try newsstand.begin()
        await told.wait { $0.count == 3 }
        refresh.dispose()
        try await everythingIsOver(at: newsstand)
        #expect(told.entries.count == 3)
        #expect(told.entries.compactMap { $0.outcome(of: feeds[0])?.new } == [1])
        #expect(try feeds.map(newsstand.titles) == [["quick"], []])
    }

    @Test func `a stopped feed doesn't count as failed`() async throws {
        let newsstand = try Newsstand([server.url("/slow")])
        let (refresh, _) = try newsstand.begin()
        try gate.waitUntilReached()
        refresh.dispose()
        try await everythingIsOver(at: newsstand)
        #expect(try newsstand.feeds.map(\.fetching.lastError) == [nil])
    }

    @Test func `waiting feeds aren't fetched after the stop`() async throws {
        let newsstand = try Newsstand(["/slow", "/1", "/2"].map(server.url), change: { $0.transfers = 1 })
        let (refresh, told) = try newsstand.begin()
        try gate.waitUntilReached()
        refresh.dispose()
        // It would never be if it waited for the slow server.
        try await everythingIsOver(at: newsstand)
        #expect(server.requests.map(\.path) == ["/slow", "/last"])
        #expect(told.entries == [.next(.began(try newsstand.feeds[0].id))])
    }

    /// Waits for a last refresh: the feeder and the client work in order.
    private func everythingIsOver(at newsstand: Newsstand) async throws {
        let urls = try newsstand.feeds.map(\.url)
        try newsstand.library.subscribe(to: urls + [server.url("/last")])
        try await newsstand.refresh(newsstand.feeds.suffix(1))
        try newsstand.library.subscribe(to: urls)
    }
}
