import TestSupport
import Testing

@Suite struct `Refreshing` {
    @Test func `shows how many of how many feeds are done while the reader stays usable`() throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let feed = Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: [.init(title: "Hello")]).rss)
            return request.path == "/slow" ? .held(until: gate, feed) : feed
        }
        let reader = try Reader.launch(feeds: ["/quick", "/slow", "/other"].map(server.url))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen { $0.line(0).contains("2/3") && $0.contains("Feed /quick") && $0.contains("2 unread") }
        // The slow feed is still on its way, and the quick one can be read.
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● Hello")
        try reader.press(.enter)
        try reader.waitForScreen { $0.line(0).contains("2/3") && $0.contains("Feed /quick ·") }
        gate.open()
        try reader.waitForScreen(showing: "3 new in 3 feeds")
    }

    @Test func `of one feed asks only that feed`() throws {
        let server = try LoopbackServer { Answer(200, body: SampleFeed(title: "Feed \($0.path)").rss) }
        let reader = try Reader.launch(feeds: ["/a", "/b"].map(server.url))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("j", "r")
        try reader.waitForScreen(showing: "Feed /b")
        #expect(server.hits("/a") == 0)
    }

    @Test func `stops at Escape, keeps what came and can be started again`() throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            let feed = Answer(200, body: SampleFeed(title: "Feed \(request.path)", items: [.init(title: "Hello")]).rss)
            return request.path == "/slow" ? .held(until: gate, feed) : feed
        }
        let reader = try Reader.launch(feeds: ["/quick", "/slow"].map(server.url))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen { $0.line(0).contains("1/2") }
        try reader.press(.escape)
        try reader.waitForScreen(showing: "stopped after 1 of 2 feeds · 1 new in 1 feed")
        gate.open()
        try reader.press("R")
        try reader.waitForScreen(showing: "Feed /slow")
    }

    @Test func `reads the urls file as it is by then`() throws {
        let server = try LoopbackServer { Answer(200, body: SampleFeed(title: "Feed \($0.path)").rss) }
        let reader = try Reader.launch(feeds: ["/old", "/kept"].map(server.url))
        try reader.waitForScreen(showing: "0 unread")
        try reader.home.write(urls: [server.url("/kept"), server.url("/new"), "nonsense"])
        try reader.press("R")
        try reader.waitForScreen {
            $0.contains("Feed /kept") && $0.contains("Feed /new") && !$0.contains("/old") && $0.contains("nothing new")
        }
        #expect(server.hits("/old") == 0)
        try reader.press("E")
        try reader.waitForScreen(showing: "urls:3:1: “nonsense” is no address")
        try reader.press(.escape)
        try reader.waitForScreen(showing: "1 failed (E)")
    }

    @Test func `of an empty feed tells how far it is`() throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in .held(until: gate, Answer(404)) }
        let reader = try Reader.launch(feeds: [server.url("/feed")])
        try reader.waitForScreen(showing: "0 unread")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Nothing here yet: press r to fetch this feed.")
        try reader.press("r")
        try reader.waitForScreen(showing: "This feed is being fetched …")
        gate.open()
        try reader.press("q")
        try reader.waitForScreen(showing: "1 failed")
        try reader.press(.enter)
        try reader.waitForScreen { $0.line(1).contains("the server answered 404") }
    }

    @Test func `lets news wait behind a sign until the person goes to the top`() throws {
        let isLater = Gate()
        let server = try LoopbackServer { _ in
            let stories = (isLater.isOpen ? ["Newer", "New", "Old"] : ["Old"]).map { word in
                SampleFeed.Item(title: "\(word) story", link: "https://example.org/\(word)")
            }
            return Answer(200, body: SampleFeed(title: "News", items: stories).rss)
        }
        let reader = try Reader.launch(feeds: [server.url("/feed")])
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "1 new in 1 feed")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Old story")
        isLater.open()
        try reader.press("r")
        try reader.waitForScreen(showing: "2 new in 1 feed")
        try reader.press("j")
        let waiting = try reader.waitForScreen(showing: "2 new ↑")
        #expect(!waiting.contains("New story"))
        try reader.press(.home)
        try reader.waitForScreen { $0.contains("New story") && !$0.contains("new ↑") }
    }

    @Test func `shows one failing feed among good ones, and why in full`() throws {
        let server = try LoopbackServer { request in
            switch request.path {
            case "/gone": Answer(404)
            case "/page": Answer(200, body: "<!doctype html><html><head><title>Sign in</title></head></html>")
            case "/broken": Answer(200, body: "Service Unavailable")
            default: Answer(200, body: SampleFeed(title: "Good News", items: [.init(title: "Hello")]).rss)
            }
        }
        let reader = try Reader.launch(feeds: ["/good", "/gone", "/page", "/broken"].map(server.url))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen {
            $0.contains("1 new in 1 feed · 3 failed (press E)") && $0.contains("Good News")
                && $0.contains("⚠ \(server.url("/gone"))  the server answered 404")
        }
        try reader.press("E")
        try reader.waitForScreen {
            $0.contains("there is nothing at this address")
                && $0.contains("not a feed but an HTML page, titled “Sign in”")
                && $0.contains("not a feed but plain text")
        }
        try reader.press("q", .enter)
        try reader.waitForScreen(showing: "● Hello")
    }
}
