import Foundation
import TestSupport
import Testing

@Suite struct `A frame` {
    private let news = SampleFeed(
        title: "News", items: (1...100).map { .init(title: "Story \($0)", body: "<p>Words.</p>") })

    @Test func `moving the cursor sends less than 300 bytes`() throws {
        let reader = try Reader.launch(feeds: [news.rss], size: (120, 40))
        try reader.openFeed(fetching: "100 new", showing: "Story 1")
        let sizes = try (2...10).map { row in
            let before = reader.output.count
            try reader.press("j")
            try reader.waitForScreen(showing: " row \(row) of 100")
            return reader.output.count - before
        }
        // New counts may still arrive in the list of feeds.
        #expect(sizes.sorted()[sizes.count / 2] < 300, "\(sizes)")
    }

    @Test(arguments: [120, 160]) func `a moved cursor looks the same as after painting everything`(
        columns: Int
    ) throws {
        let home = try Home()
        let reader = try openList(columns: columns, home: home)
        let walks: [([Keystroke], String)] = [
            (["j", "j", "k", "j"], " row 3 of 100"), (["v", "j", "j", "j"], "4 selected"),
            (["v", "k"], " row 5 of 100"),
            ([.pageDown, "k", "5", "j", "k"], " row 25 of 100"), ([.tab, "k", "j", .tab, "k"], " row 24 of 100")
        ]
        for (keys, position) in walks {
            for key in keys { try reader.press(key) }
            try reader.waitForScreen(showing: position)
            try expectWholePaintingLooksTheSame(reader)
        }
    }

    // The scroll bar is in the column of the last pane's rows, or on a pane's border.
    @Test(arguments: [60, 120, 160]) func `a list that scrolled looks the same as after painting everything`(
        columns: Int
    ) throws {
        let home = try Home()
        try home.write(config: "highlight-article \"title =~ \\\"[358]\\\"\" black yellow\n")
        let reader = try openList(columns: columns, home: home)
        for (key, rows) in [("j", Array(2...40)), ("k", (3...39).reversed())] {
            for row in rows {
                try reader.press(Keystroke(stringLiteral: key))
                try reader.waitForScreen(showing: " row \(row) of 100")
            }
            try reader.waitForScreen(Self.isHighlighted)
            try expectWholePaintingLooksTheSame(reader)
        }
        for wheel in ["65", "65", "65", "65", "64", "64"] {
            try waitForFrame(of: reader) { try reader.point(wheel, row: 5, column: columns - 20) }
            try expectWholePaintingLooksTheSame(reader)
        }
        for key: Keystroke in [.control("d"), .pageDown, .control("u"), "j", .end, "k", .pageUp] {
            try waitForFrame(of: reader) { try reader.press(key) }
            try expectWholePaintingLooksTheSame(reader)
        }
    }

    /// Opens a list of 100 items in which nothing changes by itself: neither counts nor, however long it takes, an age.
    private func openList(columns: Int, home: Home) throws -> Reader {
        let date = Date(timeIntervalSinceNow: -3.5 * 86_400)
        let old = SampleFeed(title: "News", items: (1...100).map { .init(title: "Story \($0)", date: date) })
        let server = try LoopbackServer { _ in Answer(200, body: old.rss) }
        try home.write(urls: [server.url("/news")])
        #expect(try Lede.run("refresh", home: home).status == 0)
        let reader = try Reader.launch(size: (columns, 20), home: home)
        // The weeks appear once they are counted, if there is room.
        try reader.waitForScreen {
            $0.contains("100 unread") && $0.contains("▇") == (columns < 160)
        }
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("● Story 1 ") && $0.contains(" row 1 of 100") }
        return reader
    }

    /// Does something that scrolls, and waits until the screen shows it.
    private func waitForFrame(of reader: Reader, after act: () throws -> Void) throws {
        let before = reader.screen.cells
        try act()
        try reader.waitForScreen { $0.cells != before && Self.isHighlighted($0) }
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
    private func expectWholePaintingLooksTheSame(_ reader: Reader) throws {
        let before = try reader.paintAgain()
        try reader.waitForScreen { $0.cells == before.cells && $0.cursor == before.cursor }
    }

    @Test func `a key that changes nothing sends nothing, even with a visible cursor`() throws {
        let reader = try Reader.launch(feeds: [news.rss])
        try reader.waitForScreen(showing: "0 unread")
        try reader.type(":set")
        try reader.waitForScreen(showing: ":set")
        try reader.press(.home)
        let column = try reader.waitForScreen { $0.cursor.column == 2 || $0.cursor.column == 1 }.cursor.column
        let before = reader.output.count
        for _ in 1...5 { try reader.press(.left) }
        try reader.type("x")
        try reader.waitForScreen { $0.contains(":xset") && $0.cursor.column == column + 1 }
        #expect(reader.output.count - before < 20, "\(reader.output[before...])")
    }

    // Braille displays and screen readers follow it, and some terminals can't hide it.
    @Test func `the hidden cursor is on the chosen row`() throws {
        let reader = try Reader.launch(feeds: [news.rss])
        try reader.openFeed(fetching: "100 new", showing: "Story 1")
        try reader.press("j", "j")
        let screen = try reader.waitForScreen(showing: " row 3 of 100")
        #expect(screen.line(screen.cursor.row).hasPrefix(" ● Story 3 "))
        #expect(screen.cursor.column == 0 && !screen.cursorVisible)
    }

    @Test func `the hidden cursor is on the first row of an article, or on the match`()
        throws
    {
        let body = (1...30).map { "<p>Paragraph \($0).</p>" }.joined()
        let reader = try Reader.launch(feeds: [
            SampleFeed(title: "News", items: [.init(title: "Story", body: body)]).rss
        ])
        try reader.openFeed(fetching: "1 new", showing: "Story")
        try reader.press(.enter)
        var screen = try reader.waitForScreen(showing: "Paragraph 1.")
        #expect(screen.line(screen.cursor.row).hasPrefix(" Story") && !screen.cursorVisible)
        try reader.press(" ")
        screen = try reader.waitForScreen { $0.contains("Paragraph 12.") && !$0.contains("Paragraph 1.") }
        #expect(screen.cursor.row == 2)
        try reader.press("/")
        try reader.type("graph 14\r")
        screen = try reader.waitForScreen(showing: "match 1 of 1")
        #expect(screen.line(screen.cursor.row).hasPrefix(" Paragraph 14.") && !screen.cursorVisible)
        try reader.press("?")
        screen = try reader.waitForScreen { $0.line(0).contains("help") && $0.line(2) != "" }
        #expect(screen.cursor == Screen.Position(row: 2, column: 1))
    }

    @Test func `Ctrl-L sends the whole screen again, whatever was written on it`() throws {
        let reader = try Reader.launch(feeds: [news.rss])
        try reader.waitForScreen(showing: "0 unread")
        let before = reader.output.count
        try reader.press(.control("l"))
        try reader.waitForScreen { _ in reader.output.count > before + 50 }
    }
}
