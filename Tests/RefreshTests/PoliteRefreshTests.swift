import Foundation
import Library
import Refresh
import Signals
import TestSupport
import Testing

/// Politeness towards servers.
@Suite(.timeLimit(.minutes(5))) struct PoliteRefreshTests {
    /// The server must be kept, or nothing answers.
    private func newsstand(_ answers: Answer...) throws -> (LoopbackServer, Newsstand) {
        let answers = Answers(answers)
        let server = try LoopbackServer { _ in answers.next() }
        return (server, try Newsstand([server.url("/")]))
    }

    @Test func `a feed is due when its server's answer becomes stale`() async throws {
        let (server, newsstand) = try newsstand(
            .feed("a", headers: ["Cache-Control": "max-age=7200", "ETag": "\"v1\""]), Answer(304))
        try await newsstand.refresh()
        let due = try #require(try newsstand.dues[0])
        #expect((due.reason, due.after) == (.server, 7200))
        #expect(try newsstand.due(at: due.date - 1).isEmpty)
        #expect(try newsstand.due(at: due.date).count == 1)
        try await newsstand.refresh()
        #expect(try newsstand.dues[0]?.reason == .usual)
        #expect(server.requests.count == 2)
    }

    @Test func `an unchanged feed is due by its document's hints`() async throws {
        let document = """
            <rss version="2.0"><channel><title>t</title><ttl>300</ttl><item><title>a</title></item></channel></rss>
            """
        let (server, newsstand) = try newsstand(Answer(200, headers: ["ETag": "\"v1\""], body: document), Answer(304))
        for _ in 1...2 { try await newsstand.refresh() }
        #expect(try newsstand.dues[0]?.after == 18_000)
        #expect(try newsstand.dues[0]?.reason == .feed)
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\""])
    }

    @Test func `a server with too many requests gets a pause from all its feeds`() async throws {
        let server = try LoopbackServer { request in
            request.path == "/1" ? Answer(429, headers: ["Retry-After": "3000"]) : .feed("a")
        }
        let newsstand = try Newsstand([server.url("/1"), server.url("/2"), "file:///nowhere"])
        let told = try await newsstand.refresh([newsstand.feeds[0]])
        let words = "its server got too many requests and asked lede to wait"
        let feed = try newsstand.feeds[0]
        #expect(told.compactMap { $0.outcome(of: feed) } == [.leftOut(.toldToWait(words))])
        let waits = try newsstand.feeds.map { $0.fetching.holdUp(at: Date() + 2900) }
        #expect(waits.map { $0 != nil } == [true, true, false])
        #expect(try newsstand.feeds[1].fetching.holdUp(at: Date() + 3001) == nil)
        #expect(
            try await newsstand.outcomes().prefix(2) == [.leftOut(.toldToWait(words)), .leftOut(.toldToWait(words))])
        #expect(server.hits("/1") == 1 && server.hits("/2") == 0)
    }

    @Test func `a server that answers a user who overrides its wait needn't be waited for by its other feeds`()
        async throws
    {
        let isCalm = Gate()
        let server = try LoopbackServer { _ in
            isCalm.isOpen ? .feed("a") : Answer(429, headers: ["Retry-After": "3000"])
        }
        let newsstand = try Newsstand(["/1", "/2", "/3"].map(server.url))
        try await newsstand.refresh([newsstand.feeds[0]])
        func waits() throws -> [Bool] { try newsstand.feeds.map { $0.fetching.wait(at: Date()) != nil } }
        // The server is asked once, and means it.
        try await newsstand.refresh([newsstand.feeds[1]], overridingWaits: true)
        #expect(try server.requests.count == 2 && waits() == [true, true, true])
        isCalm.open()
        try await newsstand.refresh([newsstand.feeds[2]], overridingWaits: true)
        // These two were refused themselves.
        #expect(try server.requests.count == 3 && waits() == [true, true, false])
        try newsstand.library.subscribe(to: newsstand.feeds.map(\.url) + [server.url("/4")])
        #expect(try waits() == [true, true, false, false])
    }

    @Test func `a feed may have to wait a week, but the others of its server at most a day`() async throws {
        let server = try LoopbackServer { _ in Answer(429, headers: ["Retry-After": "604800"]) }
        let newsstand = try Newsstand(["/1", "/2"].map(server.url))
        try await newsstand.refresh([newsstand.feeds[0]])
        func waits(afterHours hours: Double) throws -> [Bool] {
            try newsstand.feeds.map { $0.fetching.wait(at: Date() + hours * 3600) != nil }
        }
        #expect(try waits(afterHours: 23) == [true, true])
        #expect(try waits(afterHours: 25) == [true, false])
    }

    @Test func `a feed that is gone is marked so, and fetched if the user insists`() async throws {
        let (server, newsstand) = try newsstand(Answer(410), .feed("a"))
        try await newsstand.refresh()
        #expect(try newsstand.feeds[0].fetching.isGone)
        #expect(try newsstand.due(at: .distantFuture).isEmpty)
        #expect(try await newsstand.outcomes() == [.leftOut(.gone)])
        try await newsstand.refresh(insisting: true)
        #expect(try !newsstand.feeds[0].fetching.isGone)
        #expect(server.requests.count == 2)
    }

    @Test func `a document sent again with another tag is requested with that one`() async throws {
        let (server, newsstand) = try newsstand(
            .feed("a", headers: ["ETag": "\"v1\"", "Last-Modified": "today"]),
            .feed("a", headers: ["ETag": "W/\"v2\""]),
            Answer(304))
        for _ in 1...3 { try await newsstand.refresh() }
        #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "\"v1\"", "W/\"v2\""])
        #expect(server.requests.map { $0.headers["if-modified-since"] } == [nil, "today", nil])
    }

    @Test func `another document with the same tag is stored`() async throws {
        let (server, newsstand) = try newsstand(
            .feed("a", headers: ["ETag": "\"v1\""]), .feed("b", "a", headers: ["ETag": "\"v1\""]))
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(try await newsstand.outcomes().map(\.?.new) == [1])
        #expect(server.requests.count == 2)
    }

    @Test func `nothing of a truncated document is stored, even if its length was unknown`()
        async throws
    {
        let (server, newsstand) = try newsstand(
            .raw(Array("HTTP/1.1 200 \r\n\r\n<rss><channel><item><title>a</title></item><item><title>b".utf8)))
        #expect(
            try await newsstand.outcomes() == [
                .fetched(.failed("the connection broke in the middle of the document"))
            ])
        #expect(try newsstand.titles(newsstand.feeds[0]) == [])
        #expect(server.requests.count == 1)
    }
}

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

    @Test func `no feed has failed if no server can be reached, except files and commands`() async throws {
        let newsstand = try Newsstand(["http://127.0.0.1:1/", "file:///nowhere", "http://127.0.0.1:2/"])
        let outcomes = try await newsstand.outcomes()
        let none = LeftOut.noNetwork(hasProxy: false)
        #expect([outcomes[0], outcomes[2]] == [.leftOut(none), .leftOut(none)])
        #expect(try newsstand.feeds.map(\.hasFailed) == [false, true, false])
        #expect(try newsstand.feeds[0].fetching.lastAttempt == nil)
    }

    @Test func `nothing is fetched if it can't be stored, and the reason is told once`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand([server.url("/1"), server.url("/2")])
        try newsstand.fill()
        let outcomes = try await newsstand.outcomes()
        #expect(outcomes.allSatisfy { "\($0, default: "")".contains("leftOut(can't use the library: no room") })
        #expect(outcomes[0] == outcomes[1])
        #expect(server.requests.isEmpty)
    }

    @Test func `a single feed has failed if it can't be reached, unless there is no network`() async throws {
        let newsstand = try Newsstand(["http://127.0.0.1:1/"])
        let told = Record<Told>()
        let refresh = newsstand.refresher.refresh(try newsstand.feeds, isOffline: true).subscribe { told.add($0) }
        await told.wait { $0.last == .completed }
        refresh.dispose()
        #expect(try !newsstand.feeds[0].hasFailed)
        try await newsstand.refresh()
        #expect(try newsstand.feeds[0].hasFailed)
    }

    @Test func `feeds are told to have failed only once another server has answered`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, .feed("a")) }
        let newsstand = try Newsstand(["http://127.0.0.1:1/", "http://127.0.0.1:2/", server.url("/")])
        let told = Record<RefreshProgress>()
        let ended = Record<Told>()
        let refresh = newsstand.refresher.refresh(try newsstand.feeds).subscribe { event in
            if case .next(.progress(let progress)) = event { told.add(progress) } else { ended.add(event) }
        }
        await told.wait { $0.last?.done == 2 }
        #expect(told.entries.last?.failed == 0)
        #expect(try newsstand.feeds.allSatisfy { !$0.hasFailed })
        gate.open()
        await ended.wait { $0.last == .completed }
        refresh.dispose()
        #expect(told.entries.last?.failed == 2)
        #expect(try newsstand.feeds.map(\.fetching.errorCount) == [1, 1, 0])
    }

    @Test func `an unreachable server has failed if another could be reached`() async throws {
        let server = try LoopbackServer { _ in .feed("a") }
        let newsstand = try Newsstand(["http://127.0.0.1:1/", "http://127.0.0.1:2/", server.url("/")])
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.errorCount) == [1, 1, 0])
    }
}

/// When a feed is due after an answer. Other tests check the single rules.
@Suite(.timeLimit(.minutes(5))) struct AskedAgainTests {
    private static let now = Date()

    @Test(arguments: [
        (["Cache-Control": "max-age=10800"], "", Due.Reason.server, 10_800),
        (["Date": date(0), "Expires": date(10_800)], "", .server, 10_800),
        ([:], "<ttl>180</ttl>", .feed, 10_800),
        ([:], "<sy:updatePeriod>daily</sy:updatePeriod><sy:updateFrequency>8</sy:updateFrequency>", .feed, 10_800),
        (["Cache-Control": "max-age=60"], "", .shortest, 1800),
        (["Cache-Control": "max-age=99999999"], "", .longest, 86_400),
        ([:], "", .usual, 3600)
    ])
    func `a feed is due when its server or document says so, within the user's limits`(
        headers: [String: String], hint: String, reason: Due.Reason, seconds: Int
    ) async throws {
        let due = try await due(after: document(saying: hint), headers)
        #expect((due.reason, due.after) == (reason, seconds))
    }

    @Test func `a feed is fetched in its own rhythm, even if it hasn't changed`() async throws {
        let items = (1...3).map { SampleFeed.Item(title: "\($0)", date: Self.now - Double($0) * 80 * 3600) }
        let answers = Answers([
            Answer(200, headers: ["ETag": "\"v1\""], body: SampleFeed(title: "Feed", items: items).rss), Answer(304)
        ])
        let server = try LoopbackServer { _ in answers.next() }
        let newsstand = try Newsstand([server.url("/")])
        for _ in 1...2 {
            try await newsstand.refresh()
            let due = try #require(try newsstand.dues[0])
            #expect((due.reason, due.after) == (.rhythm, 10 * 3600))
        }
    }

    @Test func `a feed isn't due in the hours and on the days that it skips`() async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let soon = (0...2).map { calendar.component(.hour, from: Self.now + Double($0) * 3600) }
        let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
        let today = [0.0, 6 * 3600].map { days[calendar.component(.weekday, from: Self.now + $0) - 1] }
        let hours = "<skipHours>\(soon.map { "<hour>\($0)</hour>" }.joined())</skipHours>"
        for hint in [hours, "<skipDays>\(today.map { "<day>\($0)</day>" }.joined())</skipDays>"] {
            let due = try await due(after: document(saying: hint))
            #expect(due.reason == .skipped && due.after > 3600)
        }
    }

    @Test func `the user's interval overrides the feed's`() async throws {
        let answer = document(saying: "<ttl>180</ttl>")
        let bounds = RefreshIntervals(shortest: .seconds(600), longest: .seconds(7200))
        #expect(try await due(after: answer) { $0.intervals = bounds }.after == 7200)
        var own = FeedSettings()
        own.interval = .seconds(300)
        let due = try await due(after: answer) { [own] settings in
            settings.intervals = bounds
            settings.feeds = settings.feeds.mapValues { _ in own }
        }
        #expect((due.reason, due.after) == (.person, 300))
    }

    @Test func `feeds that fail together are fetched at different times later`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let newsstand = try Newsstand((1...20).map { server.url("/\($0)") })
        try await newsstand.refresh()
        let waits = try newsstand.dues.compactMap(\.?.after)
        #expect(waits.count == 20 && waits.allSatisfy { (3600...4500).contains($0) })
        #expect(Set(waits).count > 2)
    }

    private func due(
        after body: String, _ headers: [String: String] = [:], change: (inout RefreshSettings) -> Void = { _ in }
    ) async throws -> Due {
        let server = try LoopbackServer { _ in Answer(200, headers: headers, body: body) }
        let newsstand = try Newsstand([server.url("/")]) { settings in
            settings.feeds[server.url("/")] = FeedSettings()
            change(&settings)
        }
        try await newsstand.refresh()
        return try #require(try newsstand.dues[0])
    }

    private func document(saying hint: String) -> String {
        """
        <rss version="2.0" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel><title>t</title>\(hint)
        <item><title>a</title></item></channel></rss>
        """
    }

    /// In the format of servers.
    private static func date(_ seconds: Double) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: now + seconds)
    }
}
