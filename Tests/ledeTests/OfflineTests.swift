import Foundation
import TestSupport
import Testing

@Suite struct `Reading offline` {
    private let feed: TeaserFeed
    private var home: Home { feed.home }
    private var server: LoopbackServer { feed.server }

    init() throws {
        feed = try TeaserFeed(["one", "two"])
        _ = try Lede.run("refresh", home: feed.home)
    }

    private func launch(_ config: String = "") throws -> Reader {
        try home.write(config: config)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "2 unread")
        return reader
    }

    private func open(in reader: Reader) throws {
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Story one")
        try reader.press(.enter)
    }

    @Test func `with cache-when always a refresh fetches pages ahead, and rows show it`() throws {
        let reader = try launch("cache-when always\n")
        try reader.press("R")
        try reader.waitForScreen(showing: "2 pages kept to read offline")
        try reader.press(.enter)
        try reader.waitForScreen { $0.isOffline("Story one") }
        server.stop()
        // It has clearly more than the teaser.
        try reader.press(.enter)
        try reader.waitForScreen(showing: "On page /one, line 7")
        try reader.press("F")
        try reader.waitForScreen(showing: "A teaser.")
        #expect(server.requests.count == 2)
    }

    @Test func `cache-filter and cache-when of a feed choose what is fetched ahead`() throws {
        let reader = try launch("cache-when always\ncache-filter \"title =~ two\"\n")
        try reader.press("R")
        try reader.waitForScreen(showing: "1 page kept to read offline")
        #expect(server.requests.map(\.path) == ["/two"])
        try reader.quit()
        try home.write(urls: ["file://\(home.path)/feed.xml", "#: cache-when manual"])
        let again = try launch("cache-when always\n")
        try again.press("R")
        try again.waitForScreen(showing: "othing new")
        try again.press(.enter)
        try again.waitForScreen { $0.isOffline("Story two") }
        #expect(server.hits("/one") == 0)
    }

    @Test func `full-page shows the page's article when an item is opened, and F the feed's text`() throws {
        let reader = try launch("full-page yes\n")
        try open(in: reader)
        try reader.waitForScreen { $0.contains("On page /one, line 7") && $0.contains("article from the web page") }
        try reader.press("F")
        try reader.waitForScreen { $0.contains("A teaser.") && !$0.contains("On page") }
        try reader.press("q", .enter)
        try reader.waitForScreen(showing: "On page /one, line 7")
        #expect(server.hits("/one") == 1)
    }

    @Test func `a feed's full-page counts, and auto leaves a feed that has it all`() throws {
        let whole = String(repeating: "All of the story is in the feed already. ", count: 80)
        let document = SampleFeed(
            title: "Birds", items: [.init(title: "Story one", body: whole, link: server.url("/one"))])
        try Data(document.rss.utf8).write(to: URL(fileURLWithPath: home.path + "/feed.xml"))
        try home.write(urls: ["file://\(home.path)/feed.xml", "#: full-page auto"])
        let reader = try launch("full-page yes\n")
        try reader.press("R")
        try reader.waitForScreen(showing: "othing new")
        try open(in: reader)
        try reader.waitForScreen(showing: "All of the story")
        try reader.press("F")
        try reader.waitForScreen(showing: "On page /one")
        try reader.press("q", .enter)
        try reader.waitForScreen(showing: "All of the story")
    }

    @Test func `:offline keeps lede from fetching, and a page that was asked for comes when it is online again`() throws
    {
        let reader = try launch()
        try reader.press(":", "offline", .enter)
        try reader.waitForScreen { $0.lines[0].contains("offline") && $0.contains("lede fetches nothing") }
        try reader.press("R")
        try reader.waitForScreen(showing: "to go online")
        try open(in: reader)
        try reader.waitForScreen(showing: "A teaser.")
        try reader.press("F")
        try reader.waitForScreen(showing: "F again to fetch the page when you are online")
        try reader.press("F")
        try reader.waitForScreen(showing: "lede will fetch the page")
        #expect(server.requests.isEmpty)
        try reader.press(":", "offline", .enter)
        try reader.waitForScreen { !$0.lines[0].contains("offline") }
        try server.waitForHits(on: "/one")
        try reader.waitForScreen(showing: "1 page you asked for")
        try reader.press("F")
        try reader.waitForScreen(showing: "On page /one, line 7")
    }

    @Test func `a page that was asked for comes at the next start, if lede was left meanwhile`() throws {
        let reader = try launch()
        try reader.press(":", "offline", .enter)
        try open(in: reader)
        try reader.waitForScreen(showing: "A teaser.")
        try reader.press("F", "F")
        try reader.waitForScreen(showing: "lede will fetch the page")
        try reader.press("q", "q", "q")
        _ = try reader.waitForExit()
        let again = try Reader.launch(home: home)
        try server.waitForHits(on: "/one")
        try again.waitForScreen(showing: "1 page you asked for")
    }

    @Test(.enabled(if: NetworkNamespace.isPossible, "\(NetworkNamespace.isImpossible)"))
    func `lede notices by itself that the machine loses its network, and gets one again`() throws {
        _ = try Lede.run("preload", home: home)
        try home.write(config: "")
        let reader = try NetworkNamespace.launch(home: home)
        try reader.waitForScreen { $0.contains("2 unread") && $0.lines[0].contains("offline") }
        try open(in: reader)
        try reader.waitForScreen(showing: "On page /one, line 7")
        try Data().write(to: URL(fileURLWithPath: NetworkNamespace.signal(in: home)))
        try reader.waitForScreen { !$0.lines[0].contains("offline") }
    }
}

@Suite struct `Pictures of articles` {
    private let feed: TeaserFeed

    init() throws {
        feed = try TeaserFeed(["one", "two"], pictures: 2)
        _ = try Lede.run("refresh", home: feed.home)
    }

    @Test func `the reader fetches pictures after the pages, and says so`() throws {
        try feed.home.write(config: "cache-when always\n")
        let reader = try Reader.launch(home: feed.home)
        try reader.waitForScreen(showing: "2 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "6 pictures kept to read offline")
        try reader.press("R")
        try reader.waitForScreen(showing: "othing new")
        #expect(feed.server.requests.count { $0.path.hasSuffix(".png") } == 6)
    }
}

extension Screen {
    /// Whether the row with this text has the sign of an item that can be read offline.
    fileprivate func isOffline(_ text: String) -> Bool { row(of: text).map { lines[$0].contains("↓") } ?? false }
}

/// lede in a network namespace without a network, which gets one later.
private enum NetworkNamespace {
    static let isPossible =
        (try? CommandRun(program: "/usr/bin/unshare", arguments: ["-rn", "ip", "link"]))?.status == 0
    static let isImpossible = "this machine allows no network namespaces, or lacks iproute2"

    /// The file that gives the namespace a network.
    static func signal(in home: Home) -> String { "\(home.path)/network" }

    static func launch(home: Home) throws -> Reader {
        // The shell waits at the pipe until somebody writes to it.
        mkfifo(signal(in: home), 0o600)
        let script = """
            (read -r _ < "$1"; ip link set lo up; ip route add default dev lo) & exec "$0"
            """
        return try Reader.launch(
            program: "/usr/bin/unshare",
            arguments: ["-rn", "sh", "-c", script, BuildProducts.executable("lede"), signal(in: home)], home: home)
    }
}
