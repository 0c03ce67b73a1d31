import Foundation
import TestSupport
import Testing

/// From feed to feed and from item to item, by the keys that take no one along row by row.
@Suite struct `Getting about` {
    /// Three feeds with three stories each, of which those of Beta are read.
    private func open(
        config: String = "", size: (columns: Int, rows: Int) = (80, 24), stories: Int = 3
    ) throws -> Reader {
        let home = try Home()
        try home.write(config: config)
        let feeds = ["Alpha", "Beta", "Gamma"].map { name in
            SampleFeed(
                title: name,
                items: (1...stories).map { .init(title: "\(name) \($0)", body: "<p>Text of \(name) \($0).</p>") })
        }
        let reader = try Reader.launch(feeds: feeds.map(\.rss), size: size, home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "\(3 * stories) new in 3 feeds")
        try reader.press("j", "A")
        try reader.waitForScreen(showing: "Marked \(stories) items read in Beta")
        try reader.press("k")
        try reader.waitForScreen { $0.foot.contains(" · \(2 * stories) unread ") && $0.chosen.contains("Alpha") }
        return reader
    }

    @Test func `goes from feed to feed, unread or any, and to one by a word, in the list of feeds`() throws {
        let reader = try open()
        let moves: [(key: Keystroke, feed: String)] = [
            (.control("n"), "Gamma"), ("K", "Beta"), (.control("p"), "Alpha"), ("J", "Beta"), ("n", "Gamma"),
            ("p", "Alpha")
        ]
        for (key, feed) in moves {
            try reader.press(key)
            try reader.waitForScreen { $0.chosen.contains(feed) }
        }
        try reader.type("'mma\r")
        try reader.waitForScreen { $0.chosen.contains("Gamma") }
        try reader.press("A")
        try reader.waitForScreen(showing: "Marked 3 items read in Gamma")
        try reader.press(.control("k"))
        try reader.waitForScreen { $0.chosen.contains("Alpha") && $0.foot.contains(" · 3 unread ") }
        try reader.type("'nowhere\r")
        try reader.waitForScreen(showing: "No title contains “nowhere”")
        try reader.press(.escape)
        try reader.waitForScreen { !$0.contains("Title to jump to:") }
        try reader.press("A")
        try reader.waitForScreen(showing: "Marked 3 items read in Alpha")
        try reader.press(.control("k"))
        try reader.waitForScreen { $0.chosen.contains("Alpha") && $0.contains("No unread items here") }
    }

    @Test func `all that is listed is deleted, also what was unread a moment ago and is listed for that`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "3 unread of 3")
        try reader.press("l")
        try reader.waitForScreen(showing: "3 unread of 3")
        try reader.type("NNg\u{18}")
        try reader.waitForScreen { $0.contains("Deleted everything in Alpha") && !$0.contains("Alpha 1") }
        try reader.press("u")
        try reader.waitForScreen(showing: "Undid: delete 3 items")
    }

    @Test func `goes on in the next feed from the items of one, and back`() throws {
        let reader = try open()
        try reader.press(.enter)
        let moves: [(key: Keystroke, place: String, item: String)] = [
            ("}", "Beta  0 unread of 3", "Beta 1"), ("}", "Gamma  3 unread of 3", "Gamma 1"), ("J", "Gamma", "Gamma 2"),
            ("K", "Gamma", "Gamma 1"), ("{", "Beta", "Beta 1"), (.control("n"), "Gamma", "Gamma 1"),
            (.control("p"), "Alpha", "Alpha 1")
        ]
        try reader.waitForScreen { $0.chosen.contains("Alpha 1") }
        for (key, place, item) in moves {
            try reader.press(key)
            try reader.waitForScreen { $0.line(0).hasPrefix(" lede  \(place)") && $0.chosen.contains(item) }
        }
        try reader.type("'3\r")
        try reader.waitForScreen { $0.chosen.contains("Alpha 3") }
        try reader.press("k", "N", "g", "N", "g", .control("k"))
        try reader.waitForScreen { $0.chosen.contains("● Alpha 3") && $0.contains(" row 3 of 3") }
    }

    @Test func `goes on from article to article, of any feed, and from a list of many to the feed of one`() throws {
        let reader = try open()
        try reader.press(.enter, .enter)
        let moves: [(key: Keystroke, text: String)] = [
            ("J", "Alpha 2"), ("K", "Alpha 1"), (.control("n"), "Gamma 1"), ("{", "Beta 1"), (.control("p"), "Alpha 3"),
            ("}", "Beta 1"), ("}", "Gamma 2")
        ]
        try reader.waitForScreen(showing: "Text of Alpha 1.")
        for (key, text) in moves {
            try reader.press(key)
            try reader.waitForScreen(showing: "Text of \(text).")
        }
        try reader.press(.control("k"))
        try reader.waitForScreen(showing: "Text of Gamma 3.")
        try reader.press("a")
        try reader.waitForScreen { $0.line(0).hasPrefix(" lede  Gamma  0 unread") && $0.chosen.contains("Gamma 3") }
        try reader.press("q", "g", .enter)
        try reader.waitForScreen { $0.line(0).hasPrefix(" lede  All") }
        try reader.type("'beta 2\r")
        try reader.press("a")
        try reader.waitForScreen { $0.line(0).hasPrefix(" lede  Beta") && $0.chosen.contains("Beta 2") }
        try reader.press("q")
        try reader.waitForScreen { $0.chosen.contains("Beta") && $0.contains("Unread") }
    }

    @Test func `goes from pane to pane, round both ways`() throws {
        let reader = try open(size: (160, 24))
        try reader.press(.enter, .enter)
        try reader.waitForScreen(showing: "Text of Alpha 1.")
        let panes: [(key: Keystroke, foot: String)] = [
            (.backTab, " row 1 of 3  "), (.backTab, " row 5 of 7 · 5 unread "), (.backTab, " row 1 of 3 · 100% "),
            (.tab, " row 5 of 7 · 5 unread "),
            (.tab, " row 1 of 3  ")
        ]
        for (key, foot) in panes {
            try reader.press(key)
            try reader.waitForScreen { $0.foot.hasPrefix(foot) }
        }
    }

    @Test func `stays in the feed where that is wanted, and comes round at the end of a list`() throws {
        let reader = try open(config: "goto-next-feed no\nwrap-scroll yes\n")
        try reader.press("k", "k", "k", "k", "k")
        try reader.waitForScreen { $0.chosen.contains("Gamma") }
        try reader.press("j")
        try reader.waitForScreen { $0.chosen.contains("All") }
        try reader.type("'alpha\r")
        try reader.press(.enter)
        try reader.waitForScreen { $0.chosen.contains("Alpha 1") }
        try reader.press("k")
        try reader.waitForScreen(showing: " row 3 of 3 ")
        try reader.press("j")
        try reader.waitForScreen(showing: " row 1 of 3 ")
        try reader.press("N", "N", "N", "n")
        try reader.waitForScreen { $0.line(0).contains("Alpha") && $0.contains("No unread items here") }
    }

    @Test func `has an item be read by being come to, however, and keeps rows in view around it`() throws {
        let reader = try open(config: "mark-as-read-on-hover yes\nscrolloff 3\n", size: (80, 12), stories: 30)
        try reader.press(.enter)
        try reader.waitForScreen { $0.chosen.contains("Alpha 1 ") && $0.line(0).contains("29 unread") }
        // Of ten rows three stay in view below the cursor.
        try reader.type("7j")
        try reader.waitForScreen {
            $0.chosen.contains("  Alpha 8 ") && $0.cursor.row == 7 && $0.line(1).contains(" Alpha 2 ")
        }
        let moves: [(keys: String, title: String)] = [
            ("G", "Alpha 30 "), ("k", "Alpha 29 "), ("12G", "Alpha 12 "), ("n", "Alpha 13 "), ("p", "Alpha 11 "),
            ("'pha 20\r", "Alpha 20 "), (":15\r", "Alpha 15 ")
        ]
        for (count, (keys, title)) in zip(3..., moves) {
            try reader.type(keys)
            try reader.waitForScreen { $0.chosen.contains("  \(title)") && $0.line(0).contains("\(30 - count) unread") }
        }
        // What is taken back stays taken back, though the cursor is on it.
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid: mark 9 opened items read") && $0.chosen.contains("● Alpha 15") }
    }

    @Test func `shows the article of the row that the cursor rests on, and has read nothing by that`() throws {
        let reader = try open(config: "preview yes\n", size: (160, 24))
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Text of Alpha 1.") && $0.contains("● Alpha 1") }
        try reader.press("j", "j")
        try reader.waitForScreen { $0.contains("Text of Alpha 3.") && $0.contains("● Alpha 3") }
        // Also once it has room again.
        try reader.press("z")
        try reader.waitForScreen { !$0.contains("Text of") }
        try reader.press("k")
        try reader.waitForScreen { $0.chosen.contains("Alpha 2") }
        try reader.press("z")
        try reader.waitForScreen { $0.contains("Text of Alpha 2.") && $0.contains("● Alpha 2") }
        try reader.press("}")
        try reader.waitForScreen(showing: "Text of Beta 1.")
        try reader.press("q")
        try reader.waitForScreen { $0.foot.contains(" · 6 unread ") }
    }
}
