import Foundation
import TestSupport
import Testing

@Suite struct `What commands print` {
    private let home: Home

    init() throws {
        home = try Home()
        let feed = home.path + "/feed.xml"
        let items = (1...200).map { SampleFeed.Item(title: "Item \($0) \(String(repeating: "word ", count: 40))") }
        try SampleFeed(title: "The News", items: items).rss.write(toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed + " comics"])
        _ = try Lede.run("refresh", home: home)
    }

    // Some parents, such as systemd, make their children ignore the signal for a closed pipe.
    @Test(arguments: ["", "trap '' PIPE; "])
    func `a command ends quietly when nobody reads its output`(preparation: String) throws {
        let lede = try BuildProducts.executable("lede")
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: ["-c", "\(preparation)for i in 1 2 3; do \(lede) export json | head -n 1 | cut -c 1-14; done"],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.errors.isEmpty)
        #expect(run.output == String(repeating: #"{"type":"feed""# + "\n", count: 3))
    }

    @Test func `output is in columns on a terminal, and complete in a pipe`() throws {
        let session = try TerminalSession(
            program: BuildProducts.executable("lede"), arguments: ["items", "--limit", "5"],
            environment: Lede.environment(home: home, adding: ["TERM": "xterm-256color"]), size: (60, 24))
        try session.waitForScreen { $0.lines.count { $0.contains("…") } == 5 }
        #expect(try session.waitForExit() == .status(0))
        #expect(!session.output.contains(0x09))
        let piped = try Lede.run("items", "--limit", "5", home: home).output.split(separator: "\n")
        #expect(piped.count == 5 && piped.allSatisfy { $0.hasSuffix("word word\t") || $0.contains("word word word\t") })
    }

    @Test(arguments: ["mark", "import", "export", "config", "rules"])
    func `help for a word shows all commands that begin with it`(word: String) throws {
        let run = try Lede.run(word, "--help", home: home)
        #expect(try run.status == 0 && run.output == Lede.run("help", word, home: home).output)
        #expect(run.output.hasPrefix("Usage: lede \(word) "))
    }

    @Test func `output is clean even if a step contains a feed's text`() throws {
        let feed = home.path + "/other.xml"
        let title = "Ne\u{9D}52;c;cHduZWQ=\u{9C}ws"
        try SampleFeed(title: title, items: [.init(title: "One")]).rss.write(
            toFile: feed, atomically: true, encoding: .utf8)
        try home.write(urls: ["file://" + feed])
        _ = try Lede.run("refresh", home: home)
        #expect(try Lede.run("move", "file://" + feed, "https://example.org/", home: home).status == 0)
        let run = try Lede.run("undo", home: home)
        #expect(run.output.contains("example.org"))
        #expect(SentBytes(toPipe: run.outputBytes).faults == [])
    }

    @Test func `unread counts a feed or a tag`() throws {
        #expect(try Lede.run("unread", "--feed", "The News", home: home).output == "200\n")
        #expect(try Lede.run("unread", "--tag", "comics", home: home).output == "200\n")
        let run = try Lede.run("unread", "--tag", "comic", home: home)
        #expect(run.status == 2 && run.errors == "lede: no feed has the tag “comic”: did you mean “comics”?\n")
    }

    @Test func `commands follow the current urls file, whatever it was before`() throws {
        let url = "file://\(home.path)/feed.xml"
        for tag in ["news", "comics", "news"] {
            try home.write(urls: ["\(url) \(tag)"])
            #expect(try Lede.run("unread", "--tag", tag, home: home).output == "200\n")
            _ = try Lede.run("refresh", home: home)
            #expect(try Lede.run("unread", "--tag", tag, home: home).output == "200\n")
        }
    }

    @Test func `commands report problems of the urls file first`() throws {
        try home.write(urls: ["file://\(home.path)/feed.xml", "nonsense"])
        let complaint = try Lede.run("refresh", home: home).errors
        #expect(complaint.contains("nonsense"))
        for _ in 1...2 { #expect(try Lede.run("unread", home: home).errors == complaint) }
    }

    // SQLite's log and its index may appear, empty, because every reader creates them.
    @Test func `a command that only reads leaves the library unchanged`() throws {
        let file = URL(filePath: home.data + "/library.db")
        let before = try Data(contentsOf: file)
        for words in [["unread"], ["items"], ["feeds"], ["show", "1"], ["stats"], ["export", "json"]] {
            #expect(try Lede.run(words, home: home).status == 0)
        }
        #expect(try Data(contentsOf: file) == before)
        // Writes would be in the log first.
        let log = FileManager.default.contents(atPath: home.data + "/library.db-wal")
        #expect(log?.isEmpty ?? true)
    }

    @Test func `lede man prints a page for man`() throws {
        let run = try Lede.run("man", home: home)
        #expect(run.output.hasPrefix(".TH LEDE 1 ") && run.output.contains("\n.SH \"EXIT STATUS\"\n"))
        #expect(run.output.utf8.allSatisfy { $0 < 0x80 })
    }

    @Test func `the shells' completions get commands, and feeds by URL`() throws {
        #expect(
            try Lede.run("complete", "--", "sta", home: home).output
                == "stats\tprint feed and item counts\n")
        #expect(
            try Lede.run("complete", "--", "refresh", "", home: home).output
                == "file://\(home.path)/feed.xml\tThe News\n")
        #expect(try Lede.run("complete", "--", "unread", "--tag", "", home: home).output == "comics\n")
    }
}
