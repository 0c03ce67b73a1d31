import Foundation
import TestSupport
import Testing

@Suite struct `A row of a list of items` {
    private func reader(_ feeds: [SampleFeed], columns: Int) throws -> Reader {
        let home = try Home()
        let server = try LoopbackServer { request in
            Answer(200, body: feeds[Int(request.path.dropFirst()) ?? 0].rss)
        }
        try home.write(urls: feeds.indices.map { server.url("/\($0)") })
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(size: (columns, 20), home: home)
        try reader.waitForScreen(showing: "Unread")
        try reader.press("z")
        return reader
    }

    private func story(_ number: Int, by author: String?) -> SampleFeed.Item {
        SampleFeed.Item(title: "Story \(number)", date: Date(timeIntervalSinceNow: -3600), author: author)
    }

    @Test func `a row names the author if there are several, in a column of fitting width`() throws {
        let items = [story(1, by: "Ann"), story(2, by: "Benedict"), story(3, by: nil)]
        let reader = try reader([SampleFeed(title: "News", items: items)], columns: 112)
        try reader.press(.end, .enter)
        let screen = try reader.waitForScreen { $0.contains("Story 1") && !$0.contains("Starred") }
        let ends = ["Ann       ", "Benedict  "].map { $0 + String(repeating: " ", count: 6) + "1h" }
        #expect(ends.allSatisfy { end in screen.lines.contains { $0.hasSuffix(" " + end) } })
    }

    @Test func `a row names no author if all are the same, or the feed`() throws {
        let one = SampleFeed(title: "Ann's notes", items: [story(1, by: "Ann"), story(2, by: "Ann")])
        let other = SampleFeed(title: "The Bulletin", items: [story(3, by: "The Bulletin"), story(4, by: nil)])
        let reader = try reader([one, other], columns: 112)
        try reader.press("g", .enter)
        let screen = try reader.waitForScreen { $0.contains("Story 1") && !$0.contains("Starred") }
        #expect(screen.lines.count { $0.hasSuffix("  Ann's notes         1h") } == 2)
        #expect(screen.lines.count { $0.hasSuffix("  The Bulletin        1h") } == 2)
        #expect(!screen.contains("Ann ") && !screen.contains("Bulletin  The"))
    }

    @Test func `a search result shows more of its title than of its text, and only the title if there is little room`()
        throws
    {
        let title = "An unusually long headline that tells all of the story of the lighthouse"
        let item = SampleFeed.Item(
            title: title, body: "<p>\(String(repeating: "The lighthouse stands. ", count: 9))</p>",
            date: Date(timeIntervalSinceNow: -3600))
        let reader = try reader([SampleFeed(title: "News", items: [item])], columns: 200)
        try reader.type("/lighthouse")
        try reader.waitForScreen(showing: "“lighthouse”: 1 found")
        try reader.press(.enter)
        try reader.waitForScreen { $0.line(1).contains(title) && $0.line(1).contains("lighthouse stands") }
        reader.resize(columns: 80, rows: 20)
        try reader.waitForScreen {
            $0.line(1).contains(title.prefix(31)) && $0.line(1).contains("lighthouse stands")
        }
        reader.resize(columns: 66, rows: 20)
        try reader.waitForScreen { $0.line(1).contains(title.prefix(50)) && !$0.line(1).contains("stands") }
    }

    @Test func `columns keep their places everywhere in a long list`() throws {
        let items = (1...600).map { story($0, by: $0 < 500 ? ["Ann", "Bob"][$0 % 2] : "Somebody of many names") }
        let reader = try reader([SampleFeed(title: "News", items: items)], columns: 112)
        try reader.press(.end, .enter)
        let first = try reader.waitForScreen { $0.contains("Story 1 ") && !$0.contains("Starred") }
        try reader.press("G")
        let last = try reader.waitForScreen(showing: "Story 600")
        func start(of author: String, on screen: Screen) -> Int? {
            screen.lines.first { $0.contains(author) }?.components(separatedBy: author).first?.count
        }
        #expect(start(of: "Bob", on: first) != nil && start(of: "Bob", on: first) == start(of: "Somebody", on: last))
    }
}
