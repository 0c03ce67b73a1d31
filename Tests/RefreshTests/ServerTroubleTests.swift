import Foundation
import Library
import Refresh
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServerTroubleTests {
    @Test(arguments: [429, 503])
    func `a server that has had enough is left alone with all its feeds`(status: Int) async throws {
        let server = try LoopbackServer { _ in Answer(status, headers: ["Retry-After": "60"]) }
        let other = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand((1...5).map { server.url("/\($0)") } + [other.url("/")]) {
            $0.transfersPerHost = 1
        }
        let outcomes = try await newsstand.outcomes()
        #expect(server.requests.count == 1)
        #expect(outcomes.prefix(5).count { if case .leftOut(.toldToWait) = $0 { true } else { false } } == 5)
        #expect(outcomes[5]?.new == 1)
        // What was left out is no failure, and is not asked before its server wants it.
        #expect(try newsstand.feeds.count { $0.lastError != nil } == 1)
        _ = try await newsstand.outcomes()
        #expect(server.requests.count == 1)
    }

    @Test func `a feed that redirects to a tired server doesn't silence that server's own feeds`() async throws {
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
        // The feed that was refused waits, and it alone.
        #expect(tired.requests.map(\.path) == ["/1", "/2"])
        #expect(sending.requests.map(\.path) == ["/1", "/2"])
    }

    @Test func `where no server can be reached no feed is left alone for longer`() async throws {
        // Ports that nobody listens on.
        let newsstand = try Newsstand(["http://127.0.0.1:1/", "http://127.0.0.1:2/"])
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.errorCount) == [0, 0])
        #expect(try newsstand.dues.map(\.?.reason) == [.network, .network])
    }

    @Test func `where one server can be reached another that can't has failed`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand(["http://127.0.0.1:1/", "http://127.0.0.1:2/", server.url("/")])
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.errorCount) == [1, 1, 0])
    }
}
