import FeedParser
import Foundation
import HTTP
import Library
import Pictures
import Signals
import TestSupport
import Testing
import URLs

@testable import Refresh

@Suite struct `Fetching pictures` {
    private let home: Home
    private let library: Library

    init() throws {
        home = try Home()
        library = try Library(path: home.path + "/library.db")
    }

    /// A file that begins like a picture.
    private static func png(_ text: String = "") -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(text.utf8)
    }

    /// Stores an item of a feed, and returns its number.
    private func item(_ title: String = "item", of feed: String) throws -> ItemID {
        if try !library.feeds().contains(where: { $0.url == feed }) {
            try library.subscribe(to: library.feeds().map(\.url) + [feed])
        }
        let id = try #require(try library.feeds().first { $0.url == feed }).id
        var item = ParsedItem()
        (item.id, item.title) = (title, title)
        _ = try library.store(
            ParsedFeed(format: .rss20, items: [item]), etag: nil, lastModified: nil, for: id, at: Date())
        return try #require(try library.items(of: id, unreadOnly: false, limit: .max).first { $0.title == title }).id
    }

    private func fetcher(_ change: (inout RefreshSettings) -> Void = { _ in }) -> PictureFetcher {
        var settings = RefreshSettings.patient(userAgent: "lede")
        change(&settings)
        return PictureFetcher(library: library, settings: settings)
    }

    private func fetch(
        _ urls: [String], of item: ItemID, for purpose: PagePurpose = .opened, by fetcher: PictureFetcher? = nil,
        usingNetwork: Bool = true
    ) async throws -> [String: PictureOutcome] {
        let pictures = [ItemPictures(item: item, urls: urls)]
        var outcomes: [String: PictureOutcome] = [:]
        let fetcher = fetcher ?? self.fetcher()
        for try await event in fetcher.fetch(pictures, for: purpose, usingNetwork: usingNetwork).values() {
            #expect(outcomes[event.url] == nil)
            outcomes[event.url] = event.outcome
        }
        return outcomes
    }

    /// What became of a picture that isn't kept; nil if it is.
    private func lack(_ outcome: PictureOutcome?) -> String? {
        switch outcome {
        case .kept: nil
        case .passing: "passed on"
        case .failed, .unreached: words(outcome)
        case nil: "nothing"
        }
    }

    private func words(_ outcome: PictureOutcome?) -> String? {
        switch outcome {
        case .failed(let words): words
        case .unreached(let words): "unreached: \(words)"
        default: nil
        }
    }

    @Test func `a picture comes once, and is there without the network then`() async throws {
        let server = try LoopbackServer { _ in Answer(200, headers: ["Content-Type": "text/html"], body: Self.png("1"))
        }
        let item = try item(of: server.url("/feed"))
        let url = server.url("/1.png")
        guard case .kept(let picture) = try await fetch([url, url], of: item)[url] else {
            Issue.record("not kept")
            return
        }
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: picture.path))) == Self.png("1"))
        server.stop()
        #expect(try await fetch([url], of: item)[url] == .kept(picture))
        #expect(
            try await fetch([url, server.url("/2.png")], of: item, usingNetwork: false)
                == [url: .kept(picture), server.url("/2.png"): .unreached("lede is offline")])
        #expect(server.requests.count == 1)
        // The user has emptied the cache.
        unlink(picture.path)
        #expect(try await words(fetch([url], of: item)[url])?.hasPrefix("unreached") == true)
    }

    @Test(arguments: [
        ("<html>", "lede doesn't know the picture's format"), ("<svg>", "lede doesn't show SVG pictures"),
        ("", "lede doesn't know the picture's format")
    ])
    func `what is no picture is not kept, and not asked for again`(body: String, reason: String) async throws {
        let server = try LoopbackServer { _ in Answer(200, headers: ["Content-Type": "image/png"], body: body) }
        let item = try item(of: server.url("/feed"))
        for _ in 1...2 {
            #expect(try await fetch([server.url("/1")], of: item)[server.url("/1")] == .failed(reason))
        }
        #expect(server.requests.count == 1)
        _ = try await fetch([server.url("/1")], of: item, for: .asked)
        #expect(server.requests.count == 2)
        #expect(try library.pictures(at: [server.url("/1")]).isEmpty)
    }

    @Test func `a missing picture isn't asked for again, but one of an ill server is after an hour`() async throws {
        let server = try LoopbackServer { Answer($0.path == "/gone" ? 404 : 500) }
        let item = try item(of: server.url("/feed"))
        let urls = ["/gone", "/ill"].map(server.url)
        let outcomes = try await fetch(urls, of: item)
        #expect(words(outcomes[urls[0]]) == "the server answered 404 (not found)")
        let known = try library.knowledge(ofPicturesAt: urls)
        func due(_ url: String) -> Date? { if case .failed(_, let date) = known[url] { date } else { nil } }
        #expect(try #require(due(urls[0])) > Date() + 86_400)
        #expect(try #require(due(urls[1])) < Date() + 4000)
    }

    @Test func `what identifies the user goes only to the feed's own server, and no referrer anywhere`() async throws {
        let web = try LoopbackServer { _ in Answer(200, body: Self.png()) }
        let feed = "http://own.example/feed"
        let item = try item(of: feed)
        let cookies = home.path + "/cookies"
        let line = { (host: String) in "\(host)\tFALSE\t/\tFALSE\t0\tname\tvalue\n" }
        try Data(("# Netscape HTTP Cookie File\n" + line("own.example") + line("other.example")).utf8)
            .write(to: URL(fileURLWithPath: cookies))
        let fetcher = fetcher { settings in
            settings.request.proxy = .server(web.url(""), nil)
            settings.request.cookieFile = cookies
            settings.pageAgent = "Mozilla"
            var own = FeedSettings()
            own.request = settings.request
            own.request?.headers = [Header("X-Secret", "1")]
            own.request?.authentication = .bearer("secret")
            settings.feeds[feed] = own
        }
        _ = try await fetch(["http://own.example/1", "http://other.example/1"], of: item, by: fetcher)
        #expect(web.requests.first { $0.path.contains("own") }?.headers["x-secret"] == "1")
        let headers = try #require(web.requests.first { $0.path.contains("other") }).headers
        for name in ["authorization", "x-secret", "cookie", "referer"] { #expect(headers[name] == nil) }
        #expect(headers["user-agent"] == "Mozilla" && headers["accept"]?.hasPrefix("image/") == true)
    }

    @Test func `a public feed can't make lede ask the user's own network, not even by a redirect`() async throws {
        let server = try LoopbackServer { _ in
            Answer(302, headers: ["Location": "http://192.168.0.1/reboot.png"])
        }
        let feed = "http://public.example/feed"
        let item = try item(of: feed)
        let inside = [server.url("/1"), "http://localhost/1", "http://192.168.0.1/1", "http://[::1]/1", "http://10.1/1"]
        for (url, outcome) in try await fetch(inside, of: item, for: .asked) {
            #expect(outcome == .failed("it is in your own network"), "\(url)")
        }
        #expect(server.requests.isEmpty)
        let fetcher = fetcher { $0.request.proxy = .server(server.url(""), nil) }
        let url = "http://elsewhere.example/1.png"
        #expect(try await fetch([url], of: item, by: fetcher)[url] == .failed("it leads into your own network"))
        #expect(server.requests.count == 1)
        var settings = fetcher.settings
        #expect(settings.options(forLinkOf: feed, to: url).staysOutside)
        settings.pictureHosts = HostList("lwn.net")
    }

    @Test(arguments: ["exec:scrape https://public.example", "http://127.0.0.1:1/feed", "http://localhost/feed"])
    func `a picture in the user's network is asked for only at the origin that the user wrote`(feed: String)
        async throws
    {
        let server = try LoopbackServer { _ in Answer(200, body: Self.png()) }
        let url = server.url("/1")
        #expect(try await fetch([url], of: item(of: feed), for: .asked)[url] == .failed("it is in your own network"))
        #expect(server.requests.isEmpty)
    }

    @Test func `redirects in a circle end`() async throws {
        let server = try LoopbackServer { Answer(302, headers: ["Location": $0.path + "x"]) }
        let item = try item(of: server.url("/feed"))
        #expect(try await words(fetch([server.url("/1")], of: item)[server.url("/1")]) == "too many redirects")
        #expect(server.requests.count < 20)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:1", "//x", "", "gopher://127.0.0.1:70/"])
    func `only URLs on the web are fetched`(url: String) async throws {
        let item = try item(of: "file:///feed")
        #expect(try await words(fetch([url], of: item, for: .asked)[url])?.hasPrefix("its URL isn't") == true)
    }

    @Test func `a picture in a URL needs no network`() async throws {
        let item = try item(of: "https://public.example/feed")
        let urls = [
            "data:image/png;base64,\(Data(Self.png("x")).base64EncodedString())", "data:,%89PNG%0d%0a%1a%0ax",
            "data:image/png;base64,????", "data:text/html,<html>", "DATA:image/png,%89PNG%0D%0A%1A%0A" + "x"
        ]
        let outcomes = try await fetch(urls, of: item, usingNetwork: false)
        for url in [urls[0], urls[1], urls[4]] { #expect(outcomes[url] == .passing(Self.png("x"))) }
        #expect(outcomes[urls[2]] == .failed("its URL contains no picture"))
        #expect(outcomes[urls[3]] == .failed("lede doesn't know the picture's format"))
    }

    @Test func `a picture in a thousand items is fetched once`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.png()) }
        let feed = server.url("/feed")
        let items = try (1...30).map { try item("\($0)", of: feed) }
        let fetcher = fetcher()
        let pictures = items.map { ItemPictures(item: $0, urls: [server.url("/logo.png")]) }
        var events = 0
        for try await _ in fetcher.fetch(pictures, for: .ahead).values() { events += 1 }
        #expect(events == 1 && server.requests.count == 1)
        #expect(try library.itemsLackingPictures(among: ItemSet(items), limit: 99, at: Date()).isEmpty)
    }

    @Test func `what an open article shows isn't fetched twice, and doesn't wait for pictures fetched ahead`()
        async throws
    {
        let gate = Gate()
        let server = try LoopbackServer { request in
            request.path.hasPrefix("/ahead")
                ? .held(until: gate, Answer(200, body: Self.png(request.path))) : Answer(200, body: Self.png("shown"))
        }
        let item = try item(of: server.url("/feed"))
        let fetcher = fetcher { $0.transfersPerHost = 1 }
        let aheadURLs = (1...4).map { server.url("/ahead\($0)") } + [server.url("/shown")]
        let finished = Record<String>()
        let ahead = fetcher.fetch([ItemPictures(item: item, urls: aheadURLs)], for: .ahead).subscribe { event in
            if case .next(let event) = event { finished.add(event.url) }
        }
        try gate.waitUntilReached()
        #expect(try await lack(fetch([server.url("/shown")], of: item, by: fetcher)[server.url("/shown")]) == nil)
        // One that is under way already.
        async let joined = fetch([server.url("/ahead1")], of: item, by: fetcher)
        gate.open()
        #expect(try await lack(joined[server.url("/ahead1")]) == nil)
        await finished.wait { $0.count == 5 }
        #expect(aheadURLs.map { server.hits(String($0.dropFirst(server.url("").count))) } == [1, 1, 1, 1, 1])
        ahead.dispose()
    }

    @Test func `nothing more is fetched once the article is left, and the next one works`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { .held(until: gate, Answer(200, body: Self.png($0.path))) }
        let item = try item(of: server.url("/feed"))
        let fetcher = fetcher()
        let urls = (1...9).map { server.url("/\($0)") }
        let told = Record<String>()
        let left = fetcher.fetch([ItemPictures(item: item, urls: urls)], for: .opened).subscribe { event in
            if case .next(let event) = event { told.add(event.url) }
        }
        try gate.waitUntilReached()
        left.dispose()
        gate.open()
        #expect(try await lack(fetch([urls[8], urls[0]], of: item, by: fetcher)[urls[0]]) == nil)
        #expect(told.entries.isEmpty && server.hits("/5") == 0)
    }

    @Test func `a busy server is left alone, and as long as it says`() async throws {
        let web = try LoopbackServer { request in
            request.path.contains("busy")
                ? Answer(429, headers: ["Retry-After": "7200"]) : Answer(200, body: Self.png())
        }
        let item = try item(of: "http://busy.example/feed")
        let urls = (1...9).map { "http://busy.example/\($0)" } + ["http://other.example/1"]
        let start = Date()
        let fetcher = fetcher { $0.request.proxy = .server(web.url(""), nil) }
        let outcomes = try await fetch(urls, of: item, by: fetcher)
        #expect(outcomes.count == 10 && web.requests.count <= 3 && lack(outcomes[urls[9]]) == nil)
        for known in try library.knowledge(ofPicturesAt: urls.dropLast()).values {
            if case .failed(_, let date) = known { #expect(date > start + 7100) } else { Issue.record("kept") }
        }
    }

    @Test func `pictures-hosts allows and denies hosts, also for redirects`() async throws {
        let web = try LoopbackServer { request in
            request.path.contains("own")
                ? Answer(302, headers: ["Location": "http://other.example/2"]) : Answer(200, body: Self.png())
        }
        let (own, other) = ("http://own.example/1", "http://other.example/1")
        let item = try item(of: "http://own.example/feed")
        let fetcher = fetcher {
            $0.request.proxy = .server(web.url(""), nil)
            $0.pictureHosts = HostList("own.example")
        }
        let outcomes = try await fetch([own, other], of: item, by: fetcher)
        #expect(words(outcomes[own]) == "the server redirects to “other.example”, which isn't allowed")
        #expect(words(outcomes[other]) == "“pictures-hosts” doesn't allow its host")
        #expect(web.requests.map(\.path) == [own])
        #expect(try await lack(fetch([other], of: item, for: .asked, by: fetcher)[other]) == nil)
    }

    @Test func `large pictures aren't fetched ahead if only small ones are kept, but shown`() async throws {
        let large = Self.png(String(repeating: "x", count: 5000))
        let server = try LoopbackServer { Answer(200, body: $0.path == "/large" ? large : Self.png()) }
        let item = try item(of: server.url("/feed"))
        let urls = ["/large", "/small"].map(server.url)
        let fetcher = fetcher { $0.largestKeptPicture = 4096 }
        let ahead = try await fetch(urls, of: item, for: .ahead, by: fetcher)
        #expect(words(ahead[urls[0]])?.contains("too large") == true && lack(ahead[urls[1]]) == nil)
        for _ in 1...2 { #expect(try await fetch(urls, of: item, by: fetcher)[urls[0]] == .passing(large)) }
        #expect(server.hits("/large") == 3 && server.hits("/small") == 1)
    }

    @Test func `without a cache a picture is shown, and is on no disk`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: Self.png()) }
        let item = try item(of: server.url("/feed"))
        let fetcher = fetcher { $0.largestKeptPicture = 0 }
        #expect(try await words(fetch([server.url("/1")], of: item, for: .ahead, by: fetcher)[server.url("/1")]) != nil)
        #expect(server.requests.isEmpty)
        #expect(try await fetch([server.url("/1")], of: item, by: fetcher)[server.url("/1")] == .passing(Self.png()))
        #expect(try library.pictures(at: [server.url("/1")]).isEmpty)
    }

    @Test func `a site that forbids copies gets none, but its picture is shown`() async throws {
        let server = try LoopbackServer { _ in Answer(200, headers: ["X-Robots-Tag": "noarchive"], body: Self.png()) }
        let item = try item(of: server.url("/feed"))
        let url = server.url("/1")
        #expect(
            try await words(fetch([url], of: item, for: .ahead)[url]) == "the site doesn't want copies of its pictures")
        #expect(try await fetch([url], of: item)[url] == .passing(Self.png()))
    }

    @Test func `a folder that can't be written to is told once, pictures are shown, and none is fetched ahead`()
        async throws
    {
        try Data().write(to: URL(fileURLWithPath: home.path + "/pictures"))
        let server = try LoopbackServer { Answer(200, body: Self.png($0.path)) }
        let item = try item(of: server.url("/feed"))
        let fetcher = fetcher()
        let troubles = Record<LibraryFailure>()
        let subscription = fetcher.troubles.subscribe { if case .next(let trouble) = $0 { troubles.add(trouble) } }
        let urls = (1...5).map { server.url("/\($0)") }
        let ahead = try await fetch(urls, of: item, for: .ahead, by: fetcher)
        #expect(ahead.values.allSatisfy { words($0)?.contains("can't open") == true } && server.requests.isEmpty)
        let shown = try await fetch(urls, of: item, by: fetcher)
        #expect(shown[urls[0]] == .passing(Self.png("/1")) && shown.count == 5)
        #expect(troubles.entries.count == 1)
        subscription.dispose()
    }

    @Test func `without a network no picture is blamed, but a dead server is once another one answers`() async throws {
        let server = try LoopbackServer(on: .v6) { _ in Answer(200, body: Self.png()) }
        let dead = try LoopbackServer { _ in Answer(200) }
        dead.stop()
        let (item, other) = (try item(of: dead.url("/feed")), try self.item(of: server.url("/feed")))
        let url = dead.url("/1")
        #expect(try await words(fetch([url], of: item)[url])?.hasPrefix("unreached") == true)
        #expect(try library.knowledge(ofPicturesAt: [url]).isEmpty)
        let pictures = [ItemPictures(item: item, urls: [url]), ItemPictures(item: other, urls: [server.url("/1")])]
        for try await _ in fetcher({ $0.transfers = 1 }).fetch(pictures, for: .opened).values() {}
        #expect(try library.knowledge(ofPicturesAt: [url]).count == 1)
    }

    @Test func `a run that has filled the cache ends, and its items wait a week`() async throws {
        let server = try LoopbackServer { Answer(200, body: Self.png(String(repeating: $0.path, count: 500))) }
        let items = try (1...40).map { try item("\($0)", of: server.url("/feed")) }
        let fetcher = fetcher { $0.cacheLimits = CacheLimits(bytes: 8000, age: 1e9) }
        let pictures = items.map { ItemPictures(item: $0, urls: [server.url("/\($0.rawValue)")]) }
        var outcomes: [PictureOutcome] = []
        for try await event in fetcher.fetch(pictures, for: .ahead).values() { outcomes.append(event.outcome) }
        #expect(outcomes.count == 40 && outcomes.count { lack($0) == nil } < 20 && server.requests.count < 20)
        #expect(outcomes.contains(.failed("“cache-size” leaves no room for it")))
        #expect(try library.itemsLackingPictures(among: ItemSet(items), limit: 99, at: Date()).isEmpty)
        #expect(try !library.itemsLackingPictures(among: ItemSet(items), limit: 99, at: Date() + 8 * 86_400).isEmpty)
    }
}
