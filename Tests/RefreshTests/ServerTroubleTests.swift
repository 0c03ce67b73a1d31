import Foundation
import Library
import Refresh
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServerTroubleTests {
    @Test(arguments: [429, 503])
    func `an overloaded server gets a pause from all its feeds`(status: Int) async throws {
        let server = try LoopbackServer { _ in Answer(status, headers: ["Retry-After": "60"]) }
        let other = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand((1...5).map { server.url("/\($0)") } + [other.url("/")]) {
            $0.transfersPerHost = 1
        }
        let outcomes = try await newsstand.outcomes()
        #expect(server.requests.count == 1)
        #expect(outcomes.prefix(5).count { if case .leftOut(.toldToWait) = $0 { true } else { false } } == 5)
        #expect(outcomes[5]?.new == 1)
        // A skipped feed hasn't failed, and isn't fetched before its server allows it.
        #expect(try newsstand.feeds.count { $0.fetching.lastError != nil } == 1)
        _ = try await newsstand.outcomes()
        #expect(server.requests.count == 1)
    }

    @Test func `a feed that redirects to an overloaded server doesn't pause that server's feeds`() async throws {
        let tired = try LoopbackServer { request in
            request.path == "/1" ? Answer(429, headers: ["Retry-After": "604800"]) : .feed("a")
        }
        let sending = try LoopbackServer { request in
            request.path == "/1" ? Answer(302, headers: ["Location": tired.url("/1")]) : .feed("a")
        }
        let newsstand = try Newsstand([sending.url("/1"), sending.url("/2")])
        try await newsstand.refresh([newsstand.feeds[0]])
        try newsstand.library.subscribe(to: newsstand.feeds.map(\.url) + [tired.url("/2")])
        let outcomes = try await newsstand.outcomes()
        #expect(outcomes[1]?.new == 1 && outcomes[2]?.new == 1)
        // Only the refused feed waits.
        #expect(tired.requests.map(\.path) == ["/1", "/2"])
        #expect(sending.requests.map(\.path) == ["/1", "/2"])
    }

    @Test func `no feed waits longer if no server can be reached`() async throws {
        // Ports without listeners.
        let newsstand = try Newsstand(["http://127.0.0.1:1/", "http://127.0.0.1:2/"])
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.errorCount) == [0, 0])
        #expect(try newsstand.dues.map(\.?.reason) == [.network, .network])
    }

    @Test func `an unreachable server has failed if another could be reached`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand(["http://127.0.0.1:1/", "http://127.0.0.1:2/", server.url("/")])
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.errorCount) == [1, 1, 0])
    }
}
