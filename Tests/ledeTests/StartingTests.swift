import Foundation
import SQLite
import TestSupport
import Testing

@Suite(.blocking) struct Starting {
    private let late = ["libcurl", "libxml2"]

    @Test func `starting loads no library that only a refresh needs`() throws {
        let home = try Home()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Hello")]).rss],
            environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": home.path + "/loaded"], home: home)
        try reader.waitForScreen(showing: "0 unread")
        #expect(try late.filter(reader.hasLoaded).isEmpty)
        try reader.press("R")
        try reader.waitForScreen(showing: "1 new in 1 feed")
        #expect(try late.filter(reader.hasLoaded) == late)
    }

    @Test func `without libcurl the reader works, and says why it can't fetch`() throws {
        let home = try Home()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News").rss, SampleFeed(title: "More").rss],
            environment: breaking("libcurl.so.4", in: home), home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "Nothing new · 2 failed (E)")
        try reader.press("E")
        try reader.waitForScreen {
            $0.line(0).contains("failures") && $0.contains("Can't load libcurl, which fetches feeds: ")
        }
        try reader.press(.escape)
        try reader.waitForScreen(showing: "2 failed (E)")
        #expect(try reader.quit() == .status(0))
    }

    @Test func `without libxml2, commands say why they can't read feeds`() throws {
        let home = try Home()
        let environment = try breaking("libxml2.so.2", "libxml2.so.16", in: home)
        let feed = try Lede.run(
            "parse", "-", home: home, input: SampleFeed(title: "News").rss, environment: environment)
        #expect(feed.status == 1)
        #expect(feed.errors.hasPrefix("lede: -: can't load libxml2, which reads feeds: "))
        let list = home.path + "/list.opml"
        try "<opml/>".write(toFile: list, atomically: true, encoding: .utf8)
        let run = try Lede.run("import", "opml", list, home: home, environment: environment)
        #expect(run.status == 1)
        #expect(run.errors.contains("can't load libxml2, which reads OPML: "))
    }

    @Test(arguments: [(["unread"], "2\n"), (["items"], "One"), (["feeds"], "News"), (["--version"], "lede ")])
    func `frequent commands need neither libcurl nor libxml2`(words: [String], answer: String) throws {
        let home = try Home()
        let news = SampleFeed(title: "News", items: [.init(title: "One"), .init(title: "Two")]).rss
        let server = try LoopbackServer { _ in Answer(200, body: news) }
        try home.write(urls: [server.url("/feed")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let environment = try breaking("libcurl.so.4", "libxml2.so.2", "libxml2.so.16", in: home)
        let run = try Lede.run(words, home: home, environment: environment)
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains(answer), "\(run)")
    }

    /// The environment of a program that finds invalid files instead of these libraries.
    private func breaking(_ libraries: String..., in home: Home) throws -> [String: String] {
        for library in libraries { try Data().write(to: URL(filePath: home.path + "/" + library)) }
        return ["LD_LIBRARY_PATH": home.path]
    }
}

extension Reader {
    fileprivate func hasLoaded(_ library: String) throws -> Bool {
        // What the loader reports (ld.so(8)): only root may look at the memory of lede.
        let report = try Data(contentsOf: URL(filePath: "\(home.path)/loaded.\(processIdentifier)"))
        return String(decoding: report, as: UTF8.self).contains("file=\(library).so")
    }
}

@Suite(.blocking) struct `A first run` {
    @Test func `the starter feeds teach the reader without a network`() throws {
        let reader = try Reader.launch()
        try reader.waitForScreen(showing: "add the starter feeds")
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("5 new in 1 feed") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● Start here: five keys")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "These keys are enough to start reading:")
    }

    @Test func `adding the starter feeds can be undone`() throws {
        let reader = try Reader.launch()
        try reader.waitForScreen(showing: "add the starter feeds")
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("5 new in 1 feed") }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid: add") && $0.contains("s  add the starter feeds") }
        try reader.press(.control("r"))
        try reader.waitForScreen { $0.contains("Redid") && $0.contains("Welcome to lede") }
    }

    @Test func `the starter feeds can be added again after undoing`() throws {
        let reader = try Reader.launch()
        try reader.waitForScreen(showing: "add the starter feeds")
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("5 new in 1 feed") }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid: add") && $0.contains("s  add the starter feeds") }
        try reader.press("s")
        try reader.waitForScreen { $0.contains("Welcome to lede") && $0.contains("No server could be reached") }
    }

    @Test func `--starter-feeds adds the starter feeds without asking, once`() throws {
        let home = try Home()
        let reader = try Reader.launch(arguments: ["--starter-feeds"], home: home)
        try reader.waitForScreen(showing: "Welcome to lede")
        try reader.press("Q")
        try reader.waitForExit()
        try home.write(urls: ["https://nowhere.invalid/feed"])
        let again = try Reader.launch(arguments: ["--starter-feeds"], home: home)
        let screen = try again.waitForScreen(showing: "nowhere.invalid/feed")
        #expect(!screen.contains("Welcome to lede"))
    }

}

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

@Suite(.blocking) struct `A preloaded library` {
    @Test(.enabled(if: ChaosStrike.hasClock, "libfaketime isn't installed (“make test” does that), or hangs"))
    func `lede gets its words even if a preloaded library moves the environment`() throws {
        let run = try Lede.run("help", "unread", home: Home(), environment: ChaosStrike.clock("+1d"))
        #expect(run.status == 0 && run.output.hasPrefix("Usage: lede unread"), "\(run)")
    }
}

@Suite(.blocking) struct `At rest` {
    @Test(.disabled(if: Sanitizer.builtIn == .thread, "the sanitizer has a thread that wakes"))
    func `a resting reader sleeps, even after a refresh and with an open article`() throws {
        let story = SampleFeed.Item(title: "Story", body: "<p>Words.</p>", date: Date(timeIntervalSince1970: 0))
        let home = try Home(isAutomatic: true)
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: [story]).rss], home: home)
        try reader.waitForScreen(showing: "1 new in 1 feed")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Story")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words.")
        // On a busy machine, work after a refresh may take a while. With endless work no such period would come.
        let deadline = Deadline()
        var counts: [Int] = []
        repeat {
            let before = try sleeps(of: reader)
            try reader.settle(for: 4)
            // Only threads that still exist: those that ended do nothing any more.
            counts.append(try sleeps(of: reader).reduce(0) { $0 + $1.value - before[$1.key, default: $1.value] })
        } while try #require(counts.last) > 2 && !deadline.hasPassed
        #expect(try #require(counts.last) <= 2, "\(counts)")
    }

    /// How often each thread has gone to sleep.
    private func sleeps(of reader: Reader) throws -> [String: Int] {
        let tasks = "/proc/\(reader.processIdentifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(into: [:]) { counts, task in
            // The thread may have ended meanwhile.
            guard let status = try? CommandRun(program: "/bin/cat", arguments: ["\(tasks)/\(task)/status"]).output,
                let count = status.firstMatch(of: /\nvoluntary_ctxt_switches:\s+(\d+)/)?.1
            else { return }
            counts[task] = Int(count)
        }
    }
}
