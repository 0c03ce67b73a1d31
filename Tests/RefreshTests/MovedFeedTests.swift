import Foundation
import Library
import Refresh
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct MovedFeedTests {
    @Test(arguments: [(301, true), (308, true), (302, false)])
    func `a permanent redirect is adopted after several days`(
        status: Int, isBelieved: Bool
    ) async throws {
        let server = try LoopbackServer { request in
            request.path == "/old" ? Answer(status, headers: ["Location": "/new"]) : .feed("a")
        }
        let newsstand = try Newsstand([server.url("/old")])
        try await newsstand.refresh()
        for days in [1.0, 2] {
            #expect(try newsstand.feeds[0].fetching.movedTo == nil)
            var later = Fetched(.unchanged, for: try newsstand.feeds[0].id, at: Date() + days * 86_400)
            later.permanentURL = server.url("/new")
            _ = newsstand.library.store([later])
        }
        #expect(try newsstand.feeds[0].fetching.movedTo == (isBelieved ? server.url("/new") : nil))
    }

    @Test(arguments: [("https://example.org/new", "https://example.org/new"), ("", nil)])
    func `a podcast's new URL is offered unless the feed is already there`(
        address: String, offer: String?
    ) async throws {
        let server = try LoopbackServer { request in
            let here = "http://\(request.headers["host"] ?? "")/"
            return Answer(
                200,
                body: """
                    <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>Cast</title>
                    <itunes:new-feed-url>\(address.isEmpty ? here : address)</itunes:new-feed-url></channel></rss>
                    """)
        }
        let newsstand = try Newsstand([server.url("/")])
        try await newsstand.refresh()
        #expect(try newsstand.feeds.map(\.fetching.movedTo) == [offer])
    }
}
