import TestSupport
import Testing

@Suite(.drawing) struct `The list of failures` {
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

    private func open(_ paths: [String], size: (columns: Int, rows: Int) = (80, 24)) async throws -> DrawnReader {
        try home.write(urls: paths.map { server.url($0) })
        let reader = try DrawnReader.launch(size: size, home: home)
        try await reader.waitForScreen(showing: "Unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "\(paths.count) failed (E)")
        reader.press("E")
        try await reader.waitForScreen { $0.line(0).contains("failures") && chosen(in: $0).contains(paths[0]) }
        return reader
    }

    /// The row at the cursor.
    private func chosen(in screen: Screen) -> String { screen.line(screen.cursor.row) }

    @Test func `the cursor of the failures moves from feed to feed, and Enter goes to the feed`() async throws {
        let reader = try await open(["/one", "/two", "/three"])
        reader.press("j")
        try await reader.waitForScreen { chosen(in: $0).contains("/two") && $0.contains("row 2 of 3") }
        reader.press(.down)
        try await reader.waitForScreen { chosen(in: $0).contains("/three") }
        reader.press("k", .up)
        try await reader.waitForScreen { chosen(in: $0).contains("/one") && $0.contains("row 1 of 3") }
        reader.press("2", "j", .enter)
        try await reader.waitForScreen { $0.contains("Unread") && chosen(in: $0).contains("/three") }
    }

    @Test func `the list of failures leaves out mistyped commands`() async throws {
        let reader = try await open(["/one"])
        reader.press("q")
        try await reader.waitForScreen(showing: "Unread")
        reader.type(":nonsense\r")
        try await reader.waitForScreen(showing: "nonsense")
        reader.press("E")
        try await reader.waitForScreen { $0.line(0).contains("failures") && !$0.contains("nonsense") }
    }

    @Test func `the list of failures advises to run the command of a feed that prints no feed`() async throws {
        try home.write(urls: ["exec:echo nothing"])
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "Unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "1 failed (E)")
        reader.press("E")
        try await reader.waitForScreen { $0.contains("run it in a shell") && !$0.contains("site's owner") }
    }

    @Test func `the cursor of the failures stays if a wheel has nothing to scroll`() async throws {
        let reader = try await open(["/one", "/two", "/three"])
        reader.press("j")
        try await reader.waitForScreen { chosen(in: $0).contains("/two") }
        reader.type("\u{1B}[<65;10;5M")
        reader.type("?")
        try await reader.waitForScreen { $0.line(0).contains("help") }
        reader.press("q")
        try await reader.waitForScreen { chosen(in: $0).contains("/two") }
    }

    @Test func `keys scroll by lines through a failure that is taller than the screen`() async throws {
        let reader = try await open(["/one", "/two"])
        reader.resize(columns: 80, rows: 3)
        try await reader.waitForScreen { $0.lines.count == 3 && $0.contains("row 1 of 2") }
        reader.type(String(repeating: "j", count: 20))
        try await reader.waitForScreen(showing: "row 2 of 2")
        reader.press("g")
        try await reader.waitForScreen(showing: "row 1 of 2")
    }

    @Test func `the keys in a failure's advice work on the feed at the cursor, and can be undone`() async throws {
        let reader = try await open(["/one", "/mended", "/three"])
        reader.press("j", "m")
        try await reader.waitForScreen { $0.contains("/mended:") && $0.contains("Change URL") }
        reader.press("@")
        try await reader.waitForScreen(showing: "Feed URL: \(server.url("/mended"))")
        reader.press(.escape)
        try await reader.waitForScreen(showing: "row 2 of 3")
        reader.press("P")
        try await reader.waitForScreen { $0.contains("Paused") && $0.contains("This feed is paused.") }
        reader.press("u")
        try await reader.waitForScreen { $0.contains("Undid: ") && !$0.contains("This feed is paused.") }
        reader.press("D")
        try await reader.waitForScreen {
            $0.contains("Removed ") && $0.contains("/mended (u") && chosen(in: $0).contains("/three")
        }
        reader.press("u")
        try await reader.waitForScreen { $0.contains("Undid: remove") && chosen(in: $0).contains("/mended") }
        mendings.add("the address is there again")
        reader.press("r")
        try await reader.waitForScreen {
            chosen(in: $0).contains("News") && $0.contains("This feed works again.")
        }
        reader.press("q", "E")
        try await reader.waitForScreen {
            $0.line(0).contains("failures") && $0.contains("row 1 of 2") && !$0.contains("News")
        }
        #expect(server.requests.map(\.path).sorted() == ["/mended", "/mended", "/one", "/three"])
    }

    @Test(arguments: [(80, 24), (40, 12), (200, 50)])
    func `all text about the feed at the cursor is visible, and the list goes back to the first`(
        columns: Int, rows: Int
    ) async throws {
        let paths = (1...9).map { "/number\($0)" }
        let reader = try await open(paths, size: (columns, rows))
        for path in paths.dropFirst() {
            reader.press("j")
            let screen = try await reader.waitForScreen { chosen(in: $0).contains(path) }
            let (bar, rule) = (
                screen.cell(screen.cursor.row, columns / 2), screen.cell(screen.cursor.row + 1, columns / 2)
            )
            #expect(bar.reverse != rule.reverse || bar.background != rule.background)
            let said = screen.lines[screen.cursor.row...].joined(separator: " ")
            #expect(said.contains("not found") && said.contains("feed."))
        }
        reader.press("g")
        try await reader.waitForScreen { chosen(in: $0).contains("/number1") }
    }

    @Test func `o opens a failing feed's site even if unknown, and messages don't point to this screen`() async throws {
        let browser = try home.writeProgram("browser", "echo \"$1\" > \(home.path)/opened")
        try home.write(config: "browser \(browser)\n")
        let reader = try await open(["/one"])
        try await reader.waitForScreen(showing: "Press o to look for it on its site")
        reader.press("o")
        try await reader.waitForScreen(showing: "Opened \(server.url("/"))")
        reader.press("r")
        try await reader.waitForScreen { $0.contains("1 failed") && !$0.contains("1 failed (") }
    }

    @Test func `a press chooses a failure, and a second press goes to its feed`() async throws {
        let reader = try await open(["/one", "/two", "/three"])
        let row = try #require(reader.screen.row(of: "/three"))
        reader.point("0", row: row + 1, column: 9)
        try await reader.waitForScreen { chosen(in: $0).contains("/three") && $0.contains("row 3 of 3") }
        reader.point("0", row: row + 1, column: 9)
        try await reader.waitForScreen { $0.contains("Unread") && chosen(in: $0).contains("/three") }
    }

    @Test func `searching the failures chooses the feed with the match`() async throws {
        let reader = try await open(["/one", "/two", "/three"])
        reader.type("/three\r")
        try await reader.waitForScreen { chosen(in: $0).contains("/three") }
        reader.press("D")
        try await reader.waitForScreen(showing: "Removed \(server.name("/three"))")
    }
}
