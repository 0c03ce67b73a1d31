import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `A frame` {
    private let news = SampleFeed(
        title: "News", items: (1...100).map { .init(title: "Story \($0)", body: "<p>Words.</p>") })

    @Test func `moving the cursor sends less than 300 bytes`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss], size: (120, 40))
        try await reader.openFeed(fetching: "100 new", showing: "Story 1")
        var sizes: [Int] = []
        for row in 2...10 {
            let before = reader.output.count
            reader.press("j")
            try await reader.waitForScreen(showing: " row \(row) of 100")
            sizes.append(reader.output.count - before)
        }
        // New counts may still arrive in the list of feeds.
        #expect(sizes.sorted()[sizes.count / 2] < 300, "\(sizes)")
    }

    @Test(arguments: [120, 160]) func `a moved cursor looks the same as after painting everything`(
        columns: Int
    ) async throws {
        let home = try Home()
        let reader = try await openList(columns: columns, home: home)
        let walks: [([Keystroke], String)] = [
            (["j", "j", "k", "j"], " row 3 of 100"), (["v", "j", "j", "j"], "4 selected"),
            (["v", "k"], " row 5 of 100"),
            ([.pageDown, "k", "5", "j", "k"], " row 25 of 100"), ([.tab, "k", "j", .tab, "k"], " row 24 of 100")
        ]
        for (keys, position) in walks {
            for key in keys { reader.press(key) }
            try await reader.waitForScreen(showing: position)
            try await expectWholePaintingLooksTheSame(reader)
        }
    }

    // The scroll bar is in the column of the last pane's rows, or on a pane's border.
    @Test(arguments: [60, 120, 160]) func `a list that scrolled looks the same as after painting everything`(
        columns: Int
    ) async throws {
        let home = try Home()
        try home.write(config: "highlight-article \"title =~ \\\"[358]\\\"\" black yellow\n")
        let reader = try await openList(columns: columns, home: home)
        for (key, rows) in [("j", Array(2...40)), ("k", (3...39).reversed())] {
            for row in rows {
                reader.press(Keystroke(stringLiteral: key))
                try await reader.waitForScreen(showing: " row \(row) of 100")
            }
            try await reader.waitForScreen(Self.isHighlighted)
            try await expectWholePaintingLooksTheSame(reader)
        }
        for wheel in ["65", "65", "65", "65", "64", "64"] {
            try await waitForFrame(of: reader) { reader.point(wheel, row: 5, column: columns - 20) }
            try await expectWholePaintingLooksTheSame(reader)
        }
        for key: Keystroke in [.control("d"), .pageDown, .control("u"), "j", .end, "k", .pageUp] {
            try await waitForFrame(of: reader) { reader.press(key) }
            try await expectWholePaintingLooksTheSame(reader)
        }
    }

    /// Opens a list of 100 items in which nothing changes by itself: neither counts nor, however long it takes, an age.
    private func openList(columns: Int, home: Home) async throws -> DrawnReader {
        let date = Date(timeIntervalSinceNow: -3.5 * 86_400)
        let old = SampleFeed(title: "News", items: (1...100).map { .init(title: "Story \($0)", date: date) })
        let server = try LoopbackServer { _ in Answer(200, body: old.rss) }
        try home.write(urls: [server.url("/news")])
        try await home.fetch()
        let reader = try DrawnReader.launch(size: (columns, 20), home: home)
        // The weeks appear once they are counted, if there is room.
        try await reader.waitForScreen {
            $0.contains("100 unread") && $0.contains("▇") == (columns < 160)
        }
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("● Story 1 ") && $0.contains(" row 1 of 100") }
        return reader
    }

    /// Does something that scrolls, and waits until the screen shows it.
    private func waitForFrame(of reader: DrawnReader, after act: () throws -> Void) async throws {
        let before = reader.screen.cells
        try act()
        try await reader.waitForScreen { $0.cells != before && Self.isHighlighted($0) }
    }

    /// Whether the rows follow each other, and those to be highlighted are: lede looks for them after it has painted.
    private static func isHighlighted(_ screen: Screen) -> Bool {
        var last: Int?
        return screen.cells.allSatisfy { row in
            let text = row.map(\.text).joined()
            guard let match = text.firstMatch(of: /Story (\d+)/), let number = Int(match.1) else { return true }
            let isNext = last.map { number == $0 + 1 } ?? true
            last = number
            let cell = row[text.distance(from: text.startIndex, to: match.range.lowerBound)]
            let isMeant = match.1.contains { "358".contains($0) }
            return isNext && (cell.reverse || (cell.background != .standard) == isMeant)
        }
    }

    /// Checks that painting everything changes nothing.
    private func expectWholePaintingLooksTheSame(_ reader: DrawnReader) async throws {
        let (before, clear) = (reader.output.count, Array("\u{1B}[H\u{1B}[2J".utf8))
        reader.press(.control("l"))
        // What the screen showed last before it was cleared.
        let end = try #require(reader.output[before...].firstRange(of: clear)).lowerBound
        let moved = Emulator(columns: reader.screen.cells[0].count, rows: reader.screen.lines.count)
        moved.feed(Array(reader.output[..<end]))
        try await reader.waitForScreen { $0.cells == moved.screen.cells && $0.cursor == moved.cursor }
    }

    @Test func `a key that changes nothing sends nothing, even with a visible cursor`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss])
        try await reader.waitForScreen(showing: "0 unread")
        reader.type(":set")
        try await reader.waitForScreen(showing: ":set")
        reader.press(.home)
        let column = try await reader.waitForScreen { $0.cursor.column == 2 || $0.cursor.column == 1 }.cursor.column
        let before = reader.output.count
        for _ in 1...5 { reader.press(.left) }
        reader.type("x")
        try await reader.waitForScreen { $0.contains(":xset") && $0.cursor.column == column + 1 }
        #expect(reader.output.count - before < 20, "\(reader.output[before...])")
    }

    // Braille displays and screen readers follow it, and some terminals can't hide it.
    @Test func `the hidden cursor is on the chosen row`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss])
        try await reader.openFeed(fetching: "100 new", showing: "Story 1")
        reader.press("j", "j")
        let screen = try await reader.waitForScreen(showing: " row 3 of 100")
        #expect(screen.line(screen.cursor.row).hasPrefix(" ● Story 3 "))
        #expect(screen.cursor.column == 0 && !screen.cursorVisible)
    }

    @Test func `the hidden cursor is on the first row of an article, or on the match`()
        async throws
    {
        let body = (1...30).map { "<p>Paragraph \($0).</p>" }.joined()
        let reader = try DrawnReader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try await reader.openFeed(fetching: "1 new", showing: "Story")
        reader.press(.enter)
        var screen = try await reader.waitForScreen(showing: "Paragraph 1.")
        #expect(screen.line(screen.cursor.row).hasPrefix(" Story") && !screen.cursorVisible)
        reader.press(" ")
        screen = try await reader.waitForScreen { $0.contains("Paragraph 12.") && !$0.contains("Paragraph 1.") }
        #expect(screen.cursor.row == 2)
        reader.press("/")
        reader.type("graph 14\r")
        screen = try await reader.waitForScreen(showing: "match 1 of 1")
        #expect(screen.line(screen.cursor.row).hasPrefix(" Paragraph 14.") && !screen.cursorVisible)
        reader.press("?")
        screen = try await reader.waitForScreen { $0.line(0).contains("help") && $0.line(2) != "" }
        #expect(screen.cursor == Screen.Position(row: 2, column: 1))
    }

    @Test func `Ctrl-L sends the whole screen again, whatever was written on it`() async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss])
        try await reader.waitForScreen(showing: "0 unread")
        let before = reader.output.count
        reader.press(.control("l"))
        try await reader.waitForScreen { _ in reader.output.count > before + 50 }
    }
}
