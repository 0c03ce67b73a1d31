import Foundation
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
