import FeedParser
import Foundation
import HTTP
import Library
import Signals
import TestSupport
import Testing

@testable import Refresh

@Suite struct `Fetching items' pages` {
    private let home: Home
    private let library: Library

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
    }

    /// A page with an article about `bird`, besides menus.
    private func page(_ bird: String) -> String {
        let text = (1...8).map {
            "<p>The \(bird) hovered over field \($0), and all below it, mice or not, kept still.</p>"
        }
        return """
            <html><head><title>\(bird) - Birds</title></head><body><nav><a href="/">Home</a> <a href="/shop">Shop</a></nav>
            <article><h1>\(bird)</h1>\(text.joined())</article><footer>Subscribe to our newsletter</footer></body></html>
            """
    }

    /// Stores items of a feed with these links, and returns their numbers in this order.
    private func items(_ links: [String], of feed: String) throws -> [ItemID] {
        try library.subscribe(to: [feed])
        let id = try #require(try library.feeds().first).id
        let items = links.map { link in
            var item = ParsedItem()
            (item.id, item.title, item.link, item.summary) = (link, "Title of \(link)", link, "A teaser.")
            return item
        }
        _ = try library.store(
            ParsedFeed(format: .rss20, items: items), etag: nil, lastModified: nil, for: id, at: Date())
        let stored = try library.items(unreadOnly: false, limit: .max)
        return try links.map { link in try #require(stored.first { $0.link == link }).id }
    }

    private func fetch(
        _ items: [ItemID], isPreloading: Bool = true, _ settings: RefreshSettings = RefreshSettings(userAgent: "lede")
    ) async throws -> [ItemID: PageOutcome] {
        let fetcher = PageFetcher(library: library, settings: settings) { _ in nil }
        var outcomes: [ItemID: PageOutcome] = [:]
        for try await event in fetcher.fetch(items, isPreloading: isPreloading).values() {
            outcomes[event.item] = event.outcome
        }
        return outcomes
    }

    @Test func `the article of a page is stored without the page's menus, and found by a search`() async throws {
        let server = try LoopbackServer { _ in Answer(200, headers: ["ETag": "\"1\""], body: page("kestrel")) }
        let item = try items([server.url("/kestrel")], of: server.url("/feed"))[0]
        let outcome = try await fetch([item])[item]
        let text = try #require(try library.fullText(of: item))
        if case .stored(let told) = outcome { #expect(told.html == text.html) } else { Issue.record("not stored") }
        #expect(text.isFound && text.etag == "\"1\"")
        #expect(text.html.contains("hovered over field 8") && !text.html.contains("Shop"))
        #expect(!text.html.contains("newsletter"))
    }

    @Test func `a page that the server has unchanged stays as it is`() async throws {
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"1\""
                ? Answer(304) : Answer(200, headers: ["ETag": "\"1\""], body: page("kestrel"))
        }
        let item = try items([server.url("/kestrel")], of: server.url("/feed"))[0]
        _ = try await fetch([item])
        #expect(try await fetch([item])[item] == .unchanged)
        #expect(try library.fullText(of: item)?.isFound == true)
    }

    @Test func `an article on several pages is joined, and ends where it repeats itself`() async throws {
        let server = try LoopbackServer { request in
            let number = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 1
            let next = "<link rel=next href=\"/story/\(number + 1)\"></head>"
            return Answer(200, body: page("bird\(min(number, 3))").replacing("</head>", with: next))
        }
        let item = try items([server.url("/story")], of: server.url("/feed"))[0]
        _ = try await fetch([item])
        let html = try #require(try library.fullText(of: item)).html
        #expect(html.contains("bird1 hovered") && html.contains("bird2 hovered") && html.contains("bird3 hovered"))
        #expect(server.requests.count <= 10)
    }

    @Test(arguments: [
        ("/login", "the page asks you to log in"), ("/pdf", "a PDF, not a web page"), ("/missing", "404"),
        ("/feed", "a feed, not an article")
    ])
    func `a page without an article has the reason`(path: String, reason: String) async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/login": Answer(200, body: "<form><input name=u><input type=password></form><p>Log in to read on.")
            case "/pdf": Answer(200, headers: ["Content-Type": "application/pdf"], body: "%PDF-1.7")
            case "/feed": Answer(200, body: SampleFeed(title: "x", items: []).rss)
            default: Answer(404)
            }
        }
        let item = try items([server.url(path)], of: server.url("/rss"))[0]
        switch try await fetch([item])[item] {
        case .stored(let text): #expect(!text.isFound && text.reason.contains(reason))
        case .failed(let words): #expect(words.contains(reason))
        case .unchanged, nil: Issue.record("no outcome")
        }
    }

    @Test func `a public feed can't make lede ask servers on the user's network`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let item = try items([server.url("/kestrel")], of: "https://public.example/feed")[0]
        #expect(try await fetch([item])[item] == .failed("its link leads into your own network"))
        #expect(server.requests.isEmpty)
    }

    @Test func `what identifies the user goes only to the feed's own server, even on further pages`() async throws {
        let other = try LoopbackServer { request in
            let next = "<link rel=next href=\"/story/2\"></head>"
            return Answer(200, body: page("kestrel").replacing("</head>", with: next))
        }
        let own = try LoopbackServer { _ in Answer(302, headers: ["Location": other.url("/story")]) }
        let item = try items([own.url("/item")], of: own.url("/feed"))[0]
        var settings = RefreshSettings(userAgent: "lede")
        var feed = FeedSettings()
        feed.request = RequestOptions(
            headers: [Header("X-Secret", "1")], authentication: .bearer("secret"))
        settings.feeds[own.url("/feed")] = feed
        _ = try await fetch([item], settings)
        #expect(own.requests.map { $0.headers["x-secret"] } == ["1"])
        #expect(other.hits("/story/2") == 1)
        #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil && $0.headers["x-secret"] == nil })
    }

    @Test func `a busy server is left alone, and other hosts are not`() async throws {
        let busy = try LoopbackServer { _ in Answer(429) }
        let other = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let links = (1...9).map { busy.url("/\($0)") } + [other.url("/kestrel")]
        let items = try items(links, of: other.url("/feed"))
        let outcomes = try await fetch(items)
        #expect(outcomes.count == 10 && busy.requests.count <= 2)
        if case .stored(let text) = outcomes[items[9]] { #expect(text.isFound) } else { Issue.record("not stored") }
    }

    @Test(arguments: [
        ("noarchive", ""), ("noindex, NoArchive", ""), ("", "noarchive"), ("", "nofollow, NOARCHIVE")
    ])
    func `pages that mustn't be copied aren't preloaded, but shown if the user asks`(
        header: String, meta: String
    ) async throws {
        let head = "<head><meta name=robots content=\"\(meta)\">"
        let server = try LoopbackServer { _ in
            Answer(
                200, headers: ["X-Robots-Tag": header], body: page("kestrel").replacing("<head>", with: head))
        }
        let item = try items([server.url("/kestrel")], of: server.url("/feed"))[0]
        #expect(try await fetch([item])[item] == .failed("the site doesn't want copies of its pages"))
        _ = try await fetch([item], isPreloading: false)
        #expect(try library.fullText(of: item)?.isFound == true)
    }
}
