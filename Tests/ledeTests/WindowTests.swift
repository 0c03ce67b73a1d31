import TestSupport
import Testing

@Suite struct `The window` {
    private let news = SampleFeed(
        title: "News",
        items: (1...40).map { number in
            .init(title: "Story \(number)", body: String(repeating: "<p>Words of story \(number).</p>", count: 60))
        }
    ).rss

    private func openStory(size: (columns: Int, rows: Int)) throws -> Reader {
        let reader = try Reader.launch(feeds: [news], size: size)
        try reader.openFeed(fetching: "40 new", showing: "Story 1")
        return reader
    }

    @Test func `the window may change its size at any time, and the screen fits it again`() throws {
        let reader = try openStory(size: (80, 24))
        reader.resize(columns: 40, rows: 12)
        try reader.waitForScreen {
            $0.lines.count == 12 && $0.contains("Story 10") && $0.line(11).contains("row 1 of 40")
        }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Words of story 1.")
        reader.resize(columns: 200, rows: 50)
        try reader.waitForScreen {
            $0.lines.count == 50 && $0.line(49).contains("back") && $0.contains("Words of story")
        }
    }

    @Test func `the window may be very large, with all panes and every row in place`() throws {
        let reader = try openStory(size: (500, 200))
        try reader.press(.enter)
        try reader.waitForScreen {
            $0.contains("● Story 40") && $0.contains("Words of story 1.") && $0.line(199).contains("? keys")
        }
        try reader.press("Q")
        #expect(try reader.waitForExit() == .status(0))
    }

    @Test func `the window may claim an impossible size`() throws {
        let reader = try openStory(size: (80, 24))
        reader.claimSize(columns: Int(UInt16.max), rows: Int(UInt16.max))
        try reader.press("?")
        reader.resize(columns: 80, rows: 24)
        try reader.waitForScreen(showing: "Keys in a list of items")
        try reader.press("q", "q")
        #expect(try reader.quit() == .status(0))
    }

    @Test(arguments: [(20, 5), (10, 3), (4, 2), (2, 2), (1, 1)])
    func `the reader works in a tiny window`(columns: Int, rows: Int) throws {
        let reader = try openStory(size: (80, 24))
        for keys: [Keystroke] in [
            ["j"], [.enter], [" "], ["?"], ["q"], ["q"], ["q"], ["E"], ["q"], ["a"], ["x", .control("g")]
        ] {
            reader.resize(columns: columns, rows: rows)
            for key in keys { try reader.press(key) }
        }
        reader.resize(columns: 80, rows: 24)
        try reader.waitForScreen { $0.lines.count == 24 && $0.contains("39 unread") }
        #expect(try reader.quit() == .status(0))
    }
}
