import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.drawing) struct `A first run` {
    @Test func `without a urls file, the welcome screen offers ways to start`() async throws {
        let reader = try DrawnReader.launch()
        try await reader.waitForScreen {
            $0.contains("Welcome to lede") && $0.contains("s  add the starter feeds")
                && $0.contains("a  add a feed by URL")
                && $0.contains("i  import feeds from an OPML file")
                && $0.contains("lede then refreshes feeds by itself,")
                && $0.contains("unless config has “auto-reload no”.") && $0.contains("q quit")
        }
    }

    @Test func `the welcome screen offers to import newsboat's feed server, though newsboat has no list of feeds`()
        async throws
    {
        let home = try Home()
        let folder = home.path + "/.newsboat"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let config = """
            urls-source "freshrss"
            freshrss-url "https://rss.example.org/api/greader.php"
            freshrss-login "me"
            freshrss-password "secret"

            """
        try Data(config.utf8).write(to: URL(filePath: folder + "/config"))
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "import everything from newsboat (server: freshrss)")
        reader.press("m")
        try await reader.waitForScreen { $0.contains("1 feed server") && $0.contains("No feeds yet: press R to sync") }
    }

    @Test func `the welcome screen offers to import from newsboat, which can be undone`() async throws {
        let home = try Home()
        let folder = home.path + "/.newsboat"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func write(_ text: String, _ name: String) throws {
            try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
        try write(
            "https://a.example/ code \"~Alpha\"\nhttps://b.example/ \"~Beta\"\nhttps://c.example/\n"
                + "\"query:New:unread = \\\"yes\\\"\"\n", "urls")
        try write(
            "feed-sort-order title-asc\nshow-read-feeds no\nreload-threads 4\nbind-key ^X quit\n", "config")
        try Database(path: folder + "/cache.db", access: .readWriteCreate).execute(
            """
            CREATE TABLE rss_item (guid, title, url, feedurl, unread);
            INSERT INTO rss_item VALUES ('1', 'One', 'https://a.example/1', 'https://a.example/', 1),
                ('2', 'Two', 'https://a.example/2', 'https://a.example/', 0);
            """)
        let reader = try DrawnReader.launch(size: (120, 24), home: home)
        try await reader.waitForScreen {
            $0.contains("m  import everything from newsboat (3 feeds)")
                && $0.contains("s  add the starter feeds")
        }
        reader.press(.enter)
        try await reader.waitForScreen { screen in
            let said = screen.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return said.contains("Imported 3 feeds, 1 saved search and 2 items from newsboat (U to undo); ")
                && said.contains("1 config line left out") && said.contains("2 read feeds hidden (l to show)")
                && screen.chosen.contains("Alpha")
        }
        #expect(try reader.unread() == 1)
        reader.press("U")
        try await reader.waitForScreen {
            $0.contains("Undid: import 3 feeds") && $0.contains("import everything from newsboat")
        }
        #expect(try reader.unread() == 0)
        try await reader.quit()
        let again = try DrawnReader.launch(size: (120, 24), home: home)
        try await again.waitForScreen(showing: "m  import everything from newsboat (3 feeds)")
        again.press("m")
        try await again.waitForScreen(showing: "Imported 3 feeds, 1 saved search and 2 items from newsboat (U to undo)")
        #expect(try again.unread() == 1)
    }

    @Test func `the welcome screen offers newsraft and sfeed, even on a narrow screen`() async throws {
        let home = try Home()
        for folder in ["config/newsraft", ".sfeed"] {
            try FileManager.default.createDirectory(atPath: "\(home.path)/\(folder)", withIntermediateDirectories: true)
        }
        try Data("https://a.example/\n".utf8).write(to: URL(filePath: home.path + "/config/newsraft/feeds"))
        let script = "feeds() {\n\tfeed \"One\" \"https://b.example/\"\n\tfeed \"Two\" \"https://c.example/\"\n}\n"
        try Data(script.utf8).write(to: URL(filePath: home.path + "/.sfeed/sfeedrc"))
        let reader = try DrawnReader.launch(size: (40, 12), home: home)
        try await reader.waitForScreen {
            $0.contains("import newsraft (1 feed)") && $0.contains("import sfeed (2 feeds)")
        }
        reader.press("j", .enter)
        try await reader.waitForScreen { $0.contains("Imported 2 feeds") && $0.contains("One") && $0.contains("Two") }
    }

    @Test func `the welcome screen adds a feed by URL and fetches it`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Fresh News").rss) }
        let reader = try DrawnReader.launch()
        try await reader.waitForScreen(showing: "add a feed by URL")
        reader.press("a")
        try await reader.waitForScreen(showing: "URL of the feed or its site:")
        reader.type(server.url("/feed.xml"))
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Fresh News") && $0.contains("Enter to add this feed") }
        #expect(!FileManager.default.fileExists(atPath: reader.home.config + "/urls"))
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Fresh News") && !$0.contains("Enter to add this feed") }
        let urls = try String(contentsOfFile: reader.home.config + "/urls", encoding: .utf8)
        #expect(urls == server.url("/feed.xml") + "\n")
    }

    @Test func `a feed without a scheme is found on a server that only speaks http`() async throws {
        let server = try LoopbackServer(refusesTLS: true) { _ in
            Answer(200, body: SampleFeed(title: "Fresh News").rss)
        }
        let address = String(server.url("/feed.xml").dropFirst("http://".count))
        let home = try Home()
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "add a feed by URL")
        reader.press("a")
        reader.type("\(address)\r")
        try await reader.waitForScreen { $0.contains("Fresh News") && $0.contains("Enter to add this feed") }
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Fresh News") && $0.contains("Nothing new") }
        #expect(try String(contentsOfFile: home.config + "/urls", encoding: .utf8) == "http://\(address)\n")
    }

    @Test func `offers of the welcome screen can be clicked`() async throws {
        let reader = try DrawnReader.launch()
        let screen = try await reader.waitForScreen(showing: "add a feed by URL")
        let row = try #require(screen.row(of: "add a feed by URL"))
        reader.pointTwice(row: row, column: 40)
        try await reader.waitForScreen(showing: "URL of the feed or its site:")
    }

    @Test func `a deleted urls file doesn't bring back the welcome screen`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Fresh News").rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed.xml")])
        try await home.fetch()
        try FileManager.default.removeItem(atPath: home.config + "/urls")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen { $0.contains("Fresh News") && $0.contains("The urls file is missing") }
        reader.type(":starter-feeds\r")
        try await reader.waitForScreen(showing: "You already have feeds, so lede added no starter feeds")
        reader.type("a\(server.url("/other.xml"))\r")
        try await reader.waitForScreen(showing: "Enter to add this feed")
        reader.press(.enter)
        try await reader.waitForScreen { $0.text.contains(/would\s+lose/) }
        #expect(!FileManager.default.fileExists(atPath: home.config + "/urls"))
    }

    @Test func `the failure of a new feed is reported once`() async throws {
        let server = try LoopbackServer { _ in Answer(500) }
        let reader = try DrawnReader.launch(feeds: [server.url("/a")])
        try await reader.waitForScreen(showing: "127.0.0.1")
        reader.press("r")
        try await reader.waitForScreen(showing: "1 failed")
        reader.press(.enter)
        let screen = try await reader.waitForScreen { $0.line(0).contains("127.0.0.1") && $0.contains("answered 500") }
        #expect(screen.lines.count { $0.contains("the server answered 500") } == 1)
    }

    @Test func `an invalid URL is reported, and nothing is fetched`() async throws {
        let reader = try DrawnReader.launch()
        try await reader.waitForScreen(showing: "add a feed by URL")
        reader.press("a")
        reader.type("exec:rm -rf x")
        reader.press(.enter)
        // The reason stands above the prompt, where the text can be corrected.
        try await reader.waitForScreen {
            $0.contains("lede can't add “exec:” lines")
                && $0.contains("URL of the feed or its site: exec:rm -rf x")
        }
        reader.press(.escape)
        try await reader.waitForScreen { $0.contains("Welcome to lede") && !$0.contains("exec:") }
        #expect(!FileManager.default.fileExists(atPath: reader.home.config + "/urls"))
    }

    @Test func `an import names the URLs that it skips`() async throws {
        let home = try Home()
        let list = "<opml><body><outline xmlUrl='exec:rm -rf x'/><outline xmlUrl='file:///etc/passwd'/></body></opml>"
        try list.write(toFile: home.path + "/feeds.opml", atomically: true, encoding: .utf8)
        try home.write(urls: ["# mine"])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "have any feeds yet")
        reader.press("i")
        reader.type("~/feeds.opml\r")
        try await reader.waitForScreen(showing: "2 URLs not imported (E for details)")
        reader.press("E")
        try await reader.waitForScreen {
            $0.contains("Not imported: “exec:rm -rf x” isn't a web URL") && $0.contains("“file:///etc/passwd”")
        }
    }

    @Test func `an OPML file can be imported`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Imported News").atom) }
        let home = try Home()
        let list = """
            <opml version="2.0"><body><outline text="News">
            <outline type="rss" xmlUrl="\(server.url("/a"))"/><outline type="rss" xmlUrl="file:///etc/passwd"/>
            </outline></body></opml>
            """
        try list.write(toFile: home.path + "/feeds.opml", atomically: true, encoding: .utf8)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "import feeds from an OPML file")
        reader.press("i")
        try await reader.waitForScreen(showing: "OPML file:")
        reader.type("~/feeds.opml")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Imported News")
        let urls = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(urls == "#: group News\n\(server.url("/a"))\n")
    }

    @Test func `a failed import keeps the path at the prompt, with the problem`() async throws {
        let home = try Home()
        try "<html></html>".write(toFile: home.path + "/page.opml", atomically: true, encoding: .utf8)
        try "<opml version=\"2.0\"><body/></opml>".write(
            toFile: home.path + "/pages.opml", atomically: true, encoding: .utf8)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "import feeds from an OPML file")
        reader.press("i")
        reader.type("~/pag.opml\r")
        try await reader.waitForScreen { $0.contains("OPML file: ~/pag.opml") && $0.contains("No such file") }
        reader.press(.left, .left, .left, .left, .left, "e")
        try await reader.waitForScreen { $0.contains("OPML file: ~/page.opml") && !$0.contains("No such file") }
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("OPML file: ~/page.opml") && $0.contains("Not an OPML file") }
        reader.press(.left, .left, .left, .left, .left, "s", .enter)
        try await reader.waitForScreen(showing: "You already have all of these feeds")
    }
}

@Suite(.drawing) struct `A bad start` {
    @Test func `starting with a damaged library saves what can be saved, and says so`() async throws {
        let items = (1...40).map { SampleFeed.Item(title: "Item \($0)", body: "<p>Text</p>") }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        try await home.fetch()
        try damage(home.data + "/library.db")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen { $0.contains("The library was damaged: saved 40 items") && $0.contains("News") }
        #expect(try await reader.quit() == .status(0))
    }

    @Test func `starting with an unreadable urls file says so, and shows the library's feeds`() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.config + "/urls", withIntermediateDirectories: true)
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "/urls: it isn't a regular file")
        #expect(try await reader.quit() == .status(0))
    }

    @Test func `starting with an invalid line in the urls file says which, and reads the others`() async throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try DrawnReader.launch(feeds: ["# comment", "not an address", server.url("/feed")])
        try await reader.waitForScreen {
            $0.contains("urls:2:1: “not” isn't a URL") && $0.contains(server.name("/feed"))
        }
        reader.press("R")
        try await reader.waitForScreen(showing: "News")
    }

    @Test func `starting with several invalid lines says where they are listed, each once`() async throws {
        let reader = try DrawnReader.launch(feeds: ["nonsense", "rubbish", "https://feed.invalid/"], size: (120, 24))
        try await reader.waitForScreen(showing: "urls:1:1: “nonsense” isn't a URL")
        try await reader.waitForScreen { $0.foot.contains("(E for 1 more)") }
        reader.press("E")
        let page = try await reader.waitForScreen { $0.contains("“rubbish” isn't a URL") }
        #expect(page.text.components(separatedBy: "nonsense").count == 2)
    }
}

/// Overwrites the beginning of a closed library.
private func damage(_ path: String) throws {
    // The latest changes are in the log until the last connection closes.
    _ = try Database(path: path, access: .readWrite).pragma("user_version")
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: Data(count: 100))
}
