import Foundation
import TestSupport
import Testing

@Suite struct `Hints and menus offer only what works now` {
    @Test func `articles without a link don't hint at the browser`() throws {
        let news = SampleFeed(
            title: "News",
            items: [
                .init(title: "With a link", body: "<p>Text.</p>", link: "https://example.org/1"),
                .init(title: "Without one", body: "<p>Text.</p>", link: nil)
            ])
        let reader = try Reader.launch(feeds: [news.rss], home: try Home())
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● With a link")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Text.") && $0.contains("o browser") && $0.contains("n next") }
        try reader.press("n")
        try reader.waitForScreen { $0.contains("Without one") && $0.contains("n next") && !$0.contains("o browser") }
    }

    @Test func `reading on is hinted at only where something follows`() throws {
        let news = SampleFeed(
            title: "News",
            items: [.init(title: "First", body: "<p>Text.</p>"), .init(title: "Last", body: "<p>Text.</p>")])
        let reader = try Reader.launch(feeds: [news.rss], home: try Home())
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Text.") && $0.contains("Space read on") }
        try reader.press(" ")
        try reader.waitForScreen { $0.contains("Last") && $0.contains("Text.") && !$0.contains("read on") }
    }

    @Test func `the undo history hints at redo once a step is undone`() throws {
        let news = SampleFeed(title: "News", items: [.init(title: "A story", body: "<p>Text.</p>")])
        let reader = try Reader.launch(feeds: [news.rss], home: try Home())
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● A story")
        try reader.press("s")
        try reader.waitForScreen(showing: "✪ A story")
        try reader.press("H")
        try reader.waitForScreen { $0.contains("u undo") && !$0.contains("Ctrl-R redo") }
        try reader.press("u")
        try reader.waitForScreen(showing: "undone")
        // The message left no room for hints.
        try reader.press("k")
        try reader.waitForScreen { $0.contains("Ctrl-R redo") && !$0.contains("u undo") }
    }

    @Test func `a feed's menu offers to move it only past a neighbour`() throws {
        let feeds = ["One", "Two"].map { SampleFeed(title: $0, items: [.init(title: "\($0)'s story")]).rss }
        let reader = try Reader.launch(feeds: feeds, home: try Home())
        try reader.waitForScreen(showing: "Unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "2 new in 2 feeds")
        try reader.press("G", "m")
        try reader.waitForScreen { $0.contains("Move up") && !$0.contains("Move down") }
    }
}
