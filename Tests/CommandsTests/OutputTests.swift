import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `What commands print` {
    private let home: Home

    init() async throws {
        home = try Home()
        let feed = home.path + "/feed.xml"
        let items = (1...200).map { SampleFeed.Item(title: "Item \($0) \(String(repeating: "word ", count: 40))") }
        try SampleFeed(title: "The News", items: items).rss.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed + " comics"])
        _ = try await home.run("refresh")
    }

    @Test func `output is clean even if a step contains a feed's text`() async throws {
        let feed = home.path + "/other.xml"
        let title = "Ne\u{9D}52;c;cHduZWQ=\u{9C}ws"
        try SampleFeed(title: title, items: [.init(title: "One")]).rss.write(
            toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try await home.run("refresh")
        #expect(try await home.run("move", "file://" + feed, "https://example.org/").status == 0)
        let run = try await home.run("undo")
        #expect(run.output.contains("example.org"))
        #expect(SentBytes(toPipe: run.outputBytes).faults == [])
    }

    @Test func `unread counts a feed or a tag`() async throws {
        #expect(try await home.run("unread", "--feed", "The News").output == "200\n")
        #expect(try await home.run("unread", "--tag", "comics").output == "200\n")
        let run = try await home.run("unread", "--tag", "comic")
        #expect(run.status == 2 && run.errors == "lede: no feed has the tag “comic”: did you mean “comics”?\n")
    }

    @Test func `commands follow the current urls file, whatever it was before`() async throws {
        let url = "file://\(home.path)/feed.xml"
        for tag in ["news", "comics", "news"] {
            try home.write(urls: ["\(url) \(tag)"])
            #expect(try await home.run("unread", "--tag", tag).output == "200\n")
            _ = try await home.run("refresh")
            #expect(try await home.run("unread", "--tag", tag).output == "200\n")
        }
    }

    @Test func `commands report problems of the urls file first`() async throws {
        try home.write(urls: ["file://\(home.path)/feed.xml", "nonsense"])
        let complaint = try await home.run("refresh").errors
        #expect(complaint.contains("nonsense"))
        for _ in 1...2 { #expect(try await home.run("unread").errors == complaint) }
    }

    // SQLite's log and its index may appear, empty, because every reader creates them.
    @Test func `a command that only reads leaves the library unchanged`() async throws {
        let file = URL(filePath: home.data + "/library.db")
        let before = try Data(contentsOf: file)
        for words in [["unread"], ["items"], ["feeds"], ["show", "1"], ["stats"], ["export", "json"]] {
            #expect(try await home.run(words).status == 0)
        }
        #expect(try Data(contentsOf: file) == before)
        // Writes would be in the log first.
        let log = FileManager.default.contents(atPath: home.data + "/library.db-wal")
        #expect(log?.isEmpty ?? true)
    }

    @Test func `the shells' completions get commands, and feeds by URL`() async throws {
        #expect(
            try await home.run("complete", "--", "sta").output
                == "stats\tprint feed and item counts\n")
        #expect(
            try await home.run("complete", "--", "refresh", "").output
                == "file://\(home.path)/feed.xml\tThe News\n")
        #expect(try await home.run("complete", "--", "unread", "--tag", "").output == "comics\n")
        // What shells take for an instruction is no tag.
        #expect(try await home.run("tag", "The News", ":files", "x").status == 0)
        #expect(try await home.run("complete", "--", "unread", "--tag", "").output == "x\n")
    }

    @Test(arguments: [["--nonsense"], ["nonsense"], ["items", "--limit", "many"], ["feeds", "extra"], ["parse"]])
    func `an invalid command line ends with exit code 2`(words: [String]) async throws {
        let run = try await Home().run(words)
        #expect(
            run.status == 2 && run.errors.hasPrefix("lede: ")
                && run.errors.contains(/: (see “lede help.*”|did you mean “--.*”\?)\n$/) && run.output.isEmpty)
    }

    @Test func `common options may stand before the command`() async throws {
        let other = home.path + "/other"
        #expect(try await home.run("--data-dir", other, "unread").output == "0\n")
        #expect(FileManager.default.fileExists(atPath: other + "/library.db"))
    }
}

@Suite struct `A poisoned feed` {
    @Test func `a poisoned feed reaches no command's output`() async throws {
        let home = try Home()
        let document = try PoisonedFeed.document()
        let server = try LoopbackServer { request in
            Answer(200, body: request.path == "/page" ? PoisonedFeed.page() : document)
        }
        try home.write(urls: [server.url("/feed"), server.url("/page")])
        let refresh = try await home.run("refresh")
        #expect(refresh.status == 1 && refresh.errors.contains("titled"))
        #expect(SentBytes(toPipe: refresh.errorBytes).faults == [])
        for words in [["feeds"], ["items"], ["refresh", "--json"]] {
            let run = try await home.run(words)
            #expect(run.output.utf8.count > 100)
            #expect(SentBytes(toPipe: run.outputBytes).faults == [], "\(words)")
            #expect(SentBytes(toPipe: run.errorBytes).faults == [], "\(words)")
        }
    }
}

@Suite struct `A misleading link` {
    private func feed(_ links: [String], body: String = "") -> String {
        SampleFeed(title: "News", items: links.map { SampleFeed.Item(title: $0, body: body, link: $0) }).rss
    }

    @Test func `programs get a link only if it leads to the web`() async throws {
        let links = [
            "https://example.org/1", "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x",
            "https://a\\@b.example/"
        ]
        let server = try LoopbackServer { [text = feed(links)] _ in Answer(200, body: text) }
        let home = try Home()
        try home.write(urls: [server.url("/")])
        _ = try await home.run("refresh")
        let run = try await home.run("items", "--json")
        #expect(run.output.split(separator: "\n").count == links.count)
        #expect(run.output.contains(#""link":"https://example.org/1""#))
        #expect(run.output.split(separator: "\n").count { $0.contains(#""link":null"#) } == 3)
        for words in [["items", "--json"], ["export", "json"], ["items"]] {
            for line in try await home.run(words).output.split(separator: "\n") {
                #expect(!line.contains(#""link":"file:"#) && !line.contains(#""link":"javascript:"#))
                #expect(!line.hasSuffix("file:///etc/passwd\tfile:///etc/passwd"))
            }
        }
    }
}

/// Characters that no terminal may get don't reach the output, whatever part of a feed contains them.

@Suite struct `A table in a narrow terminal` {
    private func lines(_ addresses: [String], width: Int) -> [String] {
        var table = TextTable(.right, .flexible, .address, .flexible)
        for address in addresses { table.add("1/20", "A feed with a long title, as many have", address, "") }
        return table.lines(width: width)
    }

    @Test func `a wide table shows whole URLs`() {
        let address = "https://example.org/feeds/all.atom.xml"
        #expect(lines([address], width: 100).allSatisfy { $0.hasSuffix(address) })
    }

    @Test func `a narrow table cuts URLs in their middle, so that feeds can be distinguished`() {
        let addresses = [
            "https://example.org/blogs/one/feeds/all.atom.xml", "https://www.example.net/a-long-way/to/rss.xml?id=1234"
        ]
        let lines = lines(addresses, width: 80)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[0].contains("example.org/") && lines[0].hasSuffix("all.atom.xml"))
        #expect(lines[1].contains("www.example.net") && lines[1].hasSuffix("id=1234"))
    }

    @Test func `a narrow table shows whole URLs if they would look alike`() {
        let addresses = ["swift", "rust"].map { "https://example.org/a/very/long/way/\($0)/to/the/releases.atom" }
        for (line, address) in zip(lines(addresses, width: 80), addresses) { #expect(line.hasSuffix(address)) }
    }

    @Test func `a table keeps spaces if asked to`() {
        var table = TextTable(.left, .flexible, keepingSpaces: true)
        table.add("format", "%4i  %t\u{1B}")
        #expect(table.lines(width: 80) == ["format  %4i  %t"])
    }
}
