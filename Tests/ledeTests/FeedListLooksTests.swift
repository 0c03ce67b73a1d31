import Foundation
import TestSupport
import Testing

@Suite struct `The list of feeds` {
    private func feed(_ title: String, items: Int) -> String {
        SampleFeed(title: title, items: (1...items).map { .init(title: "Story \($0)", date: .now) }).rss
    }

    @Test func `new items have a column in the list of feeds, and weeks use it if no name is cut`() throws {
        let feeds = [feed("Much", items: 45), feed("Little", items: 3), feed("A feed with a long name", items: 120)]
        let reader = try Reader.launch(feeds: feeds, size: (40, 12))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen {
            $0.line(5) == "   Much                        +45   45"
                && $0.line(6) == "   Little                       +3    3"
                && $0.line(7) == "   A feed with a long name    +120  120"
        }
        // At the next start, no items are new.
        try reader.quit()
        let next = try Reader.launch(size: (40, 12), home: reader.home)
        try next.waitForScreen {
            $0.line(5) == "   Much                    ▁▁▁▁▁▁▇   45"
                && $0.line(6) == "   Little                  ▁▁▁▁▁▁▇    3"
                && $0.line(7) == "   A feed with a long name          120"
        }
        next.resize(columns: 60, rows: 12)
        try next.waitForScreen { $0.line(7).hasSuffix("▁▁▁▁▁▁▇  120") }
    }

    @Test func `the weeks stand beside any unread count`() throws {
        let home = try Home()
        let server = try LoopbackServer { [body = feed("Much", items: 1200)] _ in Answer(200, body: body) }
        try home.write(urls: [server.url("/")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(size: (40, 12), home: home)
        try reader.waitForScreen { $0.line(5) == "   Much                   ▁▁▁▁▁▁▇  1200" }
    }

    @Test func `rows with unread items are bold, even above the feeds`() throws {
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: feed("News", items: 2)) }
        try home.write(urls: [server.url("/"), "\"query:Fresh:age < 1\"", "\"query:Ancient:age > 9999\""])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(home: home)
        func isBold(_ name: String, on screen: Screen) -> Bool {
            screen.row(of: "   \(name) ").map { screen.cell($0, 3).bold } ?? false
        }
        let names = ["All", "Unread", "Today", "Fresh", "News"]
        try reader.waitForScreen { screen in names.allSatisfy { isBold($0, on: screen) } }
        #expect(!isBold("Starred", on: reader.screen) && !isBold("Ancient", on: reader.screen))
        try reader.press("C")
        try reader.waitForScreen { screen in screen.contains("All ") && !names.contains { isBold($0, on: screen) } }
    }

    @Test func `long URLs as names are cut in their middles`() throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let addresses = ["one", "two"].map { server.url("/a/long/way/to/go/until/there/is/a/feed/called/\($0)") }
        let reader = try Reader.launch(feeds: addresses, size: (40, 12))
        try reader.waitForScreen {
            $0.line(5).contains(/^\ {3}127\.0\.0\.[0-9:.]+\/.+….+\/called\/one$/)
                && $0.line(6).contains(/….+\/called\/two$/)
        }
    }

    @Test func `says on a narrow screen the same cause of a failure, without its advice`() throws {
        let reader = try Reader.launch(feeds: ["http://nowhere.invalid/ ~News", "#: proxy none"], size: (40, 12))
        try reader.waitForScreen(showing: "News")
        try reader.press("R")
        try reader.waitForScreen { $0.contains("⚠ News  host not found") && !$0.contains("check") }
    }

    @Test func `the top line says where the user is, even while a refresh names feeds there`() throws {
        let gate = Gate()
        let server = try LoopbackServer { .held(until: gate, Answer(200, body: feed("Feed \($0.path)", items: 1))) }
        let home = try Home()
        let place = "News of the world, from all of it"
        try home.write(
            urls: [
                "\(server.url("/quick")) \"~\(place)\"", server.url("/a/feed/of/which/only/the/address/is/known")
            ])
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: place)
        try reader.press(.enter, "R")
        try reader.waitForScreen { $0.line(0).hasPrefix(" lede  \(place)  ") && $0.line(0).contains("0/2  ") }
        reader.resize(columns: 140, rows: 24)
        try reader.waitForScreen {
            $0.line(0).contains("0/2") && $0.line(0).contains("127.0.0.1") && !$0.line(0).contains("http://")
        }
        gate.open()
        try reader.waitForScreen(showing: "new in 2 feeds")
    }
}
