import TestSupport
import Testing

@Suite struct `A number before a motion` {
    /// Feeds with forty stories each, below the four lists; the screen has ten rows.
    private func open() throws -> Reader {
        let feeds = (1...30).map { feed in
            SampleFeed(title: "Feed \(feed)", items: (1...40).map { .init(title: "Story \(feed)-\($0)") }).rss
        }
        let reader = try Reader.launch(feeds: feeds, size: (80, 12))
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "1200 new in 30 feeds")
        return reader
    }

    @Test func `a count moves by rows or pages, or to a row, in the list of feeds`() throws {
        let reader = try open()
        try reader.press("1", "0", "G", "5", "j", "3", "k", .enter)
        try reader.waitForScreen(showing: "● Story 8-1 ")
        try reader.press("q", "g", "2", .pageDown, .enter)
        try reader.waitForScreen(showing: "● Story 15-1 ")
        try reader.press("q", "1", "0", "g", .enter)
        try reader.waitForScreen(showing: "● Story 6-1 ")
    }

    @Test func `a count moves by rows or pages, or to a row, in a list of items`() throws {
        let reader = try open()
        try reader.press(.enter)
        for (keys, row) in [("5j", 6), ("3k", 3), ("10G", 10), ("12k", 1), ("38g", 38), ("5k", 33), ("99j", 40)] {
            try reader.type(keys)
            try reader.waitForScreen(showing: " row \(row) of 40")
        }
        try reader.press("g", "2", .pageDown)
        try reader.waitForScreen(showing: " row 19 of 40")
        try reader.press("2", .pageUp)
        try reader.waitForScreen(showing: " row 1 of 40")
        try reader.press(" ")
        try reader.waitForScreen(showing: " row 10 of 40")
    }

    @Test func `a count shows while it is typed, and Escape clears only that`() throws {
        let reader = try open()
        try reader.press(.enter, "1", "2")
        try reader.waitForScreen { $0.line(11).hasPrefix(" 12 ") }
        try reader.press(.escape)
        try reader.waitForScreen { $0.line(11).hasPrefix(" row 1 of 40 ") && $0.contains("● Story 1-1 ") }
        try reader.press("j")
        try reader.waitForScreen { $0.line(11).hasPrefix(" row 2 of 40 ") }
        try reader.press("q", "7")
        try reader.waitForScreen { $0.line(11).hasPrefix(" 7 ") }
        try reader.press(.escape)
        try reader.waitForScreen { $0.line(11).contains(" · 1200 unread ") }
    }

    @Test func `a number on the command line goes to a row, with or without “goto”`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.type(":12\r")
        try reader.waitForScreen(showing: " row 12 of 40")
        try reader.type(":got\t 33\r")
        try reader.waitForScreen(showing: " row 33 of 40")
        try reader.type(":goto 0\r")
        try reader.waitForScreen { $0.contains("goto needs a row number") && $0.contains("Story 1-33 ") }
        try reader.type(":goto anywhere\r")
        try reader.waitForScreen { $0.contains("No title contains “anywhere”") && $0.contains("Story 1-33 ") }
        try reader.type(":goto story 1-20\r")
        try reader.waitForScreen(showing: " row 20 of 40")
    }

    @Test func `a number in an article opens a link, unless a motion follows`() throws {
        let body = (1...60).map { "<p>Paragraph \($0).</p>" }.joined()
        let reader = try Reader.launch(
            feeds: [SampleFeed(title: "News", items: [.init(title: "Long", body: body)]).rss], size: (80, 12))
        try reader.openFeed(fetching: "1 new in 1 feed", showing: "● Long")
        try reader.press(.enter)
        let beginning = try reader.waitForScreen(showing: "Paragraph 1.")
        let row = try #require(beginning.row(of: "Paragraph 1."))
        try reader.press("5")
        try reader.waitForScreen { $0.contains("No link 5 here") && $0.row(of: "Paragraph 1.") == row }
        try reader.press("j")
        try reader.waitForScreen { !$0.contains("No link") && $0.row(of: "Paragraph 1.") == row - 1 }
    }
}
