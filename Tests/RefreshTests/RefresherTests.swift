import Library
import Refresh
import Signals
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct RefreshTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { .feed("of \($0.path)") }
    }

    @Test func `every feed is fetched once and stored`() async throws {
        let paths = (1...20).map { "/\($0)" }
        let newsstand = try Newsstand(paths.map(server.url))
        try await newsstand.refresh()
        #expect(paths.map(server.hits) == Array(repeating: 1, count: 20))
        #expect(try newsstand.feeds.map(newsstand.titles) == paths.map { ["of \($0)"] })
        #expect(
            try newsstand.feeds.allSatisfy { $0.name == "Feed" && $0.unread == 1 && $0.fetching.lastSuccess != nil })
    }

    @Test func `every feed begins and finishes, and the refresh completes last`() async throws {
        let newsstand = try Newsstand([server.url("/1"), server.url("/2")])
        let told = try await newsstand.refresh()
        for feed in try newsstand.feeds {
            let begin = try #require(told.firstIndex(of: .next(.began(feed.id))))
            let finish = try #require(told.firstIndex { $0.outcome(of: feed)?.new == 1 })
            #expect(begin < finish)
        }
        #expect(told.count == 5)
        #expect(told.last == .completed)
    }

    @Test func `a refresh without feeds completes`() async throws {
        let newsstand = try Newsstand([])
        #expect(try await newsstand.refresh() == [.completed])
    }

    @Test func `other feeds aren't fetched`() async throws {
        let newsstand = try Newsstand([server.url("/1"), server.url("/2")])
        try await newsstand.refresh(Array(newsstand.feeds.prefix(1)))
        #expect(server.requests.map(\.path) == ["/1"])
    }

    @Test func `another refresh brings new items`() async throws {
        let answers = Answers([.feed("a"), .feed("b", "a")])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try newsstand.titles(newsstand.feeds[0]) == ["b", "a"])
    }

    @Test func `relative links refer to the URL that the document came from`() async throws {
        let feed = SampleFeed(title: "Moved", items: [SampleFeed.Item(title: "a", link: "a.html")])
        let server = try LoopbackServer { request in
            request.path == "/old" ? Answer(301, headers: ["Location": "/new/feed"]) : Answer(200, body: feed.rss)
        }
        let newsstand = try Newsstand([server.url("/old")])
        try await newsstand.refresh()
        let items = try newsstand.library.items(unreadOnly: true, limit: 10)
        #expect(items.map(\.link) == [server.url("/new/a.html")])
    }
}

@Suite(.timeLimit(.minutes(5))) struct ProgressTests {
    @Test func `the progress reports running and remaining feeds`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, .feed("a")) }
        let newsstand = try Newsstand((1...5).map { server.url("/\($0)") }) { $0.transfers = 2 }
        let told = Record<RefreshProgress>()
        let refresh = newsstand.refresher.refresh(try newsstand.feeds).subscribe { event in
            if case .next(.progress(let progress)) = event { told.add(progress) }
        }
        let current = [1, 2].map { server.url("/\($0)") }
        await told.wait { $0.last?.current == current }
        #expect(told.entries.last?.total == 5)
        #expect(told.entries.last?.done == 0)
        gate.open()
        await told.wait { $0.last?.done == 5 }
        #expect(told.entries.last?.current == [])
        refresh.dispose()
    }

    @Test func `the last progress before the end has the refresh's result`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/bad" ? Answer(404) : .feed("a", "b")
        }
        let newsstand = try Newsstand(["/1", "/2", "/bad", "/left-alone"].map(server.url)) {
            $0.feeds[server.url("/left-alone")] = .leftAlone
        }
        let told = Record<Told>()
        newsstand.refresher.refresh(try newsstand.feeds).subscribe { told.add($0) }
        await told.wait { $0.last == .completed }
        guard case .next(.progress(let progress)) = told.entries.dropLast().last else { return #expect(Bool(false)) }
        #expect(progress.done == 4 && progress.total == 4)
        #expect(progress.newItems == 4 && progress.feedsWithNews == 2)
        #expect(progress.failed == 1 && progress.paused == 1 && progress.leftOut == 0)
        #expect(progress.bytes > 500)
    }

    @Test func `a paused feed is fetched only if the user insists`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand([server.url("/")]) { $0.feeds[server.url("/")] = .leftAlone }
        #expect(try await newsstand.outcomes() == [.leftOut(.paused)])
        #expect(server.requests.isEmpty)
        #expect(try await newsstand.outcomes(insisting: true).map(\.?.new) == [1])
    }
}

extension FeedSettings {
    fileprivate static var leftAlone: FeedSettings {
        var settings = FeedSettings()
        settings.isPaused = true
        return settings
    }
}

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

@Suite(.timeLimit(.minutes(5))) struct CancellingTests {
    private let gate = Gate()
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer { [gate] request in
            request.path == "/slow" ? .held(until: gate, .feed("slow")) : .feed("quick")
        }
    }

    @Test func `a stopped refresh keeps stored feeds and reports nothing more`() async throws {
        let newsstand = try Newsstand([server.url("/quick"), server.url("/slow")])
        let feeds = try newsstand.feeds
        let (refresh, told) = try newsstand.begin()
        await told.wait { $0.count == 3 }
        refresh.dispose()
        try await everythingIsOver(at: newsstand)
        #expect(told.entries.count == 3)
        #expect(told.entries.compactMap { $0.outcome(of: feeds[0])?.new } == [1])
        #expect(try feeds.map(newsstand.titles) == [["quick"], []])
    }

    @Test func `a stopped feed doesn't count as failed`() async throws {
        let newsstand = try Newsstand([server.url("/slow")])
        let (refresh, _) = try newsstand.begin()
        try gate.waitUntilReached()
        refresh.dispose()
        try await everythingIsOver(at: newsstand)
        #expect(try newsstand.feeds.map(\.fetching.lastError) == [nil])
    }

    @Test func `waiting feeds aren't fetched after the stop`() async throws {
        let newsstand = try Newsstand(["/slow", "/1", "/2"].map(server.url), change: { $0.transfers = 1 })
        let (refresh, told) = try newsstand.begin()
        try gate.waitUntilReached()
        refresh.dispose()
        // It would never be if it waited for the slow server.
        try await everythingIsOver(at: newsstand)
        #expect(server.requests.map(\.path) == ["/slow", "/last"])
        #expect(told.entries == [.next(.began(try newsstand.feeds[0].id))])
    }

    /// Waits for a last refresh: the feeder and the client work in order.
    private func everythingIsOver(at newsstand: Newsstand) async throws {
        let urls = try newsstand.feeds.map(\.url)
        try newsstand.library.subscribe(to: urls + [server.url("/last")])
        try await newsstand.refresh(newsstand.feeds.suffix(1))
        try newsstand.library.subscribe(to: urls)
    }
}

/// Several refreshers of the same library, each with its own newsstand, like separate processes.
@Suite(.timeLimit(.minutes(5))) struct CompanyTests {
    private let gate = Gate()
    private let answers = Answers([.feed("a"), .feed("b", "a")])
    private let server: LoopbackServer
    private let first: Newsstand
    private let second: Newsstand

    init() throws {
        server = try LoopbackServer { [gate, answers] request in
            request.path == "/slow" ? .held(until: gate, .feed("slow")) : answers.next()
        }
        first = try Newsstand([server.url("/slow"), server.url("/quick")])
        second = try Newsstand(sharing: first)
    }

    @Test func `a feed that another process fetches is left to it, and fetched once`() async throws {
        let feed = try first.feeds[0]
        let (_, told) = try first.begin()
        try gate.waitUntilReached()
        #expect(try await second.refresh([feed]) == [.next(.finished(feed.id, .leftOut(.anotherLede))), .completed])
        gate.open()
        await told.wait { $0.last == .completed }
        #expect(server.hits("/slow") == 1)
    }

    @Test func `another process can fetch a fetched feed afterwards`() async throws {
        let feed = try first.feeds[1]
        for (newsstand, new) in [(first, 1), (second, 1), (first, 0)] {
            let told = try await newsstand.refresh([feed])
            #expect(told.compactMap { $0.outcome(of: feed) }.map { $0.new ?? 0 } == [new])
        }
        #expect(server.hits("/quick") == 3)
    }

    @Test func `a failed or unchanged feed is free for other processes`() async throws {
        let server = try LoopbackServer { $0.path == "/bad" ? Answer(404) : .feed("a") }
        let one = try Newsstand(["/bad", "/same"].map(server.url))
        let other = try Newsstand(sharing: one)
        try await one.refresh()
        for newsstand in [one, other, one] {
            #expect(try await newsstand.outcomes().map { $0 == .leftOut(.anotherLede) } == [false, false])
        }
    }

    @Test func `a stopped feed is free for other processes at once`() async throws {
        let feed = try first.feeds[0]
        let (refresh, _) = try first.begin()
        try gate.waitUntilReached()
        refresh.dispose()
        first.refresher.drain()
        first.library.drain()
        gate.open()
        #expect(try await second.refresh([feed]).compactMap { $0.outcome(of: feed)?.new } == [1])
    }
}
