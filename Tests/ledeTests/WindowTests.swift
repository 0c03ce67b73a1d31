import TestSupport
import Testing

@Suite(.blocking) struct `The window` {
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

    @Test func `the window may claim an impossible size`() throws {
        let reader = try openStory(size: (80, 24))
        reader.claimSize(columns: Int(UInt16.max), rows: Int(UInt16.max))
        try reader.press("?")
        reader.resize(columns: 80, rows: 24)
        try reader.waitForScreen(showing: "Keys in a list of items")
        try reader.press("q", "q")
        #expect(try reader.quit() == .status(0))
    }

}
