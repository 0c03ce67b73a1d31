import Foundation
import TestSupport
import Testing

/// A user's morning with the news, from the first key to the last.
@Suite struct `A morning's reading` {
    private func story(_ title: String, paragraphs: Int = 60) -> SampleFeed.Item {
        let text = (1...paragraphs).map { "<p>Paragraph \($0) of \(title).</p>" }.joined()
        return SampleFeed.Item(title: title, body: text, link: "https://example.org/\(title)")
    }

    /// A reader with two fetched feeds of two stories each.
    private func open(config: String = "", environment: [String: String] = [:], home: Home? = nil) throws -> Reader {
        let feeds = [("News", ["First", "Second"]), ("Blog", ["Third", "Fourth"])].map { title, stories in
            SampleFeed(title: title, items: stories.map { story($0) }).rss
        }
        let home = try home ?? Home()
        try home.write(config: config)
        let reader = try Reader.launch(feeds: feeds, environment: environment, home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "4 new in 2 feeds")
        return reader
    }

    @Test func `Space alone reads everything, page by page and story by story`() throws {
        let reader = try open()
        try reader.press(.enter, .enter)
        var paragraphs: [String] = []
        var last: [String] = []
        for _ in 1...100 {
            // A frame may arrive in pieces, so text counts whenever it is shown.
            let screen = try reader.waitForScreen { screen in
                let shown = Self.paragraphs(on: screen)
                paragraphs += shown.filter { !paragraphs.contains($0) }
                return !shown.isEmpty && shown != last || screen.contains("No unread items")
            }
            if screen.contains("No unread items") { break }
            last = Self.paragraphs(on: screen)
            try reader.press(" ")
        }
        let stories = ["First", "Second", "Third", "Fourth"]
        #expect(paragraphs == stories.flatMap { story in (1...60).map { "Paragraph \($0) of \(story)" } })
        try reader.press("Q")
        try reader.waitForExit()
        #expect(try Lede.run("unread", home: reader.home).output == "0\n")
    }

    private static func paragraphs(on screen: Screen) -> [String] {
        screen.text.matches(of: /(Paragraph \d+ of \w+)\./).map { String($0.1) }
    }

    @Test func `n and p move between unread stories of all feeds`() throws {
        let reader = try open()
        try reader.press(.enter, .enter)
        try reader.waitForScreen(showing: "Paragraph 1 of First.")
        for title in ["Second", "Third", "Fourth"] {
            try reader.press("n")
            try reader.waitForScreen(showing: "Paragraph 1 of \(title).")
        }
        try reader.press("N", "p")
        try reader.waitForScreen(showing: "Paragraph 1 of Fourth.")
    }

    @Test func `l hides and shows read items, and the cursor keeps its item`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● First")
        try reader.press("N")
        try reader.waitForScreen { $0.contains("  First") && $0.contains(" row 2 of 2") }
        try reader.press("l")
        try reader.waitForScreen { !$0.contains("First") && $0.contains("● Second") }
        try reader.press("l")
        try reader.waitForScreen { $0.contains("  First") && $0.contains("● Second") }
        try reader.press("N")
        try reader.waitForScreen { $0.contains("  First") && $0.contains("  Second") }
        try reader.press("l")
        try reader.waitForScreen(showing: "No unread items: press l to show read items.")
        try reader.press("/")
        try reader.type("nowhere")
        // While lede searches on, Escape cancels only that.
        try reader.waitForScreen { $0.contains("press Esc to go back.") && $0.line(0).hasSuffix("“nowhere”: 0 found") }
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Esc back") && !$0.contains("all read") && !$0.contains("/nowhere") }
        try reader.press(.escape)
        try reader.waitForScreen(showing: "No unread items")
        try reader.press("l")
        try reader.waitForScreen(showing: "  First")
        try reader.press("f")
        try reader.type("title =~ \"First\"\r")
        try reader.waitForScreen { $0.contains("F save search") && $0.contains("Esc show all") }
    }

    @Test func `O opens a story in the browser and marks it read, and W saves it`() throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" > \(home.path)/opened")
        let reader = try open(environment: ["BROWSER": browser], home: home)
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● First")
        try reader.press("O")
        try reader.waitForScreen { $0.isAlternateScreen && $0.contains("First") && !$0.contains("● First") }
        #expect(try String(contentsOfFile: home.path + "/opened", encoding: .utf8) == "https://example.org/First\n")
        try reader.press("W")
        try reader.waitForScreen(showing: "~/First.txt")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Saved the article to ~/First.txt")
        #expect(
            try String(contentsOfFile: home.path + "/First.txt", encoding: .utf8).contains("Paragraph 60 of First."))
    }

    @Test func `the help can be searched for a key`() throws {
        let reader = try open()
        try reader.press("?")
        try reader.waitForScreen(showing: "Keys in the feed list")
        try reader.type("/undo your")
        let screen = try reader.waitForScreen(showing: "undo your last change")
        let row = try #require(screen.row(of: "undo your last change"))
        #expect(screen.cells[row].contains { $0.reverse })
        try reader.press(.enter, "q")
        try reader.waitForScreen(showing: "4 unread")
    }

    @Test func `A marks listed items read, but not those that a refresh adds meanwhile`() throws {
        let (isLater, gate) = (Gate(), Gate())
        let server = try LoopbackServer { _ in
            let stories = (isLater.isOpen ? ["Newer", "New", "Old"] : ["Old"]).map { SampleFeed.Item(title: $0) }
            let feed = Answer(200, body: SampleFeed(title: "News", items: stories).rss)
            return isLater.isOpen ? .held(until: gate, feed) : feed
        }
        let reader = try Reader.launch(feeds: [server.url("/feed")])
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● Old")
        isLater.open()
        try reader.press("r")
        try gate.waitUntilReached()
        try reader.press("A")
        try reader.waitForScreen(showing: " (u to undo)")
        gate.open()
        try reader.waitForScreen(showing: "2 new in 1 feed")
        #expect(try Lede.run("items", "--unread", home: reader.home).output.matches(of: /New/).count >= 2)
        #expect(try Lede.run("unread", home: reader.home).output == "2\n")
    }

    @Test func `a wide screen shows each feed's weeks, today's items and the position in the list`() throws {
        let news = SampleFeed(title: "News", items: (1...60).map { .init(title: "Story \($0)", date: .now) })
        let reader = try Reader.launch(feeds: [news.rss], size: (200, 30))
        try reader.openFeed(fetching: "60 new in 1 feed", showing: "● Story 1")
        try reader.waitForScreen { screen in
            let feed = screen.lines.first { $0.contains("   News ") }?.prefix { $0 != "│" }
            let today = screen.lines.first { $0.contains("Today") }?.prefix { $0 != "│" }
            return feed?.contains { ("▁"..."█").contains($0) } == true && today?.hasSuffix("60 ") == true
        }
        func bar(_ screen: Screen) -> [Int] { screen.lines.indices.filter { screen.lines[$0].contains("▐") } }
        let top = bar(reader.screen)
        #expect(top.first == 1)
        try reader.press(.end)
        try reader.waitForScreen { $0.contains("row 60 of 60") && bar($0).last == 28 && bar($0).count == top.count }
    }
}
