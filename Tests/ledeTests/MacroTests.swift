import Foundation
import TestSupport
import Testing

@Suite struct `A macro` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", link: "https://example.org/1"),
            .init(title: "Second story", link: "https://example.org/2")
        ]
    ).rss

    @Test func `macros give operations arguments, as in newsboat's manual`() throws {
        let home = try Home()
        try home.write(
            config: """
                keys newsboat
                macro i toggle-article-read "read"
                macro f set-filter "title =~ \\"second\\""
                """)
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "i")
        try reader.waitForScreen { $0.contains("First story") && !$0.contains("● First story") }
        try reader.press(",", "f")
        try reader.waitForScreen { $0.contains("Second story") && !$0.contains("First story") }
        try reader.press("D")
        try reader.waitForScreen(showing: "Deleted 1 item (U to undo)")
    }

    @Test func `a macro waits for the list that it has requested`() throws {
        let home = try Home()
        try home.write(config: "macro x set-filter \"title =~ \\\"second\\\"\"; mark-feed-read; clear-filter\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "x")
        try reader.waitForScreen { screen in
            screen.contains("● First story") && screen.contains("Second story") && !screen.contains("● Second story")
        }
    }

    @Test func `a macro runs all its steps for the selection, and its program for each row`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "echo \"$1\" >> \(home.path)/given")
        try home.write(config: "macro x toggle-star ; toggle-article-read ; run \(program) %u\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press("v", "j", ",", "x")
        try reader.waitForScreen { screen in
            !screen.contains("●") && screen.lines.count { $0.contains("★") } == 2 && !screen.contains("selected")
        }
        let given = try String(contentsOfFile: home.path + "/given", encoding: .utf8)
        #expect(given == "https://example.org/1\nhttps://example.org/2\n")
    }

    @Test func `a macro's steps keep to the selection in a list that depends on marks`()
        throws
    {
        let home = try Home()
        try home.write(
            config: "save-path ~/saved\nmacro x toggle-star ; toggle-article-read\nmacro w toggle-star ; save-all\n")
        let items = (1...4).map { SampleFeed.Item(title: "Story \($0)", link: "https://example.org/\($0)") }
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: items).rss], home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "4 new in 1 feed")
        try reader.press("k", "k", "k", .enter)
        try reader.waitForScreen { $0.line(0).contains("Unread") && $0.contains("● Story 1") }
        try reader.press("v", "j", ",", "x")
        try reader.waitForScreen { screen in
            screen.lines.count { $0.contains("★") } == 2 && screen.lines.count { $0.contains("●") } == 2
                && screen.contains("Marked 2 items read")
        }
        try reader.press("v", "j", ",", "w")
        try reader.waitForScreen(showing: "saved")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Saved 2 articles to")
    }

    @Test func `a macro waits for the answer to its question, and ends if that is cancelled`() throws {
        let home = try Home()
        try home.write(
            config:
                "save-path ~/\nmacro x save ; next\nmacro w save-all ; toggle-article-read\nmacro s sort ; toggle-star\n"
        )
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "x")
        try reader.waitForScreen(showing: "Save to: ")
        try reader.press(.escape)
        try reader.waitForScreen { !$0.contains("Save to: ") && $0.line($0.cursor.row).contains("First story") }
        try reader.press(",", "x", .enter)
        try reader.waitForScreen { $0.line($0.cursor.row).contains("Second story") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).contains { $0.hasPrefix("First") })
        try reader.press("k", "v", "j", ",", "w")
        try reader.waitForScreen(showing: "Save the 2 selected")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("First story") && !$0.contains("●") }
        // Choosing with the mouse continues the macro, too.
        try reader.press(",", "s")
        let asking = try reader.waitForScreen(showing: "title")
        #expect(!asking.contains("★"))
        try reader.point("0", row: try #require(asking.row(of: "title")), column: 4)
        try reader.waitForScreen(showing: "★")
    }

    @Test func `says why its program failed, and leaves no error on the shell's screen`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "echo \"no such folder\" >&2; exit 3")
        try home.write(config: "macro x run \(program)\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "x")
        try reader.waitForScreen(showing: "failed with exit code 3: no such folder")
        try reader.press("Q")
        try reader.waitForExit()
        try reader.waitForScreen { !$0.isAlternateScreen && !$0.contains("no such folder") }
    }

    @Test func `shows what its program asks, also by its error output`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "printf \"Which folder? \" >&2; read line; exit 0")
        try home.write(config: "macro x run \(program)\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "x")
        try reader.waitForScreen(showing: "Which folder?")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● First story")
    }

    @Test func `a macro restores the settings that it changed, even if its program fails`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "echo \"opened $1\"; read line")
        try home.write(
            config: "browser \(program)\nmacro y set browser false ; open-in-browser ; set browser \(program) ; quit\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        try reader.press(",", "y")
        try reader.waitForScreen { $0.contains("false failed with exit code 1") && $0.contains("First story") }
        try reader.press("o")
        try reader.waitForScreen(showing: "opened https://example.org/1")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "First story")
    }
}
