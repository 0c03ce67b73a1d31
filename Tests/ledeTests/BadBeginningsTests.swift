import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.blocking) struct `A bad start` {
    @Test func `starting without a terminal fails, and says what to use instead`() throws {
        let run = try Lede.run(home: Home())
        #expect(run.status == 2)
        #expect(run.errors.hasPrefix("lede: the reader needs a terminal"))
        #expect(run.output.isEmpty)
    }

    @Test func `starting with a file that isn't a library says so, and keeps the file`() throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: true)
        let path = home.data + "/library.db"
        try "This is no database, but a text.\n".write(toFile: path, atomically: true, encoding: .utf8)
        // So wide that the message has the path of the home before it on one line.
        let reader = try Reader.launch(feeds: [], size: (300, 24), home: home)
        #expect(try reader.waitForExit() == .status(1))
        #expect(reader.screen.contains("is damaged or not a lede library"))
        #expect(!reader.screen.isAlternateScreen)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "This is no database, but a text.\n")
    }

    @Test func `starting with a damaged library saves what can be saved, and says so`() throws {
        let items = (1...40).map { SampleFeed.Item(title: "Item \($0)", body: "<p>Text</p>") }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        try #require(Lede.run("refresh", home: home).status == 0)
        try damage(home.data + "/library.db")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen { $0.contains("The library was damaged: saved 40 items") && $0.contains("News") }
        #expect(try reader.quit() == .status(0))
        try damage(home.data + "/library.db")
        let run = try Lede.run("unread", home: home)
        #expect(run.output == "40\n")
        #expect(
            run.errors.hasPrefix("lede: the library was damaged: saved 40 items; the damaged file is now \(home.data)"))
    }

    @Test func `starting on a full disk says so, and breaks nothing`() throws {
        let text = String(repeating: "<p>Text</p>", count: 500)
        let items = (1...400).map { SampleFeed.Item(title: "Item \($0)", body: text) }
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News", items: items).rss) }
        let home = try Home()
        try home.write(urls: [server.url("/feed")])
        #expect(try Lede.run("unread", home: home).output == "0\n")
        // No file may grow beyond 1 MB. The system reports that by an error or a signal; here, by an error.
        let lede = try BuildProducts.executable("lede")
        let run = try CommandRun(
            program: "/bin/sh", arguments: ["-c", "ulimit -f 2048; exec \(lede) refresh"],
            environment: Lede.environment(home: home, adding: [:]))
        #expect(run.status == 1)
        #expect(run.errors.contains("check the disk space"))
        #expect(try Lede.run("refresh", home: home).status == 0)
        #expect(try Lede.run("unread", home: home).output == "400\n")
    }

    @Test func `starting with an unreadable urls file says so, and shows the library's feeds`() throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.config + "/urls", withIntermediateDirectories: true)
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "/urls: it isn't a regular file")
        #expect(try reader.quit() == .status(0))
    }

    @Test func `starting with an invalid line in the urls file says which, and reads the others`() throws {
        let server = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "News").rss) }
        let reader = try Reader.launch(feeds: ["# comment", "not an address", server.url("/feed")])
        try reader.waitForScreen { $0.contains("urls:2:1: “not” isn't a URL") && $0.contains(server.name("/feed")) }
        try reader.press("R")
        try reader.waitForScreen(showing: "News")
    }

    @Test func `starting with several invalid lines says where they are listed, each once`() throws {
        let reader = try Reader.launch(feeds: ["nonsense", "rubbish", "https://feed.invalid/"], size: (120, 24))
        try reader.waitForScreen(showing: "urls:1:1: “nonsense” isn't a URL")
        try reader.waitForScreen { $0.foot.contains("(E for 1 more)") }
        try reader.press("E")
        let page = try reader.waitForScreen { $0.contains("“rubbish” isn't a URL") }
        #expect(page.text.components(separatedBy: "nonsense").count == 2)
    }

    @Test(arguments: [
        ("no-such-terminal", "Unknown terminal type “no-such-terminal”"), ("", "TERM isn't set")
    ])
    func `starting on an unknown terminal type assumes a common one, and says so`(type: String, words: String) throws {
        let reader = try Reader.launch(feeds: [], environment: ["TERM": type], size: (100, 24))
        try reader.waitForScreen { $0.isAlternateScreen && $0.foot.contains("\(words)") }
        #expect(reader.screen.foot.contains("using xterm-256color"))
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
        #expect(reader.modes == reader.modesAtStart && !reader.screen.isAlternateScreen)
    }
}

/// Overwrites the beginning of a closed library.
private func damage(_ path: String) throws {
    // The latest changes are in the log until the last connection closes.
    _ = try Database(path: path, access: .readWrite).pragma("user_version")
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.write(contentsOf: Data(count: 100))
}
