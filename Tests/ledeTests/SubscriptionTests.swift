import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Subscriptions` {
    private let server: LoopbackServer
    private let home: Home

    init() throws {
        server = try LoopbackServer { request in
            let path = request.path
            let items = [SampleFeed.Item(title: "Story of \(path)", link: "https://e.org\(path)")]
            return Answer(200, body: SampleFeed(title: "News of \(path)", items: items).rss)
        }
        home = try Home()
    }

    private func text() throws -> String {
        try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
    }

    @Test func `a feed that add couldn't reach fails like any other`() throws {
        let server = try LoopbackServer { _ in Answer(200) }
        let url = server.url("/feed")
        server.stop()
        #expect(try Lede.run("add", url, home: home).errors.contains("without checking it: "))
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "⚠")
        try reader.press("E")
        try reader.waitForScreen(showing: "refused the connection")
    }

    @Test(.disabled(if: Sanitizer.builtIn == .thread, "the sanitizer begins with a file"))
    func `a urls file that can't be written is reported, and the feed stays`() throws {
        try home.write(urls: [server.url("/a")])
        _ = try Lede.run("refresh", home: home)
        // Works for root, too: no file may grow.
        let run = try CommandRun(
            program: "/bin/sh",
            arguments: [
                "-c", "ulimit -f 0; exec \"$0\" remove \"$1\"", BuildProducts.executable("lede"),
                server.url("/a")
            ], environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 1 && run.errors.hasPrefix("lede: "), "\(run)")
        #expect(try text() == "\(server.url("/a"))\n")
        #expect(try Lede.run("feeds", home: home).output.contains(server.url("/a")))
    }

    @Test(
        .disabled(if: Sanitizer.builtIn == .thread, "the sanitizer begins with a file"),
        arguments: [["remove", "/a"], ["rename", "/a", "New Name"], ["move", "/a", "/c"], ["add", "--as-is", "/c"]])
    func `if no file can be written, the feeds and the library stay as they are`(words: [String])
        throws
    {
        try home.write(urls: [server.url("/a"), server.url("/b")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let before = try [text(), Lede.run("feeds", "--json", home: home).output]
        // The system reports that a file may not grow by an error or a signal; here, by an error.
        let lede = try BuildProducts.executable("lede")
        let operands = words.map { $0.hasPrefix("/") ? server.url($0) : $0 }
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "ulimit -f 0; exec \(lede) \"$@\"", "sh"] + operands,
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 1 && run.errors.hasPrefix("lede: "), "\(run)")
        let after = try [text(), Lede.run("feeds", "--json", home: home).output]
        #expect(before == after)
    }

    @Test func `a hidden feed is fetched with the others, but isn't listed`() throws {
        try home.write(urls: ["\(server.url("/a")) !", server.url("/b")])
        let reader = try Reader.launch(home: home)
        try reader.press("R")
        try reader.waitForScreen { $0.contains("2 new in 2 feeds") && $0.contains("News of /b") }
        #expect(!reader.screen.contains("News of /a"))
        #expect(try Lede.run("feeds", home: home).output.contains("News of /a"))
    }
}
