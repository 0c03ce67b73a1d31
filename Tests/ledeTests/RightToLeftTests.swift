import TestSupport
import Testing

@Suite struct `Text from right to left` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(
                title: "\u{202B}אחת שתיים\u{202C}",
                body: "<p>שלוש \u{200F}ארבע, חמש.</p><p>Left to right.</p>"),
            .init(title: "One, two")
        ]
    ).rss

    private func columns(of text: String, on screen: Screen) throws -> Range<Int> {
        let row = try #require(screen.cells.first { $0.map(\.text).joined().contains(text) })
        let start = try #require(row.indices.first { row[$0...].map(\.text).joined().hasPrefix(text) })
        return start..<start + text.count
    }

    @Test(arguments: [(80, 24), (40, 12)])
    func `right-to-left text starts at the right of an article, while titles in lists keep their column`(
        columns: Int, rows: Int
    ) throws {
        let reader = try Reader.launch(feeds: [news], size: (columns, rows))
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● One, two")
        #expect(try self.columns(of: "אחת שתיים", on: reader.screen).lowerBound == 3)
        #expect(try self.columns(of: "One, two", on: reader.screen).lowerBound == 3)
        try reader.press(.enter)
        let article = try reader.waitForScreen(showing: "Left to right.")
        #expect(try self.columns(of: "Left to right.", on: article).lowerBound == 1)
        for text in ["אחת שתיים", "שלוש ארבע, חמש."] {
            #expect(try self.columns(of: text, on: article).upperBound == columns - 1)
        }
        let sent = String(decoding: reader.output, as: UTF8.self).unicodeScalars
        #expect(!sent.contains { $0.properties.isBidiControl })
    }
}
