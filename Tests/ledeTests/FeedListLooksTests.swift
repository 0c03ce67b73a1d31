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

    @Test func `only feeds with unread items are bold, and rows without any are dim`() throws {
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: feed("News", items: 2)) }
        try home.write(urls: [server.url("/"), "\"query:Fresh:age < 1\"", "\"query:Ancient:age > 9999\""])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(home: home)
        func name(_ name: String, on screen: Screen) -> Screen.Cell? {
            screen.lines.firstIndex { $0.hasPrefix("   \(name)") }.map { screen.cell($0, 3) }
        }
        let lists = ["All", "Unread", "Today", "Fresh"]
        try reader.waitForScreen { screen in
            lists.allSatisfy { name($0, on: screen).map { !$0.bold && !$0.dim } ?? false }
                && name("News", on: screen)?.bold == true
        }
        for list in ["Starred", "Ancient"] { #expect(name(list, on: reader.screen)?.dim == true) }
        try reader.press("C")
        try reader.waitForScreen { screen in lists.allSatisfy { name($0, on: screen)?.dim == true } }
    }

    @Test(arguments: [[:], ["NO_COLOR": "1"]]) func `groups, lists and unread feeds look different`(
        environment: [String: String]
    ) throws {
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: feed("News", items: 2)) }
        try home.write(urls: ["#: group Papers", server.url("/")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(environment: environment, home: home)
        let screen = try reader.waitForScreen { $0.contains("   Unread ") && $0.contains("▾ Papers") }
        let group = try screen.cell(#require(screen.row(of: "▾ Papers")), 3)
        let list = try screen.cell(#require(screen.row(of: "   Unread ")), 3)
        #expect(!group.bold && !group.dim && !list.bold && !list.dim)
        #expect(group.foreground == (environment.isEmpty ? .indexed(5) : .standard) && list.foreground == .standard)
        try reader.press("g")
        try reader.waitForScreen { screen in screen.row(of: "     News ").map { screen.cell($0, 5).bold } ?? false }
    }

    @Test func `the weeks of all feeds stand in one column, however long the counts are`() throws {
        let home = try Home()
        let feeds = [feed("Much", items: 1200), feed("Little", items: 3)]
        let server = try LoopbackServer { Answer(200, body: feeds[Int($0.path.dropFirst()) ?? 0]) }
        try home.write(urls: ["/0", "/1"].map(server.url))
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(size: (40, 12), home: home)
        try reader.waitForScreen {
            $0.line(5) == "   Much                   ▁▁▁▁▁▁▇  1200"
                && $0.line(6) == "   Little                 ▁▁▁▁▁▁▇     3"
        }
    }

    @Test func `the top line says how much is unread, and in how many feeds if there is room`() throws {
        let reader = try Reader.launch(feeds: [feed("One", items: 2), feed("Other", items: 3)], size: (40, 12))
        try reader.waitForScreen { $0.line(0) == " lede  0 unread  in 2 feeds" }
        try reader.press("R")
        try reader.waitForScreen { $0.line(0) == " lede  5 unread  in 2 feeds" }
        reader.resize(columns: 20, rows: 12)
        try reader.waitForScreen { $0.line(0) == " lede  5 unread" }
        reader.resize(columns: 40, rows: 12)
        try reader.press("f")
        try reader.type("oth\r")
        try reader.waitForScreen { $0.line(0) == " lede  oth" }
    }

    @Test func `the numbers beside All and Today are of unread items`() throws {
        let reader = try Reader.launch(feeds: [feed("News", items: 5)], size: (40, 12))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        func number(of name: String, on screen: Screen) -> Int? {
            screen.lines.first { $0.hasPrefix("   \(name) ") }.flatMap { Int($0.filter(\.isNumber)) }
        }
        let names = ["All", "Unread", "Today"]
        try reader.waitForScreen { screen in names.allSatisfy { number(of: $0, on: screen) == 5 } }
        try reader.press(.enter, .enter)
        try reader.waitForScreen(showing: "100%")
        try reader.press("q", "q")
        try reader.waitForScreen { screen in names.allSatisfy { number(of: $0, on: screen) == 4 } }
        // The total stands in the title of the list.
        try reader.press("g", .enter)
        try reader.waitForScreen { $0.line(0) == " lede  All  4 unread of 5" }
    }

    @Test func `the top line of an article names the list from which it was opened`() throws {
        let reader = try Reader.launch(feeds: [feed("News", items: 2)])
        try reader.openFeed(fetching: "2 new", showing: "● Story 1")
        try reader.press(.enter)
        try reader.waitForScreen { $0.line(0) == " lede  News" && $0.contains("100%") }
        try reader.press("q", "q", "g", .enter, .enter)
        try reader.waitForScreen { $0.line(0) == " lede  News  in All" && $0.contains("100%") }
        try reader.press("q")
        try reader.type("/story")
        try reader.waitForScreen(showing: "“story”: 2 found")
        try reader.press(.enter, .enter)
        try reader.waitForScreen { $0.line(0) == " lede  News  found by “story”" }
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
        try reader.press("k")
        try reader.waitForScreen { $0.foot.contains(/^ 0 unread · 1 failed \(E\) .* \? keys$/) }
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
