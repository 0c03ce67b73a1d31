import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Refreshing` {
    @Test func `a refresh shows its progress while the reader stays usable`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let feed = Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: [.init(title: "Hello")]).rss)
            return request.path == "/slow" ? .held(until: gate, feed) : feed
        }
        let reader = try DrawnReader.launch(feeds: ["/quick", "/slow", "/other"].map(server.url))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen {
            $0.line(0).contains("2/3") && $0.contains("Feed /quick") && $0.contains("2 unread")
        }
        // The slow feed is still being fetched, and the quick one can be read.
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● Hello")
        reader.press(.enter)
        try await reader.waitForScreen { $0.line(0).contains("2/3") && $0.contains("Feed /quick ·") }
        gate.open()
        try await reader.waitForScreen(showing: "3 new in 3 feeds")
    }

    @Test func `a refresh that waits for a hanging feed looks done, and notifies once of what has come`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let feed = Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: [.init(title: "Hello")]).rss)
            return request.path == "/slow" ? .held(until: gate, feed) : feed
        }
        let home = try Home()
        try home.write(config: "notify-xterm yes\nnotify-format \"%d in %D\"\n")
        let feeds = ["/quick", "/slow", "/other"].map(server.url)
        let reader = try DrawnReader.launch(feeds: feeds, home: home, stallsAtOnce: true)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen {
            $0.contains("2 new in 2 feeds · still waiting for 1 feed") && !$0.line(0).contains("2/3")
                && $0.contains("↻ 127.0.0.1")
        }
        func notices() -> [String] {
            String(decoding: reader.output, as: UTF8.self).matches(of: /\d in \d/).map { String($0.output) }
        }
        #expect(notices() == ["2 in 2"])
        gate.open()
        try await reader.waitForScreen { $0.contains("3 new in 3 feeds") && !$0.contains("still waiting") }
        #expect(notices() == ["2 in 2", "1 in 1"])
    }

    @Test func `a sign marks only feeds whose fetch takes a while`() async throws {
        var signs = 0
        // Other tests may keep the machine busy, but not all the time.
        for _ in 1...9 where signs != 1 { signs = try await signsWithOneSlowFeed() }
        #expect(signs == 1)
    }

    /// Refreshes a slow feed and many quick ones, and returns how often a feed got the sign.
    private func signsWithOneSlowFeed() async throws -> Int {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let feed = Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: [.init(title: "Hello")]).rss)
            return request.path == "/slow" ? .held(until: gate, feed) : feed
        }
        let feeds = (1...20).map { server.url("/quick\($0)") } + [server.url("/slow")]
        let reader = try DrawnReader.launch(feeds: feeds, size: (80, 40))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen { $0.line(0).contains("20/21") && $0.contains("↻ 127.0.0.1") }
        let signs = String(decoding: reader.output, as: UTF8.self).split(separator: "↻").count - 1
        gate.open()
        try await reader.waitForScreen { $0.contains("21 new in 21 feeds") && !$0.contains("↻ ") }
        return signs
    }

    @Test func `refreshing one feed fetches only that`() async throws {
        let server = try LoopbackServer { Answer(200, body: SampleFeed(title: "Feed \($0.path)").rss) }
        let reader = try DrawnReader.launch(feeds: ["/a", "/b"].map(server.url))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("j", "r")
        try await reader.waitForScreen(showing: "Feed /b")
        #expect(server.hits("/a") == 0)
    }

    @Test func `Escape stops a refresh, keeps what came, and another refresh can start`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let feed = Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: [.init(title: "Hello")]).rss)
            return request.path == "/slow" ? .held(until: gate, feed) : feed
        }
        let reader = try DrawnReader.launch(feeds: ["/quick", "/slow"].map(server.url))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen { $0.line(0).contains("1/2") }
        reader.press(.escape)
        try await reader.waitForScreen(showing: "Stopped after 1 of 2 feeds · 1 new in 1 feed")
        gate.open()
        reader.press("R")
        try await reader.waitForScreen(showing: "Feed /slow")
    }

    @Test func `a refresh follows the current urls file`() async throws {
        let server = try LoopbackServer { Answer(200, body: SampleFeed(title: "Feed \($0.path)").rss) }
        let reader = try DrawnReader.launch(feeds: ["/old", "/kept"].map(server.url))
        try await reader.waitForScreen(showing: "0 unread")
        try reader.home.write(urls: [server.url("/kept"), server.url("/new"), "nonsense"])
        reader.press("R")
        try await reader.waitForScreen {
            $0.contains("Feed /kept") && $0.contains("Feed /new") && !$0.contains("/old") && $0.contains("Nothing new")
        }
        #expect(server.hits("/old") == 0)
        reader.press("E")
        try await reader.waitForScreen(showing: "urls:3:1: “nonsense” isn't a URL")
        reader.press(.escape)
        try await reader.waitForScreen(showing: "1 invalid line (E)")
    }

    @Test func `the refresh of an empty feed shows progress`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, Answer(404)) }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "No items yet: press r to fetch this feed.")
        reader.resize(columns: 40, rows: 12)
        try await reader.waitForScreen { $0.line(1).contains("No items yet:") && $0.line(2).contains("feed.") }
        reader.press("r")
        try await reader.waitForScreen(showing: "Fetching this feed…")
        gate.open()
        reader.press("q")
        try await reader.waitForScreen(showing: "1 failed")
        reader.press(.enter)
        try await reader.waitForScreen { $0.line(1).contains("the server answered 404") }
    }

    @Test func `new items wait behind a sign until the user goes to the top`() async throws {
        let isLater = Gate()
        let server = try LoopbackServer { _ in
            let stories = (isLater.isOpen ? ["Newer", "New", "Old"] : ["Old"]).map { word in
                SampleFeed.Item(title: "\(word) story", link: "https://example.org/\(word)")
            }
            return Answer(200, body: SampleFeed(title: "News", items: stories).rss)
        }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "1 new in 1 feed")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Old story")
        isLater.open()
        reader.press("r")
        try await reader.waitForScreen(showing: "2 new in 1 feed · 2 new ↑")
        reader.press("j")
        let waiting = try await reader.waitForScreen(showing: "2 new ↑")
        #expect(!waiting.contains("New story"))
        reader.press(.home)
        try await reader.waitForScreen { $0.contains("New story") && !$0.contains("new ↑") }
    }

    @Test
    func `lists over all feeds and filtered lists count their new items, and show them on demand`()
        async throws
    {
        let isLater = Gate()
        let server = try LoopbackServer { _ in
            let titles = isLater.isOpen ? ["Newer story", "New notice", "Old story"] : ["Old story"]
            return Answer(
                200,
                body: SampleFeed(
                    title: "News", items: titles.map { .init(title: $0, link: "https://example.org/\($0)") }
                ).rss)
        }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "1 new in 1 feed")
        reader.press(.home, .enter)
        reader.type("ftitle =~ \"story\"\r")
        try await reader.waitForScreen(showing: "All · title =~")
        isLater.open()
        reader.press("r")
        try await reader.waitForScreen(showing: "2 new in 1 feed")
        reader.press("j")
        try await reader.waitForScreen { $0.foot.contains("row 1 of 1 · 1 new ↑") }
        reader.press("g")
        try await reader.waitForScreen {
            $0.contains("Newer story") && $0.foot.contains("row 1 of 2 ") && !$0.contains("New notice")
        }
    }

    @Test func `one failing feed among good ones is shown, with its full reason on demand`() async throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/gone": Answer(404)
            case "/page": Answer(200, body: "<!doctype html><html><head><title>Sign in</title></head></html>")
            case "/broken": Answer(200, body: "Service Unavailable")
            default: Answer(200, body: SampleFeed(title: "Good News", items: [.init(title: "Hello")]).rss)
            }
        }
        let reader = try DrawnReader.launch(feeds: ["/good", "/gone", "/page", "/broken"].map(server.url))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen {
            $0.contains("1 new in 1 feed · 3 failed (E)") && $0.contains("Good News")
                && $0.contains("⚠ \(server.name("/gone"))  the server answered 404")
        }
        reader.press("E")
        try await reader.waitForScreen {
            $0.contains("not found")
                && $0.contains("Not a feed but an HTML page, titled “Sign in”")
                && $0.contains("Press o to look")
                && $0.contains("Not a feed but plain text")
        }
        reader.press("q", .enter)
        try await reader.waitForScreen(showing: "● Hello")
        reader.press("q", "E", "j", .enter, "@")
        try await reader.waitForScreen(showing: "Feed URL: \(server.url("/page"))")
    }

    @Test func `a refresh skips a feed whose server asked lede to wait, and says so`() async throws {
        let busy = try LoopbackServer { _ in Answer(429, headers: ["Retry-After": "3600"]) }
        let good = try LoopbackServer { _ in Answer(200, body: SampleFeed(title: "Good News").rss) }
        let reader = try DrawnReader.launch(feeds: [busy.url("/busy"), busy.url("/other"), good.url("/good")])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("r")
        try await reader.waitForScreen(showing: "Nothing new · 1 skipped (E)")
        reader.press("R")
        let screen = try await reader.waitForScreen(showing: "Nothing new · 2 skipped (E)")
        #expect(screen.line(5).contains("… \(busy.name("/busy"))  waiting until"))
        #expect(screen.line(6).contains("… \(busy.name("/other"))  waiting until"))
        #expect(screen.line(7).contains("Good News"))
        reader.press("E")
        try await reader.waitForScreen {
            $0.contains("Skipped: its server got too many requests") && $0.foot.contains("row 1 of 2 · 2 skipped")
                && $0.contains("lede won't fetch it before") && $0.contains("unless you press r twice")
        }
        reader.press("q", "r")
        try await reader.waitForScreen {
            $0.contains("Its server asked to wait until ") && $0.foot.contains("(r again to fetch anyway)")
        }
        #expect(busy.requests.count == 1)
        reader.press("j", "k", "r")
        try await reader.waitForScreen(showing: "(r again to fetch anyway)")
        #expect(busy.requests.count == 1)
        reader.press("r")
        try await reader.waitForScreen(showing: "Nothing new · 1 skipped (E)")
        #expect(busy.requests.count == 2)
    }

    @Test func `a gone feed is fetched only if the user asks for it`() async throws {
        let isBack = Gate()
        let server = try LoopbackServer { _ in
            isBack.isOpen ? Answer(200, body: SampleFeed(title: "Back again").rss) : Answer(410)
        }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen { $0.line(5).contains("⚠ \(server.name("/feed"))  gone") }
        reader.press("R")
        try await reader.waitForScreen(showing: "1 skipped (E)")
        isBack.open()
        reader.press("r")
        try await reader.waitForScreen { $0.line(5).contains("Back again") && !$0.contains("⚠") }
        #expect(server.requests.count == 2)
    }

    @Test func `feeds with new items are marked until the user has seen them`() async throws {
        let server = try LoopbackServer { _ in
            Answer(200, body: SampleFeed(title: "News", items: [.init(title: "a"), .init(title: "b")]).rss)
        }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen { $0.line(5).contains("+2  ") && $0.contains("2 new in 1 feed") }
        reader.press(.enter, "q")
        try await reader.waitForScreen { !$0.contains("+2") && $0.contains("News") }
    }

    @Test func `a feed's details show its past and next fetches`() async throws {
        let server = try LoopbackServer { _ in
            Answer(
                200, headers: ["Cache-Control": "max-age=7200"],
                body: SampleFeed(title: "News", items: [.init(title: "a")]).rss)
        }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "1 new in 1 feed")
        reader.press("I")
        try await reader.waitForScreen {
            // After midnight the time of the next fetch is longer, and the line breaks elsewhere.
            let words = $0.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            return $0.line(0).contains("feed details") && $0.contains("1 item, 1 unread")
                && $0.contains("successfully.") && words.contains("the server says to wait 2 hours")
        }
        reader.press("q")
        try await reader.waitForScreen(showing: "1 unread")
    }

    @Test func `a command's feed shows its output as items, or how it failed`() async throws {
        let home = try Home()
        let feed = SampleFeed(title: "Made by hand", items: [.init(title: "Hello")]).rss
        try feed.write(toFile: "\(home.path)/feed.xml", atomically: true, encoding: .utf8)
        try home.write(urls: ["\"exec:cat \(home.path)/feed.xml\"", "\"exec:echo no luck >&2; exit 3\""])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen {
            $0.contains("Made by hand") && $0.contains("1 new in 1 feed · 1 failed (E)")
                && $0.contains("the command failed with exit code 3: no luck")
        }
    }

    @Test func `Escape stops the command of a feed`() async throws {
        let home = try Home()
        let lifeline = try Lifeline(in: home)
        try home.write(urls: ["\"exec:\(lifeline.take); exec sleep 60\""])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen { $0.line(0).contains("0/1") }
        try await elsewhere { try lifeline.waitUntilTaken() }
        reader.press(.escape)
        try await reader.waitForScreen(showing: "Stopped after 0 of 1 feeds")
        try await elsewhere { try lifeline.waitUntilReleased() }
    }

    @Test func `a feed's command is stopped after the time in the config file`() async throws {
        let home = try Home()
        try home.write(urls: ["\"exec:sleep 60\""])
        try home.write(config: "command-timeout 1\n")
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "the command took longer than 1 s, so lede stopped it")
    }

}
