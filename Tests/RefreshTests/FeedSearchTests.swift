import HTTP
import Locks
import Refresh
import TestSupport
import Testing

@Suite struct `The search for a feed` {
    private func look(at url: String, orAt plain: String?) async -> (FeedSearch.Outcome, String) {
        let search = FeedSearch()
        return await withCheckedContinuation { continuation in
            search.look(at: url, orAt: plain, settings: RefreshSettings(userAgent: "lede")) {
                continuation.resume(returning: ($0, $1))
            }
        }
    }

    /// A port without a listener.
    private let refusing = "https://127.0.0.1:1/feed"

    @Test func `a server that refuses secure connections is asked without them`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Plain").rss) }
        let (outcome, url) = await look(at: refusing, orAt: server.url("/feed"))
        #expect(url == server.url("/feed"))
        guard case .feed(let found) = outcome else { return #expect(Bool(false), "\(outcome)") }
        #expect(found.title == "Plain")
    }

    @Test func `a URL that was typed as secure is asked only that way`() async throws {
        let (outcome, url) = await look(at: refusing, orAt: nil)
        #expect(url == refusing)
        guard case .unreachable = outcome else { return #expect(Bool(false), "\(outcome)") }
    }

    @Test func `the failure of the secure connection is reported if neither works`() async throws {
        let (outcome, url) = await look(at: refusing, orAt: "http://127.0.0.1:1/feed")
        #expect(url == refusing)
        guard case .unreachable = outcome else { return #expect(Bool(false), "\(outcome)") }
    }
}
