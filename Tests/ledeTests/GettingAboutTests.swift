import Foundation
import TestSupport
import Testing

/// Moving by keys that skip rows.
@Suite struct `Moving around` {
    /// Three feeds with three stories each; Beta's are read.
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

    @Test func `keys move to the next feed, unread feed, or title in the list of feeds`() throws {
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
        try reader.waitForScreen { $0.chosen.contains("Alpha") && $0.contains("No unread items") }
    }

    @Test func `deleting everything listed includes items read a moment ago`() throws {
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

    @Test func `the next item after the last one is in the next feed, and back`() throws {
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

    @Test func `keys move between articles of all feeds, and from a list to an item's feed`() throws {
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

    @Test func `keys move through the panes in both directions`() throws {
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

    @Test func `settings keep the next unread item in its feed, and wrap at the ends`() throws {
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
        try reader.waitForScreen { $0.line(0).contains("Alpha") && $0.contains("No unread items") }
    }

    @Test func `settings mark read under the cursor, and keep rows visible around it`() throws {
        let reader = try open(config: "mark-as-read-on-hover yes\nscrolloff 3\n", size: (80, 12), stories: 30)
        try reader.press(.enter)
        try reader.waitForScreen { $0.chosen.contains("Alpha 1 ") && $0.line(0).contains("29 unread") }
        // Three of ten rows stay visible below the cursor.
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
        // An undone mark stays undone, even with the cursor on the item.
        try reader.press("u")
        try reader.waitForScreen {
            $0.contains("Undid: mark 9 items read by opening them") && $0.chosen.contains("● Alpha 15")
        }
    }

    @Test func `a preview shows the article at the cursor, and marks nothing read`() throws {
        let reader = try open(config: "preview yes\n", size: (160, 24))
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Text of Alpha 1.") && $0.contains("● Alpha 1") }
        try reader.press("j", "j")
        try reader.waitForScreen { $0.contains("Text of Alpha 3.") && $0.contains("● Alpha 3") }
        // It still does after there was no room for it.
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
