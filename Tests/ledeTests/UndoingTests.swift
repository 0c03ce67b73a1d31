import TestSupport
import Testing

@Suite struct `Undoing` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", body: "<p>It happened.</p>", link: "https://example.org/1"),
            .init(title: "Second story", body: "<p>It went on.</p>", link: "https://example.org/2"),
            .init(title: "Third story", body: "<p>It ended.</p>", link: "https://example.org/3")
        ]
    ).rss

    @Test func `goes back step by step, also after quitting and starting again`() throws {
        let home = try Home()
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        try reader.press("s")
        try reader.waitForScreen(showing: "✪ First story")
        try reader.press("j", .enter)
        try reader.waitForScreen(showing: "It went on.")
        try reader.press("q", "A")
        try reader.waitForScreen {
            $0.contains("News: 2 marked read (u undoes it)") && !$0.contains("●") && $0.contains("★ First")
        }
        try reader.press("u")
        try reader.waitForScreen {
            $0.contains("Undone: 2 marked read") && $0.contains("✪ First story") && $0.contains("● Third story")
                && $0.contains("  Second story")
        }
        try reader.press(.control("r"))
        try reader.waitForScreen { $0.contains("Done again: 2 marked read") && !$0.contains("●") }
        try reader.press("u")
        try reader.waitForScreen(showing: "● Third story")
        try reader.press("q", "q")
        #expect(try reader.waitForExit() == .status(0))

        let again = try Reader.launch(home: home)
        try again.waitForScreen { $0.contains("News") && $0.contains("2 unread") }
        try again.press("u")
        try again.waitForScreen { $0.contains("Undone: 1 opened") }
        try again.press(.enter)
        try again.waitForScreen { $0.contains("● Second story") && $0.contains("✪ First story") }
        try again.press("u")
        try again.waitForScreen { $0.contains("Undone: 1 starred") && $0.contains("● First story") }
        try again.press("u")
        try again.waitForScreen(showing: "There is nothing to undo")
    }

    @Test func `takes a pause back at once, and shows it`() throws {
        let reader = try Reader.launch(feeds: [news])
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("P")
        try reader.waitForScreen { $0.contains("is paused") && $0.contains("‖") }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undone: ") && !$0.contains("‖") }
    }

    @Test func `C marks everything read, of all feeds, and shows it at once`() throws {
        let reader = try Reader.launch(feeds: [news, SampleFeed(title: "Other", items: [.init(title: "Story")]).rss])
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "4 new in 2 feeds")
        try reader.press("C")
        try reader.waitForScreen(showing: "4 marked read (u undoes it)")
        try reader.press("E", "q")
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("u")
        try reader.waitForScreen(showing: "Undone: 4 marked read")
        try reader.press("E", "q")
        try reader.waitForScreen(showing: "4 unread")
    }
}
