import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Reading articles from web pages` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() async throws {
        feed = try TeaserFeed(["one", "login"])
        try await feed.home.fetch()
    }

    private func open(_ title: String) async throws -> DrawnReader {
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "2 unread")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Story login")
        if title == "login" { reader.press("j") }
        try await reader.waitForScreen { $0.chosen.contains("Story \(title)") }
        reader.press(.enter)
        try await reader.waitForScreen(showing: "A teaser.")
        return reader
    }

    @Test func `F shows the page's article, and the feed's text again`() async throws {
        let reader = try await open("one")
        reader.press("F")
        try await reader.waitForScreen {
            $0.contains("On page /one, line 7") && $0.contains("article from the web page")
        }
        reader.press("F")
        try await reader.waitForScreen { $0.contains("A teaser.") && !$0.contains("On page") }
        server.stop()
        reader.press("F")
        try await reader.waitForScreen(showing: "On page /one, line 7")
        reader.press("\\")
        try await reader.waitForScreen(showing: "<p>On page /one, line 1")
        reader.press("\\")
        try await reader.waitForScreen { $0.contains("On page /one, line 7") && !$0.contains("<p>") }
        #expect(server.hits("/one") == 1)
    }

    @Test func `F says why a page has no article, and leaves the feed's text`() async throws {
        let reader = try await open("login")
        reader.press("F")
        try await reader.waitForScreen {
            $0.contains("No article to show: the page asks you to log in") && $0.contains("A teaser.")
        }
    }
}

@Suite(.drawing) struct `Reading transcripts` {
    private let home: Home
    private let server: LoopbackServer

    init() async throws {
        home = try Home()
        server = try LoopbackServer { request in
            switch request.path {
            case "/feed.xml":
                Answer(
                    200,
                    body: """
                        <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Cast</title>
                        <item><title>Episode 1</title><description>Notes. (1:02) Birds.</description>
                        <enclosure url="1.mp3" type="audio/mpeg" length="9"/>
                        <podcast:transcript url="t.vtt" type="text/vtt"/></item>
                        <item><title>Episode 0</title><enclosure url="0.mp3" type="audio/mpeg" length="9"/>
                        <podcast:transcript url="gone" type="text/vtt"/></item></channel></rss>
                        """)
            case "/t.vtt": Answer(200, body: "WEBVTT\n\n0:01.000 --> 0:02.000\n<v Ada>A kestrel hovered.\n")
            default: Answer(404)
            }
        }
        try home.write(urls: [server.url("/feed.xml")])
        try await home.fetch()
    }

    @Test func `F shows an episode's transcript, or says why there is none`() async throws {
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "2 unread")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Episode 1")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Notes. (1:02) Birds.") && $0.contains("has a transcript") }
        reader.press("F")
        try await reader.waitForScreen {
            $0.contains("0:01 Ada: A kestrel hovered.") && !$0.contains("Notes") && !$0.contains("has a transcript")
        }
        reader.press("F")
        try await reader.waitForScreen(showing: "Notes.")
        reader.press("n")
        try await reader.waitForScreen { $0.contains("Episode 0") && !$0.contains("Notes.") }
        reader.press("F")
        try await reader.waitForScreen(showing: "No transcript to show: ")
    }
}

@Suite(.drawing) struct `Reading offline` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() async throws {
        feed = try TeaserFeed(["one", "two"])
        try await feed.home.fetch()
    }

    private func launch(_ config: String = "") async throws -> DrawnReader {
        try home.write(config: config)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "2 unread")
        return reader
    }

    private func open(in reader: DrawnReader) async throws {
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Story one")
        reader.press(.enter)
    }

    @Test func `with cache-when always a refresh fetches pages ahead, and rows show it`() async throws {
        let reader = try await launch("cache-when always\n")
        reader.press("R")
        try await reader.waitForScreen(showing: "2 pages kept to read offline")
        reader.press(.enter)
        try await reader.waitForScreen { $0.isOffline("Story one") }
        server.stop()
        // It has clearly more than the teaser.
        reader.press(.enter)
        try await reader.waitForScreen(showing: "On page /one, line 7")
        reader.press("F")
        try await reader.waitForScreen(showing: "A teaser.")
        #expect(feed.requestedPages.count == 2)
    }

    @Test func `cache-filter and cache-when of a feed choose what is fetched ahead`() async throws {
        let reader = try await launch("cache-when always\ncache-filter \"title =~ two\"\n")
        reader.press("R")
        try await reader.waitForScreen(showing: "1 page kept to read offline")
        #expect(feed.requestedPages == ["/two"])
        try await reader.quit()
        try home.write(urls: [feed.url, "#: cache-when manual"])
        let again = try await launch("cache-when always\n")
        again.press("R")
        try await again.waitForScreen(showing: "othing new")
        again.press(.enter)
        try await again.waitForScreen { $0.isOffline("Story two") }
        #expect(server.hits("/one") == 0)
    }

    @Test func `full-page shows the page's article when an item is opened, and F the feed's text`() async throws {
        let reader = try await launch("full-page yes\n")
        try await open(in: reader)
        try await reader.waitForScreen {
            $0.contains("On page /one, line 7") && $0.contains("article from the web page")
        }
        reader.press("F")
        try await reader.waitForScreen { $0.contains("A teaser.") && !$0.contains("On page") }
        reader.press("q", .enter)
        try await reader.waitForScreen(showing: "On page /one, line 7")
        #expect(server.hits("/one") == 1)
    }

    @Test func `a feed's full-page counts, and auto leaves a feed that has it all`() async throws {
        let whole = String(repeating: "All of the story is in the feed already. ", count: 80)
        let document = SampleFeed(
            title: "Birds", items: [.init(title: "Story one", body: whole, link: server.url("/one"))])
        try Data(document.rss.utf8).write(to: URL(fileURLWithPath: home.path + "/feed.xml"))
        try home.write(urls: [feed.url, "#: full-page auto"])
        let reader = try await launch("full-page yes\n")
        reader.press("R")
        try await reader.waitForScreen(showing: "othing new")
        try await open(in: reader)
        try await reader.waitForScreen(showing: "All of the story")
        reader.press("F")
        try await reader.waitForScreen(showing: "On page /one")
        reader.press("q", .enter)
        try await reader.waitForScreen(showing: "All of the story")
    }

    @Test func `:offline keeps lede from fetching, and a page that was asked for comes when it is online again`()
        async throws
    {
        let reader = try await launch()
        reader.press(":", "offline", .enter)
        try await reader.waitForScreen { $0.lines[0].contains("offline") && $0.contains("lede fetches nothing") }
        reader.press("R")
        try await reader.waitForScreen(showing: "to go online")
        try await open(in: reader)
        try await reader.waitForScreen(showing: "A teaser.")
        reader.press("F")
        try await reader.waitForScreen(showing: "F again to fetch the page when you are online")
        reader.press("F")
        try await reader.waitForScreen(showing: "lede will fetch the page")
        #expect(feed.requestedPages.isEmpty)
        reader.press(":", "offline", .enter)
        try await reader.waitForScreen { !$0.lines[0].contains("offline") }
        try await elsewhere { [server] in try server.waitForHits(on: "/one") }
        try await reader.waitForScreen(showing: "1 page you asked for")
        reader.press("F")
        try await reader.waitForScreen(showing: "On page /one, line 7")
    }

    @Test func `a page that was asked for comes at the next start, if lede was left meanwhile`() async throws {
        let reader = try await launch()
        reader.press(":", "offline", .enter)
        try await open(in: reader)
        try await reader.waitForScreen(showing: "A teaser.")
        reader.press("F", "F")
        try await reader.waitForScreen(showing: "lede will fetch the page")
        reader.press("q", "q", "q")
        _ = try await reader.waitForExit()
        let again = try DrawnReader.launch(home: home)
        try await elsewhere { [server] in try server.waitForHits(on: "/one") }
        try await again.waitForScreen(showing: "1 page you asked for")
    }
}

@Suite(.drawing) struct `Pictures of articles` {
    private let feed: TeaserFeed

    init() async throws {
        feed = try TeaserFeed(["one", "two"], pictures: 2)
        try await feed.home.fetch()
    }

    @Test func `the reader fetches pictures after the pages, and says so`() async throws {
        try feed.home.write(config: "cache-when always\n")
        let reader = try DrawnReader.launch(home: feed.home)
        try await reader.waitForScreen(showing: "2 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "6 pictures kept to read offline")
        reader.press("R")
        try await reader.waitForScreen(showing: "othing new")
        #expect(feed.server.requests.count { $0.path.hasSuffix(".png") } == 6)
    }
}

extension Screen {
    /// Whether the row with this text has the sign of an item that can be read offline.
    fileprivate func isOffline(_ text: String) -> Bool { row(of: text).map { lines[$0].contains("↓") } ?? false }
}
