import Foundation
import TestSupport
import Testing

/// Keys that users of other readers press by habit.
@Suite struct `Habits from other readers` {
    private let feeds = ["News", "Blog"].map { name in
        SampleFeed(title: name, items: (1...9).map { .init(title: "\(name) story \($0)") }).rss
    }

    private func open(config: String = "") throws -> Reader {
        let home = try Home()
        try home.write(config: config)
        let reader = try Reader.launch(feeds: feeds, home: home)
        try reader.waitForScreen(showing: "Unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "18 new in 2 feeds")
        return reader
    }

    @Test func `J moves down in the list of feeds, too`() throws {
        let reader = try open()
        try reader.press("J", .enter)
        try reader.waitForScreen(showing: "● Blog story 1")
    }

    @Test func `a count before an operation gives the number of rows, and before Enter a row`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● News story 1")
        try reader.press("3", "s")
        try reader.waitForScreen { screen in
            (1...3).allSatisfy { screen.contains("✪ News story \($0)") } && screen.contains("● News story 4")
                && screen.contains("Starred 3 items")
        }
        try reader.press("7", .enter)
        try reader.waitForScreen(showing: " row 7 of 9 ")
    }

    @Test func `with newsboat's keys, digits and Enter go to a row through the command line`() throws {
        let reader = try open(config: "keys newsboat\n")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● News story 1")
        try reader.press("5")
        try reader.waitForScreen(showing: ":5")
        try reader.press(.enter)
        try reader.waitForScreen(showing: " row 5 of 9 ")
    }

    @Test func `with newsboat's keys, N in an article marks it unread and returns to the list`() throws {
        let reader = try open(config: "keys newsboat\n")
        try reader.press(.enter, .enter)
        try reader.waitForScreen { $0.line(2) == " News story 1" }
        try reader.press("N")
        try reader.waitForScreen { $0.contains("● News story 1") && $0.contains("● News story 2") }
    }

    @Test func `hints show the keys for selected rows`() throws {
        let reader = try open()
        try reader.press(.enter, "v", "j")
        try reader.waitForScreen { $0.contains("2 selected") && $0.contains("s star") && $0.contains("v cancel") }
        try reader.press("v")
        try reader.waitForScreen { $0.contains("n next unread") && $0.contains(" row 2 of 9 ") }
    }

    @Test func `operations apply to all selected rows`() throws {
        let home = try Home()
        let browser = try home.writeProgram("browser", "echo \"$1\" >> \(home.path)/opened")
        try home.write(config: "browser \(browser)\n")
        let items = (1...9).map { SampleFeed.Item(title: "Story \($0)", link: "https://example.org/\($0)") }
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: items).rss], home: home)
        try reader.openFeed(fetching: "9 new", showing: "● Story 1")
        try reader.press("v", "j", "s")
        try reader.waitForScreen { $0.contains("Starred 2 items") && $0.contains("✪ Story 2") }
        try reader.press("v", "k", "N")
        try reader.waitForScreen { $0.contains("Marked 2 items read") && $0.contains("★ Story 1") }
        try reader.press("v", "j", "j", "y")
        try reader.waitForScreen { $0.contains("Copied") && !$0.contains("selected") }
        try reader.press("v", "j", "o")
        try reader.waitForScreen(showing: "Opened 2 items")
        try reader.press("v", "j", "O")
        try reader.waitForScreen {
            $0.contains("Opened 2 items and marked them read") && !$0.contains("● Story 4") && $0.contains("● Story 6")
        }
        let opened = try String(contentsOfFile: home.path + "/opened", encoding: .utf8).split(separator: "\n")
        #expect(opened.map { $0.suffix(1) } == ["3", "4", "4", "5"])
        try reader.press("v", "j", "|")
        try reader.waitForScreen(showing: "Pipe the 2 selected to:")
        try reader.type("grep -c Story\r")
        try reader.waitForScreen(showing: "Press Enter to return to lede")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Story 9") && !$0.contains("selected") }
        try reader.press("v", "j", "A")
        try reader.waitForScreen(showing: "items read")
        try reader.press("v", "j", "D")
        try reader.waitForScreen { $0.contains("Deleted 2 items") && $0.lines.count { $0.contains("Story ") } == 7 }
    }

    @Test func `Ctrl-D and Ctrl-U scroll half a screen, Ctrl-F and Ctrl-B a whole one, and → opens`() throws {
        let items = (1...200).map { SampleFeed.Item(title: "Story \($0)") }
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: items).rss])
        try reader.openFeed(fetching: "200 new", showing: "● Story 1")
        for (key, row) in [("d", 12), ("f", 33), ("u", 22), ("b", 1)] as [(Character, Int)] {
            try reader.press(.control(key))
            try reader.waitForScreen(showing: " row \(row) of 200 ")
        }
        try reader.press(.right)
        try reader.waitForScreen { $0.line(2) == " Story 1" }
    }

    @Test func `a list of choices shows its keys, and j and k move in it`() throws {
        let reader = try open()
        try reader.press(.enter, "S")
        try reader.waitForScreen {
            $0.line(13) == " • date, newest first        d"
                && $0.line(21) == "   ID from the feed (guid)   g"
        }
        try reader.press("j", "j", "k", .enter)
        try reader.waitForScreen { !$0.contains("Sort by:") }
        try reader.press("S")
        try reader.waitForScreen { $0.line(13).hasPrefix("   date") && $0.line(14).hasPrefix(" • date, oldest") }
    }

    @Test func `a paused feed has a sign until it is resumed`() throws {
        let reader = try open()
        try reader.press("P")
        try reader.waitForScreen { $0.contains("‖ News  paused") }
        try reader.press("P")
        try reader.waitForScreen { $0.contains("  News") && !$0.contains("‖") }
    }

    @Test func `a key without meaning says so, and clears the count`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: " row 1 of 9 ")
        try reader.press("3", .backspace)
        try reader.waitForScreen { $0.contains(" Backspace does nothing here ") && $0.contains("? keys") }
        try reader.press("j")
        try reader.waitForScreen { $0.contains(" row 2 of 9 ") && !$0.contains("does nothing") }
        try reader.press(.enter, "@")
        try reader.waitForScreen(showing: " @ does nothing here ")
    }

    @Test func `the next feed comes after the article's own, whatever list it was opened from`() throws {
        let names = ["One", "Two", "Three"]
        let feeds = names.map { SampleFeed(title: $0, items: [.init(title: "Story of \($0)")]).rss }
        let reader = try Reader.launch(feeds: feeds)
        try reader.waitForScreen(showing: "Unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "3 new in 3 feeds")
        try reader.press(.home, .enter, "'")
        try reader.waitForScreen(showing: "Title to jump to:")
        try reader.type("Story of Two\r")
        try reader.press(.enter)
        try reader.waitForScreen { $0.line(0).contains("Two") }
        try reader.press("}")
        try reader.waitForScreen { $0.line(0).contains("Three") && $0.contains("Story of Three") }
        try reader.press("}")
        try reader.waitForScreen(showing: "This is the last feed in the list")
        try reader.press("{")
        try reader.waitForScreen { $0.line(0).contains("Two") && $0.contains("Story of Two") }
    }

    @Test func `Escape says nothing if it has nothing to cancel, and keeps a problem visible`() throws {
        let reader = try open()
        try reader.press(.escape, .control("e"))
        try reader.waitForScreen(showing: " Ctrl-E does nothing here ")
        try reader.press(.escape)
        try reader.waitForScreen { $0.contains(" 18 unread ") && !$0.contains("does nothing") }
        try reader.type(":goto 0\r")
        try reader.waitForScreen(showing: " goto needs a row number, or words of a title in a list ")
        try reader.type(":dumpconfig /dev/null/x\r")
        try reader.waitForScreen { $0.contains("/dev/null/x") && !$0.contains("dumpconfig") }
        try reader.press(.control("e"), "E")
        try reader.waitForScreen { $0.line(0).contains("failures") && $0.contains("/dev/null/x") }
    }

    @Test func `← goes back to the feeds, but doesn't quit`() throws {
        let reader = try open()
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● News story 1")
        try reader.press(.left, .left, "h", "j")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● Blog story 1")
    }

    @Test func `a mark that changed nothing doesn't mention undo`() throws {
        let reader = try open()
        try reader.press("C")
        try reader.waitForScreen(showing: "Marked 18 items read (u to undo)")
        try reader.press("A")
        try reader.waitForScreen(showing: "No unread items in News")
        try reader.press(.enter, .end, "M")
        try reader.waitForScreen(showing: "No unread items above")
        try reader.press("u")
        try reader.waitForScreen(showing: "Undid: mark 18 items read (Ctrl-R to redo)")
    }

    @Test func `an order is chosen by its letter, an operation by its key, and q leaves the choice`() throws {
        let reader = try open()
        try reader.press("S")
        try reader.waitForScreen { $0.contains("Sort by:") && $0.text.contains(/unread count +u/) }
        try reader.press("q")
        try reader.waitForScreen { !$0.contains("Sort by:") && $0.contains("Starred") }
        try reader.press("m")
        try reader.waitForScreen { $0.text.contains(/Pause +P/) }
        try reader.press("P")
        try reader.waitForScreen(showing: "Paused News")
        try reader.press("j", .enter, "S", "o")
        try reader.waitForScreen { screen in
            screen.row(of: "Blog story 9").map { $0 < screen.row(of: "Blog story 1") ?? 0 } == true
        }
    }

    @Test func `redoing the removal of a feed leads from its list to the list of feeds`() throws {
        let reader = try open()
        try reader.press("D")
        try reader.waitForScreen { !$0.contains("News   ") && $0.contains("Blog") }
        try reader.press("u")
        try reader.waitForScreen { $0.contains("Undid") && $0.contains("  News") }
        try reader.press(.home, "j", "j", "j", "j", .enter)
        try reader.waitForScreen(showing: "● News story 1")
        try reader.press(.control("r"))
        try reader.waitForScreen { $0.contains("Starred") && $0.contains("Blog") && !$0.contains("News story") }
    }
}
