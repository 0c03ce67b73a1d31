import Foundation
import TestSupport
import Testing

@Suite struct `Feeds of a feed server` {
    private let home: Home
    private let double: FeedServerDouble
    private let site: LoopbackServer

    init() throws {
        home = try Home()
        double = try FeedServerDouble(ServerShelf(folders: ["News", "Code"], items: 3), GoogleReaderDouble.freshRSS)
        site = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Blog", items: [.init(title: "Post")]).rss)
        }
        try home.write(urls: [
            "server:greader:\(double.url) \"~Home\"", "#: user anna", "#: password geheim & ö"
        ])
        #expect(try Lede.run("sync", home: home).status == 0)
    }

    private func run(_ arguments: String...) throws -> CommandRun { try Lede.run(arguments, home: home) }

    private func onServer(_ url: String) -> ServerShelf.Feed? { double.shelf.feeds.first { $0.url == url } }

    @Test func `the reader asks where to add a feed, and Enter adds it to the server`() throws {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "Feed 1")
        try reader.press("a")
        try reader.waitForScreen(showing: "URL of the feed")
        try reader.type(site.url("/feed"))
        try reader.press(.enter)
        try reader.waitForScreen(showing: "to add this feed")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Add the feed to:") && $0.contains("This computer") }
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Added the feed to Home") && $0.contains("Feed 3") }
        #expect(onServer(site.url("/feed")) != nil)
    }

    @Test func `the reader moves a server's feed, renames its folder, and undoes both there`() throws {
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "Feed 1")
        try reader.press("G", "T")
        try reader.waitForScreen { $0.contains("Tags, separated by spaces: Code") }
        try reader.press(.control("u"))
        try reader.type("Deep")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Tags of Feed 2: Deep") }
        try waitForFolders(["News", "Deep"])
        try reader.press("G", "k", "M")
        try reader.waitForScreen { $0.contains("Name of the tag: Deep") }
        try reader.type("er")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Renamed to “Deeper”") }
        try waitForFolders(["News", "Deeper"])
        try reader.press("u", "u")
        try reader.waitForScreen { $0.contains("Undid: change the tags of Feed 2") }
        try waitForFolders(["News", "Code"])
    }

    /// Waits until the reader has sent the changes.
    private func waitForFolders(_ folders: [String?]) throws {
        let end = Deadline()
        while double.shelf.feeds.map(\.folder) != folders {
            try #require(!end.hasPassed, "\(double.shelf.feeds)")
            usleep(20_000)
        }
    }
}
