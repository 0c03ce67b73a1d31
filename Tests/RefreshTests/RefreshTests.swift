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
