import FeedParser
import HTTP
import Library
import System
import TestSupport
import Testing

@testable import Refresh

@Suite struct `The search for a feed` {
    private func look(at url: String, orAt plain: String?, from page: String? = nil) async -> (
        FeedSearch.Outcome, String
    ) {
        let search = FeedSearch()
        return await withCheckedContinuation { continuation in
            search.look(at: url, orAt: plain, from: page, settings: RefreshSettings(userAgent: "lede")) {
                continuation.resume(returning: ($0, $1))
            }
        }
    }

    /// A port without a listener.
    private let refusing = "https://127.0.0.1:1/feed"

    @Test func `a public page can't offer feeds on the user's network`() {
        let page = Array(
            """
            <!doctype html><title>x</title>
            <link rel=alternate type="application/rss+xml" href="http://localhost:8902/feed">
            <link rel=alternate type="application/rss+xml" href="https://public.example/feed">
            """.utf8)
        func feeds(at url: String) -> [String] {
            let outcome = FeedSearch.outcome(page, contentType: "text/html", asked: url, at: url)
            if case .page(let feeds) = outcome { return feeds.map(\.url).sorted() }
            return []
        }
        #expect(feeds(at: "https://public.example/") == ["https://public.example/feed"])
        #expect(feeds(at: "http://127.0.0.1/").count == 2)
    }

    @Test func `a feed that a public page names isn't looked for in the user's network, wherever its name leads`()
        async throws
    {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Inside").rss) }
        guard case .unreachable = await look(at: server.url("/"), orAt: nil, from: "https://public.example/").0 else {
            return #expect(Bool(false), "it was asked")
        }
        #expect(server.requests.isEmpty)
        for page in [server.url("/page"), "http://localhost/"] {
            guard case .feed = await look(at: server.url("/"), orAt: nil, from: page).0 else {
                return #expect(Bool(false), "it wasn't asked")
            }
        }
    }

    private func refused(_ status: Int, at url: String) -> FeedSearch.Outcome {
        FeedSearch.answer(.failure(.refused(status: status, by: url)), asked: url).outcome
    }

    @Test func `a page of a known site that refuses leads to its feeds, and the feed itself to its failure`() {
        guard case .page(let feeds) = refused(403, at: "https://www.reddit.com/r/swift/") else {
            Issue.record("The page's URL tells the feed")
            return
        }
        #expect(feeds.map(\.url) == ["https://www.reddit.com/r/swift/.rss"])
        for url in ["https://www.reddit.com/r/swift/.rss", "https://www.youtube.com/feeds/videos.xml?channel_id=UC1"] {
            guard case .refused = refused(404, at: url) else {
                Issue.record("\(url) would lead to itself again and again")
                return
            }
        }
    }

    @Test func `a refusal of Reddit is explained`() {
        let feed = "https://www.reddit.com/r/swift/.rss"
        #expect(
            refused(403, at: feed)
                == .refused(
                    "the server answered 403 (forbidden): Reddit may not offer this feed any more", .refused))
        #expect(
            refused(429, at: feed)
                == .refused(
                    "the server answered 429 (too many requests): Reddit allows few, but one feed can have several "
                        + "subreddits, as in “r/one+two”", .tooMany))
        #expect(
            FeedSearch.outcome(Array("<html><title>Sign in</title>".utf8), contentType: nil, asked: feed, at: feed)
                == .noFeed(
                    "not a feed but an HTML page, titled “Sign in”: Reddit may not offer this feed any more"))
        #expect(
            refused(403, at: "https://notreddit.com/feed")
                == .refused("the server answered 403 (forbidden)", .denied))
    }

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

@Suite struct `A found feed` {
    @Test func `a found feed has texts no longer than lists can show`() {
        let long = String(repeating: "x", count: 1_000_000)
        let parsed = ParsedFeed(
            format: .rss20, title: long, link: long, description: long, items: [ParsedItem(title: long)])
        let found = FoundFeed(parsed, at: "https://a.example/")
        let texts = [found.title, found.site, found.description, found.items.first?.title]
        #expect(texts.map { $0?.count } == [1000, 1000, 1000, 1000])
    }
}
