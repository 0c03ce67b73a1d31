import Library
import Refresh
import Signals
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct JoiningTests {
    private let gate = Gate()
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { [gate] request in
            request.path == "/slow" ? .held(until: gate, .feed("slow")) : .feed("quick")
        }
    }

    @Test func `a running feed isn't fetched twice, and both refreshes get its result`() async throws {
        let newsstand = try Newsstand([server.url("/slow")])
        let feed = try newsstand.feeds[0]
        let (_, first) = try newsstand.begin()
        try gate.waitUntilReached()
        let (_, second) = try newsstand.begin()
        await second.wait { $0 == [.next(.began(feed.id))] }
        gate.open()
        for told in [first, second] {
            await told.wait { $0.last == .completed }
            #expect(told.entries.compactMap { $0.outcome(of: feed)?.new } == [1])
        }
        #expect(server.hits("/slow") == 1)
    }

    @Test func `a waiting feed is fetched once, and both refreshes get its result`() async throws {
        let newsstand = try Newsstand(["/slow", "/1"].map(server.url)) { $0.transfers = 1 }
        let (_, first) = try newsstand.begin()
        try gate.waitUntilReached()
        let (_, second) = try newsstand.begin(newsstand.feeds.suffix(1))
        gate.open()
        for told in [first, second] { await told.wait { $0.last == .completed } }
        #expect(second.entries.count == 3)
        #expect(server.hits("/1") == 1)
    }

    @Test func `stopping one refresh doesn't stop another that waits for the same feed`() async throws {
        let newsstand = try Newsstand([server.url("/slow")])
        let (stopped, _) = try newsstand.begin()
        try gate.waitUntilReached()
        let (_, told) = try newsstand.begin()
        await told.wait { !$0.isEmpty }
        stopped.dispose()
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(try newsstand.feeds.map(newsstand.titles) == [["slow"]])
        #expect(server.hits("/slow") == 1)
    }

    @Test func `a feed that is being stopped is fetched again for a later refresh`() async throws {
        let newsstand = try Newsstand([server.url("/slow")])
        let (stopped, _) = try newsstand.begin()
        try gate.waitUntilReached()
        stopped.dispose()
        let (_, told) = try newsstand.begin()
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(try newsstand.feeds.map(newsstand.titles) == [["slow"]])
    }

    @Test func `a feed named twice is fetched once`() async throws {
        let newsstand = try Newsstand([server.url("/1")])
        let feed = try newsstand.feeds[0]
        #expect(try await newsstand.refresh([feed, feed]).count == 3)
        #expect(server.hits("/1") == 1)
    }
}
