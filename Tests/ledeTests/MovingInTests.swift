import Foundation
import SQLite
import TestSupport
import Testing

/// Imports from the real newsboat, which has fetched the feeds.
@Suite(.blocking) struct `Importing from newsboat` {
    private let home: Home
    private let server: LoopbackServer
    private let folder: String

    init() throws {
        home = try Home()
        folder = home.path + "/newsboat"
        server = try LoopbackServer { request in
            let name = String(request.path.dropFirst())
            let items = (0..<12).map { number in
                SampleFeed.Item(title: "\(name) \(number)", link: "https://example.org/\(name)/\(number)")
            }
            return Answer(200, body: SampleFeed(title: "Feed \(name)", items: items).rss)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let urls = """
            # my feeds
            \(server.url("/one")) news "~My One"
            \(server.url("/two"))
            "query:Unread:unread = \\"yes\\""
            """
        try Data(urls.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
        _ = try newsboat("-x", "reload")
    }

    @Test func `imported keys extend newsboat's keys`() throws {
        let theirs = "bind-key ; macro-prefix\nmacro x quit\nbind-key d delete-article\n"
        try Data(theirs.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
        let run = try Lede.run("import", "newsboat", folder, home: home)
        #expect(
            run.output.contains(
                "your key bindings build on newsboat's keys: see “keys newsboat” in \(home.config)/config"))
        #expect(!run.output.contains("left out"))
        let config = try String(contentsOfFile: home.config + "/config", encoding: .utf8)
        #expect(config.contains("\nkeys newsboat\nbind-key ; macro-prefix\nmacro x quit\n"))
        #expect(try Lede.run("config", "check", home: home).output == "")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "My One")
        try reader.press(";", "x")
        try reader.waitForExit()
    }

    @Test func `each feed has one row after the import, and the first one is chosen`() throws {
        for (config, rows) in [
            ("", ["▾ news", "My One", "Feed two"]), ("feed-sort-order title-asc\n", ["My One", "Feed two"]),
            ("feed-sort-order firsttag\n", ["▾ news", "My One", "Feed two"])
        ] {
            let home = try Home()
            let urls = "\(server.url("/one")) news daily \"~My One\"\n\(server.url("/two")) news daily\n"
            try Data(urls.utf8).write(to: URL(fileURLWithPath: folder + "/urls"))
            try Data(config.utf8).write(to: URL(fileURLWithPath: folder + "/config"))
            #expect(try Lede.run("import", "newsboat", folder, home: home).status == 0)
            let reader = try Reader.launch(home: home)
            let screen = try reader.waitForScreen(showing: "My One")
            let names = screen.lines.flatMap { line in ["▾ news", "▾ daily", "My One", "Feed two"].filter(line.contains)
            }
            #expect(names == rows, "\(screen)")
            #expect(screen.chosen.contains("My One"), "\(screen)")
            try reader.quit()
            #expect(try Lede.run("config", "check", home: home).output == "")
        }
    }

    private func newsboat(_ arguments: String...) throws -> CommandRun {
        let run = try Newsboat.run(arguments, in: folder, home: home)
        #expect(run.status == 0, "newsboat: \(run)")
        return run
    }
}

/// Every value of newsboat's orders, set in the real newsboat, and in lede after an import.
@Suite(.blocking, .enabled(if: Newsboat.isThere, "\(Newsboat.isMissing)")) struct `An order of newsboat's` {
    private let home: Home
    private let folder: String

    init() throws {
        home = try Home()
        folder = home.path + "/newsboat"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let urls = try Self.feeds.map { feed in
            let path = "\(folder)/\(feed.name.replacing(" ", with: "-")).xml"
            try Data(feed.document.utf8).write(to: URL(filePath: path))
            return "file://\(path) \(feed.tags)\n"
        }
        try Data(urls.joined().utf8).write(to: URL(filePath: folder + "/urls"))
        #expect(try Newsboat.run("-x", "reload", in: folder, home: home).status == 0)
        try Database(path: folder + "/cache.db", access: .readWrite).execute(
            """
            UPDATE rss_item SET unread = 0 WHERE title IN ('many 0', 'many 1', 'many 2', 'old 0', 'one 0');
            UPDATE rss_item SET flags = 'b' WHERE title = 'mixed 9';
            UPDATE rss_item SET flags = 'ab' WHERE title = 'mixed d';
            UPDATE rss_item SET flags = 'B' WHERE title = 'mixed c';
            """)
        try Data("feedlist-format %t\narticlelist-format %t\n".utf8).write(to: URL(filePath: folder + "/config"))
        let run = try Lede.run("import", "newsboat", folder, home: home)
        #expect(run.status == 0, "\(run)")
    }

    @Test func `every order puts the feeds in the same order as in newsboat`() throws {
        let names = Set(Self.feeds.map(\.name))
        let lede = try Reader.launch(size: (70, 40), home: home)
        try lede.waitForScreen(showing: "empty")
        try lede.type(":set group-feeds no\r")
        for method in ["none", "firsttag", "title", "articlecount", "unreadarticlecount", "lastupdated"] {
            for value in [method, "\(method)-asc", "\(method)-desc"] {
                let newsboat = try Newsboat.launch(
                    in: folder, config: "feed-sort-order \(value)\nfeedlist-format %t\n", home: home)
                let theirs = Self.rows(try newsboat.waitForScreen { Self.rows($0, names).count == names.count }, names)
                try lede.type(":set feed-sort-order \(value)\r")
                try expect(lede, toShow: theirs, of: names, as: value)
            }
        }
    }

    @Test func `every order puts the items in the same order as in newsboat`() throws {
        let names = Set(Self.mixed.items.map(\.title))
        let lede = try Reader.launch(size: (70, 40), home: home)
        try lede.waitForScreen(showing: "empty")
        try lede.type("'mixed\r\r")
        for method in ["title", "flags", "author", "link", "guid", "date"] {
            for value in [method, "\(method)-asc", "\(method)-desc"] {
                let newsboat = try Newsboat.launch(
                    in: folder, config: "article-sort-order \(value)\narticlelist-format %t\n", home: home)
                try newsboat.waitForScreen(showing: "mixed")
                try newsboat.type("1\r\r")
                let theirs = Self.rows(try newsboat.waitForScreen { Self.rows($0, names).count == names.count }, names)
                try lede.type(":set article-sort-order \(value)\r")
                try expect(lede, toShow: theirs, of: names, as: value)
            }
        }
    }

    private func expect(_ lede: Reader, toShow theirs: [String], of names: Set<String>, as value: String) throws {
        _ = try? lede.waitForScreen(within: 5) { Self.rows($0, names) == theirs }
        #expect(Self.rows(lede.screen, names) == theirs, "\(value)")
    }

    /// The names that are rows on the screen, from the top.
    private static func rows(_ screen: Screen, _ names: Set<String>) -> [String] {
        (0..<40).map { screen.line($0).trimmingCharacters(in: .whitespaces) }.filter(names.contains)
    }
}

// The feeds differ in everything that can be sorted by.
extension `An order of newsboat's` {
    fileprivate struct Feed {
        var name: String
        var tags: String
        var items: [Item]
    }

    fileprivate struct Item {
        var title: String
        var link: String
        var guid: String
        var author: String
        var day: Int
    }

    private static let mixed = Feed(
        name: "mixed", tags: "zeta alpha",
        items: [
            Item(title: "mixed d", link: "http://x.example/3", guid: "g1", author: "zoe", day: 3),
            Item(title: "mixed c", link: "http://x.example/1", guid: "g3", author: "adam", day: 1),
            Item(title: "mixed 10", link: "http://c.example/2", guid: "g2", author: "mia", day: 5),
            Item(title: "mixed 9", link: "http://b.example/10", guid: "g10", author: "", day: 2),
            Item(title: "mixed b", link: "http://b.example/9", guid: "a20", author: "ann", day: 4)
        ])

    private static let feeds = [
        mixed, plain("one", days: [30]), plain("many", days: [9, 8, 20, 7, 6, 5, 4], tags: "beta"),
        plain("old", days: [1, 2], tags: "alpha zeta"), plain("feed 10", days: [41, 3, 2], tags: "gamma"),
        plain("feed 9", days: [35, 34, 33, 32, 31, 29], tags: "delta"), plain("empty", days: [], tags: "eta")
    ]

    private static func plain(_ name: String, days: [Int], tags: String = "") -> Feed {
        let items = days.enumerated().map { number, day in
            Item(
                title: "\(name) \(number)", link: "http://a.example/\(name.utf8.count)/\(number)",
                guid: "\(name)\(number)", author: "x", day: day)
        }
        return Feed(name: name, tags: tags, items: items)
    }
}

extension `An order of newsboat's`.Feed {
    fileprivate var document: String {
        let items = items.map { item in
            let author = item.author.isEmpty ? "" : "<author>\(item.author)</author>"
            let date = "\(item.day % 30 + 1 < 10 ? "0" : "")\(item.day % 30 + 1) \(item.day < 30 ? "Jun" : "Jul") 2024"
            return "<item><title>\(item.title)</title><link>\(item.link)</link><guid isPermaLink=\"false\">\(item.guid)"
                + "</guid>\(author)<pubDate>\(date) 12:00:00 GMT</pubDate><description>text</description></item>"
        }
        return "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>\(name)</title>"
            + "<link>http://example.org/</link><description>d</description>\(items.joined())</channel></rss>"
    }
}
