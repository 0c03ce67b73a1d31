import TestSupport
import Testing

@Suite struct `A wide screen` {
    private func reader(_ columns: Int) throws -> Reader {
        let server = try LoopbackServer { request in
            Answer(
                200,
                body: SampleFeed(
                    title: "Feed \(request.path)", items: [.init(title: "Story of \(request.path)")]
                ).rss)
        }
        let home = try Home()
        try home.write(urls: ["/one", "/two"].map(server.url))
        #expect(try Lede.run("refresh", home: home).status == 0)
        return try Reader.launch(size: (columns, 30), home: home)
    }

    @Test func `has feeds, items and article side by side, and keys go from one to the other`() throws {
        let reader = try reader(160)
        try reader.waitForScreen { $0.contains("Feed /one") && $0.contains("Story of /one") }
        try reader.press("j")
        try reader.waitForScreen { $0.contains("Feed /one") && $0.contains("● Story of /two") }
        try reader.press(.enter, .enter)
        try reader.waitForScreen { $0.contains("Feed /one") && $0.contains("  Story of /two") && $0.contains("100%") }
        try reader.press("z")
        try reader.waitForScreen { !$0.contains("Feed /one") && $0.contains("Story of /two") }
        try reader.press("z", "\t", "k")
        try reader.waitForScreen { $0.contains("● Story of /one") && $0.contains("Feed /two") }
    }

    @Test func `that becomes a narrow one shows where one is, and goes back to what it was`() throws {
        let reader = try reader(160)
        try reader.waitForScreen(showing: "● Story of /one")
        try reader.press(.enter)
        reader.resize(columns: 80, rows: 24)
        try reader.waitForScreen { $0.contains("● Story of /one") && !$0.contains("Unread") }
        reader.resize(columns: 120, rows: 40)
        try reader.waitForScreen { $0.contains("● Story of /one") && $0.contains("Unread") }
    }

    @Test func `goes where the mouse points, opens by a second press, and moves a border that is dragged`() throws {
        let reader = try reader(160)
        let screen = try reader.waitForScreen(showing: "● Story of /one")
        let row = try #require(screen.lines.firstIndex { $0.contains("Feed /two") })
        try reader.point("0", row: row, column: 6)
        try reader.waitForScreen(showing: "● Story of /two")
        let border = try #require(screen.lines[1].firstIndex(of: "│")).utf16Offset(in: screen.lines[1])
        try reader.point("0", row: 1, column: border)
        try reader.point("32", row: 3, column: border + 9)
        try reader.waitForScreen { $0.lines[1].dropFirst(border + 9).first == "│" }
        try reader.point("0", row: 3, column: border + 9, isRelease: true)
        for _ in 1...2 { try reader.point("0", row: 1, column: border + 20) }
        try reader.waitForScreen { $0.contains("  Story of /two") && $0.contains("100%") }
        try reader.point("2", row: 1, column: 4)
        try reader.waitForScreen { $0.contains("1/1") && !$0.contains("100%") }
    }
}

extension Reader {
    /// Sends what xterm does when the mouse is pressed, moved or released over a cell, the first being 0.
    fileprivate func point(_ code: String, row: Int, column: Int, isRelease: Bool = false) throws {
        try type("\u{1B}[<\(code);\(column + 1);\(row + 1)\(isRelease ? "m" : "M")")
    }
}
