import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `The list of feeds` {
    private nonisolated func feed(_ title: String, items: Int) -> String {
        SampleFeed(title: title, items: (1...items).map { .init(title: "Story \($0)", date: .now) }).rss
    }

    @Test func `all weeks stand in one column, beside names that are cut, new items and feeds without any`()
        async throws
    {
        let old = SampleFeed(title: "Old", items: [.init(title: "Old story", date: .now - 999 * 86_400)])
        let feeds = [
            feed("Much", items: 45), feed("Little", items: 3), feed("A feed with a long name", items: 120), old.rss
        ]
        let reader = try DrawnReader.launch(feeds: feeds, size: (40, 12))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen {
            $0.line(5) == "   Much               +45  ▁▁▁▁▁▁▇   45"
                && $0.line(6) == "   Little              +3  ▁▁▁▁▁▁▇    3"
                && $0.line(7) == "   A feed with a l…  +120  ▁▁▁▁▁▁▇  120"
                && $0.line(8) == "   Old                 +1  ▁▁▁▁▁▁▁    1"
        }
        // At the next start, no items are new.
        try await reader.quit()
        let next = try DrawnReader.launch(size: (40, 12), home: reader.home)
        try await next.waitForScreen {
            $0.line(5) == "   Much                    ▁▁▁▁▁▁▇   45"
                && $0.line(6) == "   Little                  ▁▁▁▁▁▁▇    3"
                && $0.line(7) == "   A feed with a long na…  ▁▁▁▁▁▁▇  120"
                && $0.line(8) == "   Old                     ▁▁▁▁▁▁▁    1"
        }
        // Names have the room of a narrow list.
        next.resize(columns: 39, rows: 12)
        try await next.waitForScreen { $0.line(7) == "   A feed with a long name         120" }
    }

    @Test func `under a filter, a group says how many of its unread items are in the shown feeds`() async throws {
        let home = try Home()
        let feeds = [feed("Much", items: 45), feed("Little", items: 3)]
        let server = try LoopbackServer { Answer(200, body: feeds[Int($0.path.dropFirst()) ?? 0]) }
        try home.write(urls: ["/0", "/1"].map { server.url($0) + " Code" })
        try await home.fetch()
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen { $0.line(5).hasPrefix(" ▾ Code ") && $0.line(5).hasSuffix("  48") }
        reader.type("flittle")
        try await reader.waitForScreen { $0.line(1).hasPrefix(" ▾ Code ") && $0.line(1).hasSuffix("  3 of 48") }
    }

    @Test func `the weeks stand beside any unread count`() async throws {
        let home = try Home()
        let server = try LoopbackServer { [body = feed("Much", items: 1200)] _ in Answer(200, body: body) }
        try home.write(urls: [server.url("/")])
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (40, 12), home: home)
        try await reader.waitForScreen { $0.line(5) == "   Much                   ▁▁▁▁▁▁▇  1200" }
    }

    @Test func `only feeds with unread items are bold, and rows without any are dim`() async throws {
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: feed("News", items: 2)) }
        try home.write(urls: [server.url("/"), "\"query:Fresh:age < 1\"", "\"query:Ancient:age > 9999\""])
        try await home.fetch()
        let reader = try DrawnReader.launch(home: home)
        func name(_ name: String, on screen: Screen) -> Screen.Cell? {
            screen.lines.firstIndex { $0.hasPrefix("   \(name)") }.map { screen.cell($0, 3) }
        }
        let lists = ["All", "Unread", "Today", "Fresh"]
        try await reader.waitForScreen { screen in
            lists.allSatisfy { name($0, on: screen).map { !$0.bold && !$0.dim } ?? false }
                && name("News", on: screen)?.bold == true
        }
        for list in ["Starred", "Ancient"] { #expect(name(list, on: reader.screen)?.dim == true) }
        reader.press("C")
        try await reader.waitForScreen { screen in lists.allSatisfy { name($0, on: screen)?.dim == true } }
    }

    @Test(arguments: [[:], ["NO_COLOR": "1"]]) func `groups, lists and unread feeds look different`(
        environment: [String: String]
    ) async throws {
        let home = try Home()
        let server = try LoopbackServer { _ in Answer(200, body: feed("News", items: 2)) }
        try home.write(urls: ["#: group Papers", server.url("/")])
        try await home.fetch()
        let reader = try DrawnReader.launch(environment: environment, home: home)
        let screen = try await reader.waitForScreen { $0.contains("   Unread ") && $0.contains("▾ Papers") }
        let group = try screen.cell(#require(screen.row(of: "▾ Papers")), 3)
        let list = try screen.cell(#require(screen.row(of: "   Unread ")), 3)
        #expect(!group.bold && !group.dim && !list.bold && !list.dim)
        #expect(group.foreground == (environment.isEmpty ? .indexed(5) : .standard) && list.foreground == .standard)
        reader.press("g")
        try await reader.waitForScreen { screen in screen.row(of: "     News ").map { screen.cell($0, 5).bold } ?? false
        }
    }

    @Test func `the weeks of all feeds stand in one column, however long the counts are`() async throws {
        let home = try Home()
        let feeds = [feed("Much", items: 1200), feed("Little", items: 3)]
        let server = try LoopbackServer { Answer(200, body: feeds[Int($0.path.dropFirst()) ?? 0]) }
        try home.write(urls: ["/0", "/1"].map(server.url))
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (40, 12), home: home)
        try await reader.waitForScreen {
            $0.line(5) == "   Much                   ▁▁▁▁▁▁▇  1200"
                && $0.line(6) == "   Little                 ▁▁▁▁▁▁▇     3"
        }
    }

    @Test func `the top line says how much is unread, and in how many feeds if there is room`() async throws {
        let reader = try DrawnReader.launch(feeds: [feed("One", items: 2), feed("Other", items: 3)], size: (40, 12))
        try await reader.waitForScreen { $0.line(0) == " lede  0 unread  in 2 feeds" }
        reader.press("R")
        try await reader.waitForScreen { $0.line(0) == " lede  5 unread  in 2 feeds" }
        reader.resize(columns: 20, rows: 12)
        try await reader.waitForScreen { $0.line(0) == " lede  5 unread" }
        reader.resize(columns: 40, rows: 12)
        reader.press("f")
        reader.type("oth\r")
        try await reader.waitForScreen { $0.line(0) == " lede  oth" }
    }

    @Test func `the numbers beside All and Today are of unread items`() async throws {
        let reader = try DrawnReader.launch(feeds: [feed("News", items: 5)], size: (40, 12))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        func number(of name: String, on screen: Screen) -> Int? {
            screen.lines.first { $0.hasPrefix("   \(name) ") }.flatMap { Int($0.filter(\.isNumber)) }
        }
        let names = ["All", "Unread", "Today"]
        try await reader.waitForScreen { screen in names.allSatisfy { number(of: $0, on: screen) == 5 } }
        reader.press(.enter, .enter)
        try await reader.waitForScreen(showing: "100%")
        reader.press("q", "q")
        try await reader.waitForScreen { screen in names.allSatisfy { number(of: $0, on: screen) == 4 } }
        // The total stands in the title of the list.
        reader.press("g", .enter)
        try await reader.waitForScreen { $0.line(0) == " lede  All  4 unread of 5" }
    }

    @Test func `the top line of an article names the list from which it was opened`() async throws {
        let reader = try DrawnReader.launch(feeds: [feed("News", items: 2)])
        try await reader.openFeed(fetching: "2 new", showing: "● Story 1")
        reader.press(.enter)
        try await reader.waitForScreen { $0.line(0) == " lede  News" && $0.contains("100%") }
        reader.press("q", "q", "g", .enter, .enter)
        try await reader.waitForScreen { $0.line(0) == " lede  News  in All" && $0.contains("100%") }
        reader.press("q")
        reader.type("/story")
        try await reader.waitForScreen(showing: "“story”: 2 found")
        reader.press(.enter, .enter)
        try await reader.waitForScreen { $0.line(0) == " lede  News  found by “story”" }
    }

    @Test func `long URLs as names are cut in their middles`() async throws {
        let server = try LoopbackServer { _ in Answer(404) }
        let addresses = ["one", "two"].map { server.url("/a/long/way/to/go/until/there/is/a/feed/called/\($0)") }
        let reader = try DrawnReader.launch(feeds: addresses, size: (40, 12))
        try await reader.waitForScreen {
            $0.line(5).contains(/^\ {3}127\.0\.0\.[0-9:.]+\/.+….+\/called\/one$/)
                && $0.line(6).contains(/….+\/called\/two$/)
        }
    }

    @Test func `says on a narrow screen the same cause of a failure, without its advice`() async throws {
        let reader = try DrawnReader.launch(feeds: ["http://nowhere.invalid/ ~News", "#: proxy none"], size: (40, 12))
        try await reader.waitForScreen(showing: "News")
        reader.press("R")
        try await reader.waitForScreen { $0.contains("⚠ News  host not found") && !$0.contains("check") }
        reader.press("k")
        try await reader.waitForScreen { $0.foot.contains(/^ 0 unread · 1 failed \(E\) .* \? keys$/) }
    }

    @Test func `the top line says where the user is, even while a refresh names feeds there`() async throws {
        let gate = Gate()
        let server = try LoopbackServer { .held(until: gate, Answer(200, body: feed("Feed \($0.path)", items: 1))) }
        let home = try Home()
        let place = "News of the world, from all of it"
        try home.write(
            urls: [
                "\(server.url("/quick")) \"~\(place)\"", server.url("/a/feed/of/which/only/the/address/is/known")
            ])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: place)
        reader.press(.enter, "R")
        try await reader.waitForScreen { $0.line(0).hasPrefix(" lede  \(place)  ") && $0.line(0).contains("0/2  ") }
        reader.resize(columns: 140, rows: 24)
        try await reader.waitForScreen {
            $0.line(0).contains("0/2") && $0.line(0).contains("127.0.0.1") && !$0.line(0).contains("http://")
        }
        gate.open()
        try await reader.waitForScreen(showing: "new in 2 feeds")
    }
}

@Suite(.drawing) struct `A row of a list of items` {
    private func reader(_ feeds: [SampleFeed], columns: Int) async throws -> DrawnReader {
        let home = try Home()
        let server = try LoopbackServer { request in
            Answer(200, body: feeds[Int(request.path.dropFirst()) ?? 0].rss)
        }
        try home.write(urls: feeds.indices.map { server.url("/\($0)") })
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (columns, 20), home: home)
        try await reader.waitForScreen(showing: "Unread")
        reader.press("z")
        return reader
    }

    private func story(_ number: Int, by author: String?) -> SampleFeed.Item {
        SampleFeed.Item(title: "Story \(number)", date: Date(timeIntervalSinceNow: -3600), author: author)
    }

    @Test func `a row names the author if there are several, in a column of fitting width`() async throws {
        let items = [story(1, by: "Ann"), story(2, by: "Benedict"), story(3, by: nil)]
        let reader = try await reader([SampleFeed(title: "News", items: items)], columns: 112)
        reader.press(.end, .enter)
        let screen = try await reader.waitForScreen { $0.contains("Story 1") && !$0.contains("Starred") }
        let ends = ["Ann       ", "Benedict  "].map { $0 + String(repeating: " ", count: 6) + "1h" }
        #expect(ends.allSatisfy { end in screen.lines.contains { $0.hasSuffix(" " + end) } })
    }

    @Test func `a row names no author if all are the same, or the feed`() async throws {
        let one = SampleFeed(title: "Ann's notes", items: [story(1, by: "Ann"), story(2, by: "Ann")])
        let other = SampleFeed(title: "The Bulletin", items: [story(3, by: "The Bulletin"), story(4, by: nil)])
        let reader = try await reader([one, other], columns: 112)
        reader.press("g", .enter)
        let screen = try await reader.waitForScreen { $0.contains("Story 1") && !$0.contains("Starred") }
        #expect(screen.lines.count { $0.hasSuffix("  Ann's notes         1h") } == 2)
        #expect(screen.lines.count { $0.hasSuffix("  The Bulletin        1h") } == 2)
        #expect(!screen.contains("Ann ") && !screen.contains("Bulletin  The"))
    }

    @Test func `a search result shows its text beside its title, or where the screen is narrow or low, below or not`()
        async throws
    {
        let title = "An unusually long headline that tells all of the story of the lighthouse"
        let item = SampleFeed.Item(
            title: title, body: "<p>\(String(repeating: "The lighthouse stands. ", count: 9))</p>",
            date: Date(timeIntervalSinceNow: -3600))
        let reader = try await reader([SampleFeed(title: "News", items: [item])], columns: 200)
        reader.type("/lighthouse")
        try await reader.waitForScreen(showing: "“lighthouse”: 1 found")
        reader.press(.enter)
        try await reader.waitForScreen { $0.line(1).contains(title) && $0.line(1).contains("lighthouse stands") }
        reader.resize(columns: 80, rows: 20)
        try await reader.waitForScreen {
            $0.line(1).contains(title.prefix(55)) && $0.line(17).hasPrefix("───")
                && $0.line(18).contains("lighthouse stands")
        }
        reader.resize(columns: 40, rows: 9)
        try await reader.waitForScreen { $0.line(1).contains(title.prefix(20)) && !$0.contains("stands") }
    }

    @Test func `a row shows its item's tags behind the title, if there is room`() async throws {
        let reader = try await reader(
            [SampleFeed(title: "News", items: [story(1, by: nil), story(2, by: nil)])], columns: 80)
        reader.press(.end, .enter)
        try await reader.waitForScreen { $0.contains("Story 1") && !$0.contains("Starred") }
        reader.type("Tlater\r")
        try await reader.waitForScreen { $0.chosen.contains(" #later ") }
        reader.type("Tidle\r")
        try await reader.waitForScreen { $0.chosen.contains(" #idle #later ") }
        reader.resize(columns: 16, rows: 20)
        try await reader.waitForScreen { $0.chosen.contains("Story") && !$0.contains("#") }
        reader.resize(columns: 80, rows: 20)
        reader.press("u")
        try await reader.waitForScreen { $0.chosen.contains(" #later ") && !$0.contains("#idle") }
    }

    @Test func `columns keep their places everywhere in a long list`() async throws {
        let items = (1...600).map { story($0, by: $0 < 500 ? ["Ann", "Bob"][$0 % 2] : "Somebody of many names") }
        let reader = try await reader([SampleFeed(title: "News", items: items)], columns: 112)
        reader.press(.end, .enter)
        let first = try await reader.waitForScreen { $0.contains("Story 1 ") && !$0.contains("Starred") }
        reader.press("G")
        let last = try await reader.waitForScreen(showing: "Story 600")
        func start(of author: String, on screen: Screen) -> Int? {
            screen.lines.first { $0.contains(author) }?.components(separatedBy: author).first?.count
        }
        #expect(start(of: "Bob", on: first) != nil && start(of: "Bob", on: first) == start(of: "Somebody", on: last))
    }
}
