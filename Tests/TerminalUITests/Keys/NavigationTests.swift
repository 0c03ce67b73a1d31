import Foundation
import TestSupport
import Testing

/// Moving by keys that skip rows.
@Suite(.drawing) struct `Moving around` {
    /// Three feeds with three stories each; Beta's are read.
    private func open(
        config: String = "", size: (columns: Int, rows: Int) = (80, 24), stories: Int = 3
    ) async throws -> DrawnReader {
        let home = try Home()
        try home.write(config: config)
        let feeds = ["Alpha", "Beta", "Gamma"].map { name in
            SampleFeed(
                title: name,
                items: (1...stories).map { .init(title: "\(name) \($0)", body: "<p>Text of \(name) \($0).</p>") })
        }
        let reader = try DrawnReader.launch(feeds: feeds.map(\.rss), size: size, home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "\(3 * stories) new in 3 feeds")
        reader.press("j", "A")
        try await reader.waitForScreen(showing: "Marked \(stories) items read in Beta")
        reader.press("k")
        try await reader.waitForScreen { $0.foot.contains(" · \(2 * stories) unread ") && $0.chosen.contains("Alpha") }
        return reader
    }

    @Test func `keys move to the next feed, unread feed, or title in the list of feeds`() async throws {
        let reader = try await open()
        let moves: [(key: Keystroke, feed: String)] = [
            (.control("n"), "Gamma"), ("K", "Beta"), (.control("p"), "Alpha"), ("J", "Beta"), ("n", "Gamma"),
            ("p", "Alpha")
        ]
        for (key, feed) in moves {
            reader.press(key)
            try await reader.waitForScreen { $0.chosen.contains(feed) }
        }
        reader.type("'mma\r")
        try await reader.waitForScreen { $0.chosen.contains("Gamma") }
        reader.press("A")
        try await reader.waitForScreen(showing: "Marked 3 items read in Gamma")
        reader.press(.control("k"))
        try await reader.waitForScreen { $0.chosen.contains("Alpha") && $0.foot.contains(" · 3 unread ") }
        reader.type("'nowhere\r")
        try await reader.waitForScreen(showing: "No title contains “nowhere”")
        reader.press(.escape)
        try await reader.waitForScreen { !$0.contains("Title to jump to:") }
        reader.press("A")
        try await reader.waitForScreen(showing: "Marked 3 items read in Alpha")
        reader.press(.control("k"))
        try await reader.waitForScreen { $0.chosen.contains("Alpha") && $0.contains("No unread items") }
    }

    @Test func `deleting everything listed includes items read a moment ago`() async throws {
        let reader = try await open()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "3 unread of 3")
        reader.press("l")
        try await reader.waitForScreen(showing: "3 unread of 3")
        reader.type("NNg\u{18}")
        try await reader.waitForScreen { $0.contains("Deleted everything in Alpha") && !$0.contains("Alpha 1") }
        reader.press("u")
        try await reader.waitForScreen(showing: "Undid: delete 3 items")
    }

    @Test func `the next item after the last one is in the next feed, and back`() async throws {
        let reader = try await open()
        reader.press(.enter)
        let moves: [(key: Keystroke, place: String, item: String)] = [
            ("}", "Beta  0 unread of 3", "Beta 1"), ("}", "Gamma  3 unread of 3", "Gamma 1"), ("J", "Gamma", "Gamma 2"),
            ("K", "Gamma", "Gamma 1"), ("{", "Beta", "Beta 1"), (.control("n"), "Gamma", "Gamma 1"),
            (.control("p"), "Alpha", "Alpha 1")
        ]
        try await reader.waitForScreen { $0.chosen.contains("Alpha 1") }
        for (key, place, item) in moves {
            reader.press(key)
            try await reader.waitForScreen { $0.line(0).hasPrefix(" lede  \(place)") && $0.chosen.contains(item) }
        }
        reader.type("'3\r")
        try await reader.waitForScreen { $0.chosen.contains("Alpha 3") }
        reader.press("k", "N", "g", "N", "g", .control("k"))
        try await reader.waitForScreen { $0.chosen.contains("● Alpha 3") && $0.contains(" row 3 of 3") }
    }

    @Test func `keys move between articles of all feeds, and from a list to an item's feed`() async throws {
        let reader = try await open()
        reader.press(.enter, .enter)
        let moves: [(key: Keystroke, text: String)] = [
            ("J", "Alpha 2"), ("K", "Alpha 1"), (.control("n"), "Gamma 1"), ("{", "Beta 1"), (.control("p"), "Alpha 3"),
            ("}", "Beta 1"), ("}", "Gamma 2")
        ]
        try await reader.waitForScreen(showing: "Text of Alpha 1.")
        for (key, text) in moves {
            reader.press(key)
            try await reader.waitForScreen(showing: "Text of \(text).")
        }
        reader.press(.control("k"))
        try await reader.waitForScreen(showing: "Text of Gamma 3.")
        reader.press("a")
        try await reader.waitForScreen {
            $0.line(0).hasPrefix(" lede  Gamma  0 unread") && $0.chosen.contains("Gamma 3")
        }
        reader.press("q", "g", .enter)
        try await reader.waitForScreen { $0.line(0).hasPrefix(" lede  All") }
        reader.type("'beta 2\r")
        reader.press("a")
        try await reader.waitForScreen { $0.line(0).hasPrefix(" lede  Beta") && $0.chosen.contains("Beta 2") }
        reader.press("q")
        try await reader.waitForScreen { $0.chosen.contains("Beta") && $0.contains("Unread") }
    }

    @Test func `keys move through the panes in both directions`() async throws {
        let reader = try await open(size: (160, 24))
        reader.press(.enter, .enter)
        try await reader.waitForScreen(showing: "Text of Alpha 1.")
        let panes: [(key: Keystroke, foot: String)] = [
            (.backTab, " row 1 of 3  "), (.backTab, " row 5 of 7 · 5 unread "), (.backTab, " row 1 of 3 · 100% "),
            (.tab, " row 5 of 7 · 5 unread "),
            (.tab, " row 1 of 3  ")
        ]
        for (key, foot) in panes {
            reader.press(key)
            try await reader.waitForScreen { $0.foot.hasPrefix(foot) }
        }
    }

    @Test func `settings keep the next unread item in its feed, and wrap at the ends`() async throws {
        let reader = try await open(config: "goto-next-feed no\nwrap-scroll yes\n")
        reader.press("k", "k", "k", "k", "k")
        try await reader.waitForScreen { $0.chosen.contains("Gamma") }
        reader.press("j")
        try await reader.waitForScreen { $0.chosen.contains("All") }
        reader.type("'alpha\r")
        reader.press(.enter)
        try await reader.waitForScreen { $0.chosen.contains("Alpha 1") }
        reader.press("k")
        try await reader.waitForScreen(showing: " row 3 of 3 ")
        reader.press("j")
        try await reader.waitForScreen(showing: " row 1 of 3 ")
        reader.press("N", "N", "N", "n")
        try await reader.waitForScreen { $0.line(0).contains("Alpha") && $0.contains("No unread items") }
    }

    @Test func `settings mark read under the cursor, and keep rows visible around it`() async throws {
        let reader = try await open(config: "mark-as-read-on-hover yes\nscrolloff 3\n", size: (80, 12), stories: 30)
        reader.press(.enter)
        try await reader.waitForScreen { $0.chosen.contains("Alpha 1 ") && $0.line(0).contains("29 unread") }
        // Three of ten rows stay visible below the cursor.
        reader.type("7j")
        try await reader.waitForScreen {
            $0.chosen.contains("  Alpha 8 ") && $0.cursor.row == 7 && $0.line(1).contains(" Alpha 2 ")
        }
        let moves: [(keys: String, title: String)] = [
            ("G", "Alpha 30 "), ("k", "Alpha 29 "), ("12G", "Alpha 12 "), ("n", "Alpha 13 "), ("p", "Alpha 11 "),
            ("'pha 20\r", "Alpha 20 "), (":15\r", "Alpha 15 ")
        ]
        for (count, (keys, title)) in zip(3..., moves) {
            reader.type(keys)
            try await reader.waitForScreen {
                $0.chosen.contains("  \(title)") && $0.line(0).contains("\(30 - count) unread")
            }
        }
        // An undone mark stays undone, even with the cursor on the item.
        reader.press("u")
        try await reader.waitForScreen {
            $0.contains("Undid: mark 9 items read by opening them") && $0.chosen.contains("● Alpha 15")
        }
    }

    @Test func `a preview shows the article at the cursor, and marks nothing read`() async throws {
        let reader = try await open(config: "preview yes\n", size: (160, 24))
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Text of Alpha 1.") && $0.contains("● Alpha 1") }
        reader.press("j", "j")
        try await reader.waitForScreen { $0.contains("Text of Alpha 3.") && $0.contains("● Alpha 3") }
        // It still does after there was no room for it.
        reader.press("z")
        try await reader.waitForScreen { !$0.contains("Text of") }
        reader.press("k")
        try await reader.waitForScreen { $0.chosen.contains("Alpha 2") }
        reader.press("z")
        try await reader.waitForScreen { $0.contains("Text of Alpha 2.") && $0.contains("● Alpha 2") }
        reader.press("}")
        try await reader.waitForScreen(showing: "Text of Beta 1.")
        reader.press("q")
        try await reader.waitForScreen { $0.foot.contains(" · 6 unread ") }
    }
}

@Suite(.drawing) struct `A number before a motion` {
    /// Feeds with forty stories each, below the four lists; the screen has ten rows.
    private func open() async throws -> DrawnReader {
        let feeds = (1...30).map { feed in
            SampleFeed(title: "Feed \(feed)", items: (1...40).map { .init(title: "Story \(feed)-\($0)") }).rss
        }
        let reader = try DrawnReader.launch(feeds: feeds, size: (80, 12))
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "1200 new in 30 feeds")
        return reader
    }

    @Test func `a count moves by rows or pages, or to a row, in the list of feeds`() async throws {
        let reader = try await open()
        reader.press("1", "0", "G", "5", "j", "3", "k", .enter)
        try await reader.waitForScreen(showing: "● Story 8-1 ")
        reader.press("q", "g", "2", .pageDown, .enter)
        try await reader.waitForScreen(showing: "● Story 15-1 ")
        reader.press("q", "1", "0", "g", .enter)
        try await reader.waitForScreen(showing: "● Story 6-1 ")
    }

    @Test func `a count moves by rows or pages, or to a row, in a list of items`() async throws {
        let reader = try await open()
        reader.press(.enter)
        for (keys, row) in [("5j", 6), ("3k", 3), ("10G", 10), ("12k", 1), ("38g", 38), ("5k", 33), ("99j", 40)] {
            reader.type(keys)
            try await reader.waitForScreen(showing: " row \(row) of 40")
        }
        reader.press("g", "2", .pageDown)
        try await reader.waitForScreen(showing: " row 19 of 40")
        reader.press("2", .pageUp)
        try await reader.waitForScreen(showing: " row 1 of 40")
        reader.press(" ")
        try await reader.waitForScreen(showing: " row 10 of 40")
    }

    @Test func `a count shows while it is typed, and Escape clears only that`() async throws {
        let reader = try await open()
        reader.press(.enter, "1", "2")
        try await reader.waitForScreen { $0.line(11).hasPrefix(" 12 ") }
        reader.press(.escape)
        try await reader.waitForScreen { $0.line(11).hasPrefix(" row 1 of 40 ") && $0.contains("● Story 1-1 ") }
        reader.press("j")
        try await reader.waitForScreen { $0.line(11).hasPrefix(" row 2 of 40 ") }
        reader.press("q", "7")
        try await reader.waitForScreen { $0.line(11).hasPrefix(" 7 ") }
        reader.press(.escape)
        try await reader.waitForScreen { $0.line(11).contains(" · 1200 unread ") }
    }

    @Test func `a number on the command line goes to a row, with or without “goto”`() async throws {
        let reader = try await open()
        reader.press(.enter)
        reader.type(":12\r")
        try await reader.waitForScreen(showing: " row 12 of 40")
        reader.type(":got\t 33\r")
        try await reader.waitForScreen(showing: " row 33 of 40")
        reader.type(":goto 0\r")
        try await reader.waitForScreen { $0.contains("goto needs a row number") && $0.contains("Story 1-33 ") }
        reader.type(":goto anywhere\r")
        try await reader.waitForScreen { $0.contains("No title contains “anywhere”") && $0.contains("Story 1-33 ") }
        reader.type(":goto story 1-20\r")
        try await reader.waitForScreen(showing: " row 20 of 40")
    }

    @Test func `a number in an article opens a link, unless a motion follows`() async throws {
        let body = (1...60).map { "<p>Paragraph \($0).</p>" }.joined()
        let reader = try DrawnReader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Long", body: body)]).rss], size: (80, 12))
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● Long")
        reader.press(.enter)
        let beginning = try await reader.waitForScreen(showing: "Paragraph 1.")
        let row = try #require(beginning.row(of: "Paragraph 1."))
        reader.press("5")
        try await reader.waitForScreen { $0.contains("No link 5 here") && $0.row(of: "Paragraph 1.") == row }
        reader.press("j")
        try await reader.waitForScreen { !$0.contains("No link") && $0.row(of: "Paragraph 1.") == row - 1 }
    }
}
