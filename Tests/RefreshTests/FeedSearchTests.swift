import HTTP
import Locks
import Refresh
import TestSupport
import Testing

@Suite struct `Looking for a feed` {
    private func look(at url: String, orAt plain: String?) async -> (FeedSearch.Outcome, String) {
        let search = FeedSearch()
        return await withCheckedContinuation { continuation in
            search.look(at: url, orAt: plain, settings: RefreshSettings(userAgent: "lede")) {
                continuation.resume(returning: ($0, $1))
            }
        }
    }

    /// Nobody listens there.
    private let refusing = "https://127.0.0.1:1/feed"

    @Test func `a server that refuses secure connections is asked without them`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Plain").rss) }
        let (outcome, url) = await look(at: refusing, orAt: server.url("/feed"))
        #expect(url == server.url("/feed"))
        guard case .feed(let found) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(found.title == "Plain")
    }

    @Test func `a server that was typed as secure is asked no other way`() async throws {
        let (outcome, url) = await look(at: refusing, orAt: nil)
        #expect(url == refusing)
        guard case .unreachable = outcome else { return #expect(Bool(false), "\(outcome)") }
    }

    @Test func `the reason of the secure connection is told when neither works`() async throws {
        let (outcome, url) = await look(at: refusing, orAt: "http://127.0.0.1:1/feed")
        #expect(url == refusing)
        guard case .unreachable = outcome else { return #expect(Bool(false), "\(outcome)") }
    }
}
