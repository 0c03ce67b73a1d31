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

    @Test(arguments: ["mark", "import", "export", "config", "rules"])
    func `help for a word shows all commands that begin with it`(word: String) async throws {
        let run = try await home.run(word, "--help")
        #expect(run.status == 0)
        #expect(try await home.run("help", word).output == run.output)
        #expect(run.output.hasPrefix("Usage: lede \(word) "))
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

    @Test func `lede man prints a page for man`() async throws {
        let run = try await home.run("man")
        #expect(run.output.hasPrefix(".TH LEDE 1 ") && run.output.contains("\n.SH \"EXIT STATUS\"\n"))
        #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `the shells' completions get commands, and feeds by URL`() async throws {
        #expect(
            try await home.run("complete", "--", "sta").output
                == "stats\tprint feed and item counts\n")
        #expect(
            try await home.run("complete", "--", "refresh", "").output
                == "file://\(home.path)/feed.xml\tThe News\n")
        #expect(try await home.run("complete", "--", "unread", "--tag", "").output == "comics\n")
    }
}
