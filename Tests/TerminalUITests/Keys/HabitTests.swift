import Foundation
import TestSupport
import Testing

/// Keys that users of other readers press by habit.
@Suite(.drawing) struct `Habits from other readers` {
    private let feeds = ["News", "Blog"].map { name in
        SampleFeed(title: name, items: (1...9).map { .init(title: "\(name) story \($0)") }).rss
    }

    private func open(config: String = "") async throws -> DrawnReader {
        let home = try Home()
        try home.write(config: config)
        let reader = try DrawnReader.launch(feeds: feeds, home: home)
        try await reader.waitForScreen(showing: "Unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "18 new in 2 feeds")
        return reader
    }

    @Test func `J moves down in the list of feeds, too`() async throws {
        let reader = try await open()
        reader.press("J", .enter)
        try await reader.waitForScreen(showing: "● Blog story 1")
    }

    @Test func `a count before an operation gives the number of rows, and before Enter a row`() async throws {
        let reader = try await open()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● News story 1")
        reader.press("3", "s")
        try await reader.waitForScreen { screen in
            (1...3).allSatisfy { screen.contains("✪ News story \($0)") } && screen.contains("● News story 4")
                && screen.contains("Starred 3 items")
        }
        reader.press("7", .enter)
        try await reader.waitForScreen(showing: " row 7 of 9 ")
    }

    @Test func `with newsboat's keys, digits and Enter go to a row through the command line`() async throws {
        let reader = try await open(config: "keys newsboat\n")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● News story 1")
        reader.press("5")
        try await reader.waitForScreen(showing: ":5")
        reader.press(.enter)
        try await reader.waitForScreen(showing: " row 5 of 9 ")
    }

    @Test func `with newsboat's keys, N in an article marks it unread and returns to the list`() async throws {
        let reader = try await open(config: "keys newsboat\n")
        reader.press(.enter, .enter)
        try await reader.waitForScreen { $0.line(2) == " News story 1" }
        reader.press("N")
        try await reader.waitForScreen { $0.contains("● News story 1") && $0.contains("● News story 2") }
    }

    @Test func `hints show the keys for selected rows`() async throws {
        let reader = try await open()
        reader.press(.enter, "v", "j")
        try await reader.waitForScreen { $0.contains("2 selected") && $0.contains("s star") && $0.contains("v cancel") }
        reader.press("v")
        try await reader.waitForScreen { $0.contains("n next unread") && $0.contains(" row 2 of 9 ") }
    }

    @Test func `operations apply to all selected rows`() async throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" >> \(home.path)/opened")
        try home.write(config: "browser \(browser)\n")
        let items = (1...9).map { SampleFeed.Item(title: "Story \($0)", link: "https://example.org/\($0)") }
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss], home: home)
        try await reader.openFeed(fetching: "9 new", showing: "● Story 1")
        reader.press("v", "j", "s")
        try await reader.waitForScreen { $0.contains("Starred 2 items") && $0.contains("✪ Story 2") }
        reader.press("v", "k", "N")
        try await reader.waitForScreen { $0.contains("Marked 2 items read") && $0.contains("★ Story 1") }
        reader.press("v", "j", "j", "y")
        try await reader.waitForScreen { $0.contains("Copied") && !$0.contains("selected") }
        reader.press("v", "j", "o")
        try await reader.waitForScreen(showing: "Opened 2 items")
        reader.press("v", "j", "O")
        try await reader.waitForScreen {
            $0.contains("Opened 2 items and marked them read") && !$0.contains("● Story 4") && $0.contains("● Story 6")
        }
        let opened = try String(contentsOfFile: home.path + "/opened", encoding: .utf8).split(separator: "\n")
        #expect(opened.map { $0.suffix(1) } == ["3", "4", "4", "5"])
        reader.press("v", "j", "|")
        try await reader.waitForScreen(showing: "Pipe the 2 selected to:")
        reader.press(.escape, .escape)
        try await reader.waitForScreen { $0.contains("Story 9") && !$0.contains("selected") }
        reader.press("v", "j", "A")
        try await reader.waitForScreen(showing: "items read")
        reader.press("v", "j", "D")
        try await reader.waitForScreen {
            $0.contains("Deleted 2 items") && $0.lines.count { $0.contains("Story ") } == 7
        }
    }

    @Test func `Ctrl-D and Ctrl-U scroll half a screen, Ctrl-F and Ctrl-B a whole one, and → opens`() async throws {
        let items = (1...200).map { SampleFeed.Item(title: "Story \($0)") }
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss])
        try await reader.openFeed(fetching: "200 new", showing: "● Story 1")
        for (key, row) in [("d", 12), ("f", 33), ("u", 22), ("b", 1)] as [(Character, Int)] {
            reader.press(.control(key))
            try await reader.waitForScreen(showing: " row \(row) of 200 ")
        }
        reader.press(.right)
        try await reader.waitForScreen { $0.line(2) == " Story 1" }
    }

    @Test func `a paused feed has a sign until it is resumed`() async throws {
        let reader = try await open()
        reader.press("P")
        try await reader.waitForScreen { $0.contains("‖ News  paused") }
        reader.press("P")
        try await reader.waitForScreen { $0.contains("  News") && !$0.contains("‖") }
    }

    @Test func `a key without meaning says so, and clears the count`() async throws {
        let reader = try await open()
        reader.press(.enter)
        try await reader.waitForScreen(showing: " row 1 of 9 ")
        reader.press("3", .backspace)
        try await reader.waitForScreen { $0.contains(" Backspace does nothing here ") && $0.contains("? keys") }
        reader.press("j")
        try await reader.waitForScreen { $0.contains(" row 2 of 9 ") && !$0.contains("does nothing") }
        reader.press(.enter, "@")
        try await reader.waitForScreen(showing: " @ does nothing here ")
    }

    @Test func `the next feed comes after the article's own, whatever list it was opened from`() async throws {
        let names = ["One", "Two", "Three"]
        let feeds = names.map { SampleFeed(title: $0, items: [.init(title: "Story of \($0)")]).rss }
        let reader = try DrawnReader.launch(feeds: feeds)
        try await reader.waitForScreen(showing: "Unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "3 new in 3 feeds")
        reader.press(.home, .enter, "'")
        try await reader.waitForScreen(showing: "Title to jump to:")
        reader.type("Story of Two\r")
        reader.press(.enter)
        try await reader.waitForScreen { $0.line(0).contains("Two") }
        reader.press("}")
        try await reader.waitForScreen { $0.line(0).contains("Three") && $0.contains("Story of Three") }
        reader.press("}")
        try await reader.waitForScreen(showing: "This is the last feed in the list")
        reader.press("{")
        try await reader.waitForScreen { $0.line(0).contains("Two") && $0.contains("Story of Two") }
    }

    @Test func `Escape says nothing if it has nothing to cancel, and keeps a problem visible`() async throws {
        let reader = try await open()
        reader.press(.escape, .control("e"))
        try await reader.waitForScreen(showing: " Ctrl-E does nothing here ")
        reader.press(.escape)
        try await reader.waitForScreen { $0.contains(" 18 unread ") && !$0.contains("does nothing") }
        reader.type(":goto 0\r")
        try await reader.waitForScreen(showing: " goto needs a row number, or words of a title in a list ")
        reader.type(":dumpconfig /dev/null/x\r")
        try await reader.waitForScreen { $0.contains("/dev/null/x") && !$0.contains("dumpconfig") }
        reader.press(.control("e"), "E")
        try await reader.waitForScreen { $0.line(0).contains("failures") && $0.contains("/dev/null/x") }
    }

    @Test func `← goes back to the feeds, but doesn't quit`() async throws {
        let reader = try await open()
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● News story 1")
        reader.press(.left, .left, "h", "j")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "● Blog story 1")
    }

    @Test func `a mark that changed nothing doesn't mention undo`() async throws {
        let reader = try await open()
        reader.press("C")
        try await reader.waitForScreen(showing: "Marked 18 items read (u to undo)")
        reader.press("A")
        try await reader.waitForScreen(showing: "No unread items in News")
        reader.press(.enter, .end, "M")
        try await reader.waitForScreen(showing: "No unread items above")
        reader.press("u")
        try await reader.waitForScreen(showing: "Undid: mark 18 items read (Ctrl-R to redo)")
    }

    @Test func `an order is chosen by its letter, an operation by its key, and q leaves the choice`() async throws {
        let reader = try await open()
        reader.press("S")
        try await reader.waitForScreen { $0.contains("Sort by:") && $0.text.contains(/unread count +u/) }
        reader.press("q")
        try await reader.waitForScreen { !$0.contains("Sort by:") && $0.contains("Starred") }
        reader.press("m")
        try await reader.waitForScreen { $0.text.contains(/Pause +P/) }
        reader.press("P")
        try await reader.waitForScreen(showing: "Paused News")
        reader.press("j", .enter, "S", "o")
        try await reader.waitForScreen { screen in
            screen.row(of: "Blog story 9").map { $0 < screen.row(of: "Blog story 1") ?? 0 } == true
        }
    }

    @Test func `redoing the removal of a feed leads from its list to the list of feeds`() async throws {
        let reader = try await open()
        reader.press("D")
        try await reader.waitForScreen { !$0.contains("News   ") && $0.contains("Blog") }
        reader.press("u")
        try await reader.waitForScreen { $0.contains("Undid") && $0.contains("  News") }
        reader.press(.home, "j", "j", "j", "j", .enter)
        try await reader.waitForScreen(showing: "● News story 1")
        reader.press(.control("r"))
        try await reader.waitForScreen { $0.contains("Starred") && $0.contains("Blog") && !$0.contains("News story") }
    }

    @Test func `a list of choices shows its keys, and j and k move in it`() async throws {
        let reader = try await open()
        reader.press(.enter, "S")
        try await reader.waitForScreen {
            $0.line(13) == " • date, newest first        d"
                && $0.line(21) == "   ID from the feed (guid)   g"
        }
        reader.press("j", "j", "k", .enter)
        try await reader.waitForScreen { !$0.contains("Sort by:") }
        reader.press("S")
        try await reader.waitForScreen { $0.line(13).hasPrefix("   date") && $0.line(14).hasPrefix(" • date, oldest") }
    }
}
