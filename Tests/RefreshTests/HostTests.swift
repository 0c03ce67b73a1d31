import HTTP
import Library
import Refresh
import Signals
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct HostTests {
    private let gate = Gate()
    private let crowd: LoopbackServer

    init() throws {
        crowd = try LoopbackServer { [gate] _ in .held(until: gate, .feed("a")) }
    }

    @Test func `a host is asked for two feeds at once and no more`() async throws {
        let other = try LoopbackServer { _ in .feed("b") }
        let urls = (1...10).map { crowd.url("/#\($0)") } + [other.url("/")]
        let newsstand = try Newsstand(urls) { $0.transfersPerHost = 2 }
        let (_, told) = try newsstand.begin()
        // The last feed is fetched once all others have been passed over.
        try other.waitForHits(on: "/")
        try crowd.waitForHits(2, on: "/")
        #expect(crowd.hits("/") == 2)
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(crowd.hits("/") == 10)
    }

    @Test func `feeds of another host don't wait for those of a slow one`() async throws {
        let other = try LoopbackServer { .feed("of \($0.path)") }
        let urls = (1...10).map { crowd.url("/#\($0)") } + (1...10).map { other.url("/\($0)") }
        let newsstand = try Newsstand(urls) { $0.transfersPerHost = 2 }
        let (_, told) = try newsstand.begin()
        let quick = try newsstand.feeds.suffix(10)
        await told.wait { told in quick.allSatisfy { feed in told.contains { $0.outcome(of: feed)?.new == 1 } } }
        #expect(crowd.hits("/") == 2)
        gate.open()
        await told.wait { $0.last == .completed }
    }

    @Test func `a host's next feed is fetched after a failure`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand((1...10).map { server.url("/\($0)") }) { $0.transfersPerHost = 1 }
        #expect(try await newsstand.outcomes().allSatisfy { $0 != nil })
        #expect(server.requests.count == 10)
    }

    @Test func `settings changed during a refresh apply to waiting feeds`() async throws {
        let first = Gate()
        let server = try LoopbackServer { [gate] request in
            .held(until: request.path == "/first" ? first : gate, .feed("a"))
        }
        let newsstand = try Newsstand([server.url("/first")] + (1...10).map { server.url("/#\($0)") }) {
            $0.transfersPerHost = 1
        }
        let (_, told) = try newsstand.begin()
        try first.waitUntilReached()
        newsstand.refresher.settings.transfersPerHost = 5
        first.open()
        try server.waitForHits(5, on: "/")
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(server.hits("/") == 10)
    }
}
