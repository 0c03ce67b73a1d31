import TestSupport
import Testing

@Suite struct `The list of failures` {
    private let home: Home
    private let server: LoopbackServer
    private let mendings = Record<String>()

    init() throws {
        home = try Home()
        server = try LoopbackServer { [mendings] request in
            switch request.path {
            case "/mended" where !mendings.entries.isEmpty: Answer(200, body: SampleFeed(title: "News").rss)
            default: Answer(404)
            }
        }
    }

    private func open(_ paths: [String], size: (columns: Int, rows: Int) = (80, 24)) throws -> Reader {
        try home.write(urls: paths.map { server.url($0) })
        let reader = try Reader.launch(size: size, home: home)
        try reader.waitForScreen(showing: "Unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "\(paths.count) failed (E)")
        try reader.press("E")
        try reader.waitForScreen { $0.line(0).contains("failures") && chosen(in: $0).contains(paths[0]) }
        return reader
    }

    /// The row at the cursor.
    private func chosen(in screen: Screen) -> String { screen.line(screen.cursor.row) }

    @Test func `the cursor of the failures moves from feed to feed, and Enter goes to the feed`() throws {
        let reader = try open(["/one", "/two", "/three"])
        try reader.press("j")
        try reader.waitForScreen { chosen(in: $0).contains("/two") && $0.contains("row 2 of 3") }
        try reader.press(.down)
        try reader.waitForScreen { chosen(in: $0).contains("/three") }
        try reader.press("k", .up)
        try reader.waitForScreen { chosen(in: $0).contains("/one") && $0.contains("row 1 of 3") }
        try reader.press("2", "j", .enter)
        try reader.waitForScreen { $0.contains("Unread") && chosen(in: $0).contains("/three") }
    }

    @Test func `the list of failures leaves out mistyped commands`() throws {
        let reader = try open(["/one"])
        try reader.press("q")
        try reader.waitForScreen(showing: "Unread")
        try reader.type(":nonsense\r")
        try reader.waitForScreen(showing: "nonsense")
        try reader.press("E")
        try reader.waitForScreen { $0.line(0).contains("failures") && !$0.contains("nonsense") }
    }

    @Test func `the list of failures advises to run the command of a feed that prints no feed`() throws {
        try home.write(urls: ["exec:echo nothing"])
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "Unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "1 failed (E)")
        try reader.press("E")
        try reader.waitForScreen { $0.contains("run it in a shell") && !$0.contains("site's owner") }
    }

    @Test func `the cursor of the failures stays if a wheel has nothing to scroll`() throws {
        let reader = try open(["/one", "/two", "/three"])
        try reader.press("j")
        try reader.waitForScreen { chosen(in: $0).contains("/two") }
        try reader.type("\u{1B}[<65;10;5M")
        try reader.type("?")
        try reader.waitForScreen { $0.line(0).contains("help") }
        try reader.press("q")
        try reader.waitForScreen { chosen(in: $0).contains("/two") }
    }

    @Test func `keys scroll by lines through a failure that is taller than the screen`() throws {
        let reader = try open(["/one", "/two"])
        reader.resize(columns: 80, rows: 3)
        try reader.waitForScreen { $0.lines.count == 3 && $0.contains("row 1 of 2") }
        try reader.type(String(repeating: "j", count: 20))
        try reader.waitForScreen(showing: "row 2 of 2")
        try reader.press("g")
        try reader.waitForScreen(showing: "row 1 of 2")
    }

    @Test func `the keys in a failure's advice work on the feed at the cursor, and can be undone`() throws {
        let reader = try open(["/one", "/mended", "/three"])
        try reader.press("j", "m")
        try reader.waitForScreen { $0.contains("/mended:") && $0.contains("Change URL") }
        try reader.press("@")
        try reader.waitForScreen(showing: "Feed URL: \(server.url("/mended"))")
        try reader.press(.escape)
        try reader.waitForScreen(showing: "row 2 of 3")
        try reader.press("P")
        try reader.waitForScreen { $0.contains("Paused") && $0.contains("This feed is paused.") }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid: ") && !$0.contains("This feed is paused.") }
        try reader.press("D")
        try reader.waitForScreen {
            $0.contains("Removed ") && $0.contains("/mended (u") && chosen(in: $0).contains("/three")
        }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid: remove") && chosen(in: $0).contains("/mended") }
        mendings.add("the address is there again")
        try reader.press("r")
        try reader.waitForScreen {
            chosen(in: $0).contains("News") && $0.contains("This feed works again.")
        }
        try reader.press("q", "E")
        try reader.waitForScreen {
            $0.line(0).contains("failures") && $0.contains("row 1 of 2") && !$0.contains("News")
        }
        #expect(server.requests.map(\.path).sorted() == ["/mended", "/mended", "/one", "/three"])
    }

    @Test(arguments: [(80, 24), (40, 12), (200, 50)])
    func `all text about the feed at the cursor is visible, and the list goes back to the first`(
        columns: Int, rows: Int
    ) throws {
        let paths = (1...9).map { "/number\($0)" }
        let reader = try open(paths, size: (columns, rows))
        for path in paths.dropFirst() {
            try reader.press("j")
            let screen = try reader.waitForScreen { chosen(in: $0).contains(path) }
            let (bar, rule) = (
                screen.cell(screen.cursor.row, columns / 2), screen.cell(screen.cursor.row + 1, columns / 2)
            )
            #expect(bar.reverse != rule.reverse || bar.background != rule.background)
            let said = screen.lines[screen.cursor.row...].joined(separator: " ")
            #expect(said.contains("not found") && said.contains("feed."))
        }
        try reader.press("g")
        try reader.waitForScreen { chosen(in: $0).contains("/number1") }
    }

    @Test func `o opens a failing feed's site even if unknown, and messages don't point to this screen`() throws {
        let browser = try home.writeProgram("browser", "echo \"$1\" > \(home.path)/opened")
        try home.write(config: "browser \(browser)\n")
        let reader = try open(["/one"])
        try reader.waitForScreen(showing: "Press o to look for it on its site")
        try reader.press("o")
        try reader.waitForScreen(showing: "Opened \(server.url("/"))")
        try reader.press("r")
        try reader.waitForScreen { $0.contains("1 failed") && !$0.contains("1 failed (") }
    }

    @Test func `a press chooses a failure, and a second press goes to its feed`() throws {
        let reader = try open(["/one", "/two", "/three"])
        let row = try #require(reader.screen.row(of: "/three"))
        try reader.point("0", row: row + 1, column: 9)
        try reader.waitForScreen { chosen(in: $0).contains("/three") && $0.contains("row 3 of 3") }
        try reader.point("0", row: row + 1, column: 9)
        try reader.waitForScreen { $0.contains("Unread") && chosen(in: $0).contains("/three") }
    }

    @Test func `searching the failures chooses the feed with the match`() throws {
        let reader = try open(["/one", "/two", "/three"])
        try reader.type("/three\r")
        try reader.waitForScreen { chosen(in: $0).contains("/three") }
        try reader.press("D")
        try reader.waitForScreen(showing: "Removed \(server.name("/three"))")
    }
}
