import Foundation
import TestSupport
import Testing

/// A user's morning with the news, from the first key to the last.
@Suite(.drawing) struct `A morning's reading` {
    private func story(_ title: String, paragraphs: Int = 60) -> SampleFeed.Item {
        let text = (1...paragraphs).map { "<p>Paragraph \($0) of \(title).</p>" }.joined()
        return SampleFeed.Item(title: title, body: text, link: "https://example.org/\(title)")
    }

    /// A reader with two fetched feeds of two stories each.
    private func open(config: String = "", environment: [String: String] = [:], home: Home? = nil) async throws
        -> DrawnReader
    {
        let feeds = [("News", ["First", "Second"]), ("Blog", ["Third", "Fourth"])].map { title, stories in
            SampleFeed(title: title, items: stories.map { story($0) }).rss
        }
        let home = try home ?? Home()
        try home.write(config: config)
        let reader = try DrawnReader.launch(feeds: feeds, environment: environment, home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "4 new in 2 feeds")
        return reader
    }

    @Test func `Space alone reads everything, page by page and story by story`() async throws {
        let reader = try await open()
        reader.press(.enter, .enter)
        var paragraphs: [String] = []
        var last: [String] = []
        for _ in 1...100 {
            // A frame may arrive in pieces, so text counts whenever it is shown.
            let screen = try await reader.waitForScreen { screen in
                let shown = Self.paragraphs(on: screen)
                paragraphs += shown.filter { !paragraphs.contains($0) }
                return !shown.isEmpty && shown != last || screen.contains("No unread items")
            }
            if screen.contains("No unread items") { break }
            last = Self.paragraphs(on: screen)
            reader.press(" ")
        }
        let stories = ["First", "Second", "Third", "Fourth"]
        #expect(paragraphs == stories.flatMap { story in (1...60).map { "Paragraph \($0) of \(story)" } })
        reader.press("Q")
        try await reader.waitForExit()
        #expect(try reader.unread() == 0)
    }

    private static func paragraphs(on screen: Screen) -> [String] {
        screen.text.matches(of: /(Paragraph \d+ of \w+)\./).map { String($0.1) }
    }

    @Test func `n and p move between unread stories of all feeds`() async throws {
        let reader = try await open()
        reader.press(.enter, .enter)
        try await reader.waitForScreen(showing: "Paragraph 1 of First.")
        for title in ["Second", "Third", "Fourth"] {
            reader.press("n")
            try await reader.waitForScreen(showing: "Paragraph 1 of \(title).")
        }
        reader.press("N", "p")
        try await reader.waitForScreen(showing: "Paragraph 1 of Fourth.")
    }

    @Test func `l hides and shows read items, and the cursor keeps its item`() async throws {
        let reader = try await open()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● First")
        reader.press("N")
        try await reader.waitForScreen { $0.contains("  First") && $0.contains(" row 2 of 2") }
        reader.press("l")
        try await reader.waitForScreen { !$0.contains("First") && $0.contains("● Second") }
        reader.press("l")
        try await reader.waitForScreen { $0.contains("  First") && $0.contains("● Second") }
        reader.press("N")
        try await reader.waitForScreen { $0.contains("  First") && $0.contains("  Second") }
        reader.press("l")
        try await reader.waitForScreen(showing: "No unread items: press l to show read items.")
        reader.press("/")
        reader.type("nowhere")
        // While lede searches on, Escape cancels only that.
        try await reader.waitForScreen {
            $0.contains("press Esc to go back.") && $0.line(0).hasSuffix("“nowhere”: 0 found")
        }
        reader.press(.enter)
        try await reader.waitForScreen {
            $0.contains("Esc back") && !$0.contains("all read") && !$0.contains("/nowhere")
        }
        reader.press(.escape)
        try await reader.waitForScreen(showing: "No unread items")
        reader.press("l")
        try await reader.waitForScreen(showing: "  First")
        reader.press("f")
        reader.type("title =~ \"First\"\r")
        try await reader.waitForScreen { $0.contains("F save search") && $0.contains("Esc show all") }
    }

    @Test func `O opens a story in the browser and marks it read, and W saves it`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" > \(home.path)/opened")
        let reader = try await open(environment: ["BROWSER": browser], home: home)
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● First")
        reader.press("O")
        try await reader.waitForScreen { $0.isAlternateScreen && $0.contains("First") && !$0.contains("● First") }
        #expect(try String(contentsOfFile: home.path + "/opened", encoding: .utf8) == "https://example.org/First\n")
        reader.press("W")
        try await reader.waitForScreen(showing: "~/First.txt")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Saved the article to ~/First.txt")
        #expect(
            try String(contentsOfFile: home.path + "/First.txt", encoding: .utf8).contains("Paragraph 60 of First."))
    }

    @Test func `the help can be searched for a key`() async throws {
        let reader = try await open()
        reader.press("?")
        try await reader.waitForScreen(showing: "Keys in the feed list")
        reader.type("/undo your")
        let screen = try await reader.waitForScreen(showing: "undo your last change")
        let row = try #require(screen.row(of: "undo your last change"))
        #expect(screen.cells[row].contains { $0.reverse })
        reader.press(.enter, "q")
        try await reader.waitForScreen(showing: "4 unread")
    }

    @Test func `A marks listed items read, but not those that a refresh adds meanwhile`() async throws {
        let (isLater, gate) = (Gate(), Gate())
        let server = try LoopbackServer { _ in
            let stories = (isLater.isOpen ? ["Newer", "New", "Old"] : ["Old"]).map { SampleFeed.Item(title: $0) }
            let feed = Answer(200, body: SampleFeed(title: "News", items: stories).rss)
            return isLater.isOpen ? .held(until: gate, feed) : feed
        }
        let reader = try DrawnReader.launch(feeds: [server.url("/feed")])
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Old")
        isLater.open()
        reader.press("r")
        try await elsewhere { try gate.waitUntilReached() }
        reader.press("A")
        try await reader.waitForScreen(showing: " (u to undo)")
        gate.open()
        try await reader.waitForScreen(showing: "2 new in 1 feed")
        #expect(try reader.unread() == 2)
    }

    @Test func `a wide screen shows each feed's weeks, today's items and the position in the list`() async throws {
        let news = SampleFeed(title: "News", items: (1...60).map { .init(title: "Story \($0)", date: .now) })
        let reader = try DrawnReader.launch(feeds: [news.rss], size: (200, 30))
        try await reader.openFeed(fetching: "60 new in 1 feed", showing: "● Story 1")
        try await reader.waitForScreen { screen in
            let feed = screen.lines.first { $0.contains("   News ") }?.prefix { $0 != "│" }
            let today = screen.lines.first { $0.contains("Today") }?.prefix { $0 != "│" }
            return feed?.contains { ("▁"..."█").contains($0) } == true && today?.hasSuffix("60 ") == true
        }
        func bar(_ screen: Screen) -> [Int] { screen.lines.indices.filter { screen.lines[$0].contains("▐") } }
        let top = bar(reader.screen)
        #expect(top.first == 1)
        reader.press(.end)
        try await reader.waitForScreen {
            $0.contains("row 60 of 60") && bar($0).last == 28 && bar($0).count == top.count
        }
    }
}
