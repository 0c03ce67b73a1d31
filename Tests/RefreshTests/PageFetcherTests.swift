import Foundation
import HTTP
import Library
import Signals
import TestSupport
import Testing
import URLs

@testable import FeedParser
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
        try library.subscribe(to: library.feeds().map(\.url) + [feed])
        let id = try #require(try library.feeds().last).id
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

    /// Settings for hosts of the public network, which a server plays.
    private func settings(through proxy: LoopbackServer) -> RefreshSettings {
        var settings = RefreshSettings(userAgent: "lede")
        settings.request.proxy = .server(proxy.url(""), nil)
        return settings
    }

    /// Unless a test says otherwise, an article may take as long as it does on a busy machine.
    private func fetch(
        _ items: [ItemID], for purpose: PagePurpose = .ahead,
        _ settings: RefreshSettings = RefreshSettings(userAgent: "lede"), within time: Duration = .seconds(3600)
    ) async throws -> [ItemID: PageOutcome] {
        var settings = settings
        settings.longestArticleTime = time
        let fetcher = PageFetcher(library: library, settings: settings) { _ in nil }
        var outcomes: [ItemID: PageOutcome] = [:]
        for try await event in fetcher.fetch(items, for: purpose).values() {
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
        if case .stored(let text) = try await fetch([item])[item] {
            #expect(text.isFound)
        } else {
            Issue.record("not stored")
        }
        #expect(try library.fullText(of: item)?.isFound == true)
    }

    /// A server of articles on any number of pages, of which the third repeats itself.
    private func serverOfStories() throws -> LoopbackServer {
        try LoopbackServer { request in
            let number = request.path.split(separator: "/").last.flatMap { Int($0) } ?? 1
            let next = "<link rel=next href=\"/story/\(number + 1)\"></head>"
            return Answer(200, body: page("bird\(min(number, 3))").replacing("</head>", with: next))
        }
    }

    @Test func `an article on several pages is joined, and ends where it repeats itself`() async throws {
        let server = try serverOfStories()
        let item = try items([server.url("/story")], of: server.url("/feed"))[0]
        _ = try await fetch([item])
        let html = try #require(try library.fullText(of: item)).html
        #expect(html.contains("bird1 hovered") && html.contains("bird2 hovered") && html.contains("bird3 hovered"))
        #expect(server.requests.count <= 10)
    }

    @Test func `what has come of an article is kept if the rest would take too long`() async throws {
        let server = try serverOfStories()
        let item = try items([server.url("/story")], of: server.url("/feed"))[0]
        _ = try await fetch([item], within: .zero)
        #expect(try library.fullText(of: item)?.html.contains("bird1 hovered") == true)
        #expect(server.requests.map(\.path) == ["/story"])
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
        case .failed(let words), .unreached(let words): #expect(words.contains(reason))
        case nil: Issue.record("no outcome")
        }
    }

    @Test func `a public feed can't make lede ask servers on the user's network`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let item = try items([server.url("/kestrel")], of: "https://public.example/feed")[0]
        #expect(try await fetch([item])[item] == .failed("its link leads into your own network"))
        #expect(server.requests.isEmpty)
    }

    /// The user wrote another origin for these feeds, or none.
    @Test(arguments: [
        "filter:cat:https://public.example/feed", "exec:scrape https://public.example", "file:///feed.xml",
        "http://127.0.0.1:1/feed", "http://localhost/feed", "https://127.0.0.1/feed"
    ])
    func `a page in the user's network is asked for only at the origin that the user wrote`(feed: String) async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let item = try items([server.url("/kestrel")], of: feed)[0]
        #expect(try await fetch([item], for: .asked)[item] == .failed("its link leads into your own network"))
        #expect(server.requests.isEmpty)
        let own = try items([server.url("/own")], of: "filter:cat:\(server.url("/feed"))")[0]
        if case .stored = try await fetch([own])[own] {} else { Issue.record("not stored") }
    }

    @Test func `what the user trusts may be in the user's network only if its name says so`() {
        let settings = RefreshSettings(userAgent: "lede")
        for (feed, url, staysOutside) in [
            ("http://public.example/feed", "http://public.example/1", true),
            ("http://nas.lan/feed", "http://nas.lan/1", false),
            ("http://nas.lan/feed", "http://public.example/1", true), ("", "http://nas.lan/1", true)
        ] { #expect(settings.options(forLinkOf: feed, to: url).staysOutside == staysOutside, "\(feed) \(url)") }
    }

    @Test func `what identifies the user goes only to the feed's own server, even on further pages`() async throws {
        let web = try LoopbackServer { request in
            if request.path.contains("own") { return Answer(302, headers: ["Location": "http://other.example/story"]) }
            let next = "<link rel=next href=\"/story/2\"></head>"
            return Answer(200, body: page("kestrel").replacing("</head>", with: next))
        }
        let item = try items(["http://own.example/item"], of: "http://own.example/feed")[0]
        var settings = settings(through: web)
        var feed = FeedSettings()
        feed.request = settings.request
        feed.request?.headers = [Header("X-Secret", "1")]
        feed.request?.authentication = .bearer("secret")
        settings.feeds["http://own.example/feed"] = feed
        _ = try await fetch([item], settings)
        #expect(web.requests.first?.headers["x-secret"] == "1" && web.hits("http://other.example/story/2") == 1)
        let others = web.requests.dropFirst()
        #expect(others.allSatisfy { $0.headers["authorization"] == nil && $0.headers["x-secret"] == nil })
    }

    /// Stores an episode whose transcript is at a URL, and returns its number.
    private func episode(transcript: String, type: String?, of feed: String) throws -> ItemID {
        try library.subscribe(to: [feed])
        var item = ParsedItem(id: "1", title: "Episode", link: "https://public.example/1")
        item.episode = ParsedEpisode(transcripts: [.init(url: transcript, type: type)])
        let id = try #require(try library.feeds().last).id
        _ = try library.store(
            ParsedFeed(format: .rss20, items: [item]), etag: nil, lastModified: nil, for: id, at: Date())
        return try #require(try library.items(unreadOnly: false, limit: 1).first).id
    }

    @Test func `a transcript comes instead of the page, is kept, and asked for again only if it has changed`()
        async throws
    {
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"1\""
                ? Answer(304)
                : Answer(
                    200, headers: ["ETag": "\"1\"", "Content-Type": "text/vtt"],
                    body: "WEBVTT\n\n0:01.000 --> 0:02.000\n<v Ada>A kestrel hovered.\n")
        }
        let item = try episode(transcript: server.url("/t.vtt"), type: "text/vtt", of: server.url("/feed"))
        for _ in 0..<2 {
            guard case .stored(let text) = try await fetch([item])[item] else { throw NotStored() }
            #expect(text.html == "<p><small>0:01</small> <b>Ada:</b> A kestrel hovered.</p>\n")
            #expect(text.isTranscript && text.letters == 16)
        }
        #expect(server.requests.map(\.path) == ["/t.vtt", "/t.vtt"])
        #expect(try library.items(unreadOnly: false, limit: 1)[0].hasPage)
    }

    private struct NotStored: Error {}

    @Test(arguments: [
        ("text/vtt", "WEBVTT\n\n", "it has no words"),
        ("text/vtt", "<html><p>Log in", "the server sent something else"),
        ("text/html", "<form><input type=password></form><p>Log in", "the page asks you to log in")
    ])
    func `a transcript without words has the reason`(type: String, body: String, reason: String) async throws {
        let server = try LoopbackServer { _ in Answer(200, body: body) }
        let item = try episode(transcript: server.url("/t"), type: type, of: server.url("/feed"))
        guard case .stored(let text) = try await fetch([item])[item] else { throw NotStored() }
        #expect(!text.isFound && text.reason == reason)
    }

    @Test func `the text of a transcript that is a page is found in it`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let item = try episode(transcript: server.url("/t"), type: "text/html", of: server.url("/feed"))
        guard case .stored(let text) = try await fetch([item])[item] else { throw NotStored() }
        #expect(text.isTranscript && text.html.contains("hovered over field 8") && !text.html.contains("Shop"))
    }

    @Test func `a public feed can't make lede ask the user's network for a transcript or for chapters`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: "{}") }
        let item = try episode(transcript: server.url("/t"), type: nil, of: "https://public.example/feed")
        #expect(try await fetch([item], for: .asked)[item] == .failed("its link leads into your own network"))
        let settings = RefreshSettings(userAgent: "lede")
        for (feed, isAsked) in [("https://public.example/feed", false), (server.url("/feed"), true)] {
            let answer = await withCheckedContinuation { continuation in
                PageDownload().start(server.url("/c.json"), namedBy: feed, settings) {
                    continuation.resume(returning: $0)
                }
            }
            #expect(((try? answer.get()) != nil) == isAsked)
        }
        #expect(server.requests.map(\.path) == ["/c.json"])
    }

    @Test func `a busy server is left alone, and other hosts are not`() async throws {
        let busy = try LoopbackServer { _ in Answer(429) }
        let other = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let items =
            try items((1...9).map { busy.url("/\($0)") }, of: busy.url("/feed"))
            + items([other.url("/kestrel")], of: other.url("/feed"))
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
        _ = try await fetch([item])
        let known = try #require(try library.fullText(of: item))
        #expect(!known.isFound && known.reason == "the site doesn't want copies of its pages")
        _ = try await fetch([item], for: .asked)
        #expect(try library.fullText(of: item)?.isFound == true)
    }

    @Test func `cache-hosts limits what lede fetches without being asked`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let item = try items([server.url("/kestrel")], of: server.url("/feed"))[0]
        var settings = RefreshSettings(userAgent: "lede")
        for hosts in ["lwn.net", "!127.0.0.1", "127.0.0.1 !127.0.0.1"] {
            settings.pageHosts = HostList(hosts)
            for purpose in [PagePurpose.ahead, .opened] {
                #expect(
                    try await fetch([item], for: purpose, settings)[item]
                        == .failed("“cache-hosts” doesn't allow its host"))
            }
        }
        #expect(server.requests.isEmpty)
        if case .stored(let text) = try await fetch([item], for: .asked, settings)[item] {
            #expect(text.isFound)
        } else {
            Issue.record("not fetched")
        }
    }

    @Test func `cache-hosts holds for redirects and further pages, too`() async throws {
        let other = try LoopbackServer(on: .v6) { _ in Answer(200, body: page("buzzard")) }
        let server = try LoopbackServer { request in
            guard request.path == "/paged" else { return Answer(302, headers: ["Location": other.url("/")]) }
            return Answer(
                200,
                body: page("kestrel").replacing("</head>", with: "<link rel=next href=\"\(other.url("/2"))\"></head>"))
        }
        let all = try items(["/moved", "/paged"].map(server.url), of: server.url("/feed"))
        var settings = RefreshSettings(userAgent: "lede")
        settings.pageHosts = HostList("127.0.0.1")
        let outcomes = try await fetch(all, for: .ahead, settings)
        #expect(outcomes[all[0]] == .failed("the server redirects to “[::1]”, which isn't allowed"))
        #expect(try library.fullText(of: all[1])?.isFound == true && other.requests.isEmpty)
    }

    @Test func `pages get the name that is set for them, unless the feed has its own`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let feed = server.url("/feed")
        let item = try items([server.url("/kestrel")], of: feed)[0]
        var settings = RefreshSettings(userAgent: "lede")
        settings.pageAgent = "Mozilla"
        _ = try await fetch([item], for: .asked, settings)
        var own = FeedSettings()
        own.request = settings.request
        own.request?.userAgent = "own"
        settings.feeds[feed] = own
        _ = try await fetch([item], for: .asked, settings)
        #expect(server.requests.map { $0.headers["user-agent"] } == ["Mozilla", "own"])
    }

    @Test func `the name that a feed has for its own server stays there`() async throws {
        let other = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let feed = "http://own.example/feed"
        let item = try items(["http://other.example/kestrel"], of: feed)[0]
        var settings = settings(through: other)
        var own = FeedSettings()
        own.request = settings.request
        own.request?.userAgent = "secret"
        settings.feeds[feed] = own
        _ = try await fetch([item], for: .asked, settings)
        #expect(other.requests.map { $0.headers["user-agent"] } == ["lede"])
    }

    @Test func `a page that failed, and those of a busy server, aren't fetched again at once`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/busy" ? Answer(429, headers: ["Retry-After": "7200"]) : Answer(404)
        }
        let all = try items(["/missing", "/busy"].map(server.url), of: server.url("/feed"))
        // Other tests may hold up the rest of this one for minutes.
        let start = Date()
        for item in all { _ = try await fetch([item]) }
        let end = Date()
        func waiting(_ hours: Double, after date: Date) throws -> [ItemID] {
            try library.itemsWithoutPage(among: ItemSet(all), limit: 9, triedAgainBy: date + hours * 3600)
        }
        #expect(try waiting(0.9, after: start).isEmpty)
        #expect(try waiting(1.5, after: start) == [all[0]])
        #expect(try waiting(2.1, after: end).count == 2)
    }

    @Test func `a server to which a redirect leads keeps nobody from the first one`() async throws {
        let busy = try LoopbackServer(on: .v6) { _ in Answer(429, headers: ["Retry-After": "99999"]) }
        let server = try LoopbackServer { request in
            request.path == "/moved"
                ? Answer(302, headers: ["Location": busy.url("/")]) : Answer(200, body: page("kestrel"))
        }
        let all = try items((["/moved"] + (1...9).map { "/\($0)" }).map(server.url), of: server.url("/feed"))
        let outcomes = try await fetch(all)
        #expect(outcomes.values.count { if case .stored = $0 { true } else { false } } == 9)
    }

    @Test func `articles beyond the limit go while others come`() async throws {
        let server = try LoopbackServer { request in
            Answer(200, body: page(String(repeating: request.path, count: 300)))
        }
        let all = try items((1...12).map { server.url("/\($0)") }, of: server.url("/feed"))
        var settings = RefreshSettings(userAgent: "lede")
        settings.cacheLimits = CacheLimits(bytes: 20_000, age: 1e9)
        _ = try await fetch(all, for: .ahead, settings)
        #expect(try library.cacheSummary().articleBytes < 30_000)
    }

    @Test func `without a network no page is blamed, but a dead server is once another one answers`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let dead = try LoopbackServer { _ in Answer(200) }
        dead.stop()
        let links = (1...40).map { dead.url("/\($0)") }
        let all =
            try items(links, of: dead.url("/feed")) + items([server.url("/kestrel")], of: server.url("/feed"))
        func waiting() throws -> Int {
            try library.itemsWithoutPage(among: ItemSet(all), limit: .max, triedAgainBy: Date()).count
        }
        let outcomes = try await fetch(Array(all.dropLast()))
        #expect(outcomes.count == 40 && outcomes.values.allSatisfy { if case .unreached = $0 { true } else { false } })
        #expect(try waiting() == 41)
        // Dead links keep nobody from the others.
        let again = try await fetch(all)
        if case .stored = again[all[40]] {} else { Issue.record("the page that can be had wasn't fetched") }
        #expect(try waiting() == 0)
    }

    @Test func `an item that is named twice is fetched once`() async throws {
        let server = try LoopbackServer { _ in Answer(429) }
        let item = try items([server.url("/kestrel")], of: server.url("/feed"))[0]
        _ = try await fetch([item, item, item])
        #expect(server.requests.count == 1)
    }

    @Test func `a page that the user waited for comes despite cache-hosts, and stays until it is read`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: page("kestrel")) }
        let item = try items([server.url("/kestrel")], of: server.url("/feed"))[0]
        library.want(pageOf: item)
        library.drain()
        var settings = RefreshSettings(userAgent: "lede")
        settings.pageHosts = HostList("lwn.net")
        _ = try await fetch(library.wantedPages(at: Date()), for: .wanted, settings)
        #expect(try library.wantedPages(at: Date()).isEmpty && library.fullText(of: item)?.isFound == true)
    }
}
