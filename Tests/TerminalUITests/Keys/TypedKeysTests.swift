import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Typing at a prompt` {
    @Test func `Tab completes a file, and the history of the last run has it`() async throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/lists", withIntermediateDirectories: true)
        for name in ["feeds-old.opml", "feeds-new.opml"] {
            try "<opml/>".write(toFile: home.path + "/lists/\(name)", atomically: true, encoding: .utf8)
        }
        let reader = try DrawnReader.launch(feeds: [], home: home)
        try await reader.waitForScreen(showing: "have any feeds yet")
        reader.press("i")
        reader.type("~/li")
        reader.press(.tab, "fe", .tab)
        try await reader.waitForScreen {
            $0.contains("OPML file: ~/lists/feeds-") && $0.contains("feeds-new.opml  feeds-old.opml")
        }
        reader.press(.tab, .tab)
        try await reader.waitForScreen(showing: "OPML file: ~/lists/feeds-old.opml")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "You already have all of these feeds")
        reader.press("Q")
        try await reader.waitForExit()
        let again = try DrawnReader.launch(home: home)
        try await again.waitForScreen(showing: "have any feeds yet")
        again.press("i", .up)
        try await again.waitForScreen(showing: "OPML file: ~/lists/feeds-old.opml")
    }

    @Test func `Alt moves by words in a prompt, even typed ahead`() async throws {
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: []).rss])
        try await reader.waitForScreen(showing: "0 unread")
        reader.type(":one two\u{1B}bX")
        try await reader.waitForScreen(showing: ":one Xtwo")
        reader.type("\u{1B}fY\u{1B}\u{7F}")
        try await reader.waitForScreen { $0.contains(":one") && !$0.contains("two") }
        // Other keys of shells do nothing in lede, but they aren't keys of the list either.
        reader.type("three\u{1B}u\u{1B}q!")
        try await reader.waitForScreen { $0.contains(":one") && $0.contains("three!") }
    }

    @Test func `Alt moves by words while filtering choices, too`() async throws {
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: []).rss])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("S")
        try await reader.waitForScreen(showing: "Sort by:")
        reader.type("one two\u{1B}bX")
        try await reader.waitForScreen(showing: "Sort by: one Xtwo")
        reader.type("\u{1B}\u{7F}")
        try await reader.waitForScreen(showing: "Sort by: one two")
    }

    @Test func `a click waits for the keys before it while these wait for an edit`() async throws {
        let home = try Home()
        let feeds = ["a", "b", "c"].map { "https://nowhere.invalid/\($0)" }
        let reader = try DrawnReader.launch(feeds: feeds, home: home)
        let screen = try await reader.waitForScreen { $0.chosen.contains("nowhere.invalid/a") }
        let first = try #require(screen.row(of: "nowhere.invalid/a"))
        // As another lede does that edits the file.
        let folder = open(home.config, O_RDONLY | O_DIRECTORY)
        try #require(flock(folder, LOCK_EX) == 0)
        reader.press("P", "j")
        reader.point("0", row: first, column: 10)
        reader.point("0", row: first, column: 10, isRelease: true)
        reader.press("P")
        close(folder)
        // The first feed was paused and resumed, so the press came after the move.
        try await reader.waitForScreen { $0.foot.contains("Resumed ") && $0.chosen.contains("nowhere.invalid/a") }
        let file = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(!file.contains("refresh"))
    }
}

/// Sequences from terminals that aren't keys of lede's, in all modes.
@Suite(.drawing) struct `An unknown control sequence` {
    private let news = SampleFeed(title: "News", items: (1...3).map { .init(title: "Story \($0)") })

    // Taken as single letters, these marked everything read, removed feeds, undid and refreshed.
    @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"])
    func `an unknown control sequence does nothing`(type: String) async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss], environment: ["TERM": type])
        try await reader.openFeed(fetching: "3 new", showing: "Story 3")
        reader.press("q", "k")
        // The weeks of the feed come when they are counted.
        let before = try await reader.waitForScreen { $0.contains("row 4 of 5") && $0.text.contains(/News.*[▇#]/) }
        let sequences = [
            "[1;2A", "[1;2B", "[1;3A", "[1;9C", "[97;5u", "[I", "[O", "[?62;1;4c", "[5;10R", "[2~", "[1;2P", "[1;2R",
            "[25;2~", "P1+r544e=787465726d\u{1B}\\", "_Gi=31;OK\u{1B}\\", "O5C", "[M#!!", "[[Q", "]10;rgb:0/0/0\u{1B}\\"
        ]
        for sequence in sequences { reader.type("\u{1B}" + sequence) }
        // After all of them, keys still work.
        reader.press("?")
        try await reader.waitForScreen(showing: "Keys")
        reader.press("q")
        try await reader.waitForScreen { $0.cells == before.cells }
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}O"])
    func `unknown control sequences aren't taken for arrow keys, in either mode`(beginning: String) async throws {
        let reader = try DrawnReader.launch(feeds: [news.rss])
        try await reader.openFeed(fetching: "3 new", showing: "Story 3")
        reader.type(beginning + "B")
        try await reader.waitForScreen(showing: "row 2 of 3")
        reader.type(beginning + "A")
        try await reader.waitForScreen(showing: "row 1 of 3")
        reader.type(beginning + "C")
        reader.type(beginning + "D")
        try await reader.waitForScreen(showing: "3 unread")
    }
}

@Suite(.drawing) struct `A macro` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", link: "https://example.org/1"),
            .init(title: "Second story", link: "https://example.org/2")
        ]
    ).rss

    @Test func `macros give operations arguments, as in newsboat's manual`() async throws {
        let home = try Home()
        try home.write(
            config: """
                keys newsboat
                macro i toggle-article-read "read"
                macro f set-filter "title =~ \\"second\\""
                """)
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        reader.press(",", "i")
        try await reader.waitForScreen { $0.contains("First story") && !$0.contains("● First story") }
        reader.press(",", "f")
        try await reader.waitForScreen { $0.contains("Second story") && !$0.contains("First story") }
        reader.press("D")
        try await reader.waitForScreen(showing: "Deleted 1 item (U to undo)")
    }

    @Test func `a macro waits for the list that it has requested`() async throws {
        let home = try Home()
        try home.write(config: "macro x set-filter \"title =~ \\\"second\\\"\"; mark-feed-read; clear-filter\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        reader.press(",", "x")
        try await reader.waitForScreen { screen in
            screen.contains("● First story") && screen.contains("Second story") && !screen.contains("● Second story")
        }
    }

    @Test func `a macro runs all its steps for the selection, and its program for each row`() async throws {
        let home = try Home()
        let program = try home.writeProgram("program", "echo \"$1\" >> \(home.path)/given")
        try home.write(config: "macro x toggle-star ; toggle-article-read ; run \(program) %u\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        reader.press("v", "j", ",", "x")
        try await reader.waitForScreen { screen in
            !screen.contains("●") && screen.lines.count { $0.contains("★") } == 2 && !screen.contains("selected")
        }
        let given = try String(contentsOfFile: home.path + "/given", encoding: .utf8)
        #expect(given == "https://example.org/1\nhttps://example.org/2\n")
    }

    @Test func `a macro's steps keep to the selection in a list that depends on marks`()
        async throws
    {
        let home = try Home()
        try home.write(
            config: "save-path ~/saved\nmacro x toggle-star ; toggle-article-read\nmacro w toggle-star ; save-all\n")
        let items = (1...4).map { SampleFeed.Item(title: "Story \($0)", link: "https://example.org/\($0)") }
        let reader = try DrawnReader.launch(feeds: [SampleFeed(title: "News", items: items).rss], home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "4 new in 1 feed")
        reader.press("k", "k", "k", .enter)
        try await reader.waitForScreen { $0.line(0).contains("Unread") && $0.contains("● Story 1") }
        reader.press("v", "j", ",", "x")
        try await reader.waitForScreen { screen in
            screen.lines.count { $0.contains("★") } == 2 && screen.lines.count { $0.contains("●") } == 2
                && screen.contains("Marked 2 items read")
        }
        reader.press("v", "j", ",", "w")
        try await reader.waitForScreen(showing: "saved")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Saved 2 articles to")
    }

    @Test func `a macro waits for the answer to its question, and ends if that is cancelled`() async throws {
        let home = try Home()
        try home.write(
            config:
                "save-path ~/\nmacro x save ; next\nmacro w save-all ; toggle-article-read\nmacro s sort ; toggle-star\n"
        )
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "2 new in 1 feed", showing: "● First story")
        reader.press(",", "x")
        try await reader.waitForScreen(showing: "Save to: ")
        reader.press(.escape)
        try await reader.waitForScreen { !$0.contains("Save to: ") && $0.line($0.cursor.row).contains("First story") }
        reader.press(",", "x", .enter)
        try await reader.waitForScreen { $0.line($0.cursor.row).contains("Second story") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).contains { $0.hasPrefix("First") })
        reader.press("k", "v", "j", ",", "w")
        try await reader.waitForScreen(showing: "Save the 2 selected")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("First story") && !$0.contains("●") }
        // Choosing with the mouse continues the macro, too.
        reader.press(",", "s")
        let asking = try await reader.waitForScreen(showing: "title")
        #expect(!asking.contains("★"))
        try reader.point("0", row: #require(asking.row(of: "title")), column: 4)
        try await reader.waitForScreen(showing: "★")
    }
}

@Suite(.drawing) struct `The command line` {
    @Test func `the command line runs operations by name, and names unknown ones`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://nowhere.invalid/feed"])
        try await reader.waitForScreen(showing: "nowhere.invalid")
        reader.press(":")
        reader.type("show-f")
        reader.press(.tab, .enter)
        try await reader.waitForScreen(showing: "No feeds have failed")
        reader.press(":")
        reader.type("exec qiut")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Unknown command “qiut”")
        reader.press(":", .up, .control("w"))
        reader.type("quit; quit")
        reader.press(.enter)
        try await reader.waitForExit()
    }

    @Test(arguments: [
        ("sorce x", "Unknown command “sorce”: did you mean “source”?"),
        ("set txt-width 70", "Unknown setting “txt-width”: did you mean “text-width”?"),
        ("set text-width wide", " text-width must be a whole number"),
        ("set wrap-scroll=x", " wrap-scroll must be yes or no"),
        ("exec toggle-article-read x", " toggle-article-read takes “read” or “unread”"),
        ("text-width 70", "Unknown command “text-width”: use “set text-width” for settings"),
        ("set theme drak", "did you mean “dark”?"), ("set theme autum", "did you mean “autumn”?"),
        ("set article-sort-order titel", "did you mean “title”?"),
        ("tag swfit", "No feeds or items have the tag “swfit”: did you mean “swift”?"),
        ("exec select-filter Lnog", "No filter named “Lnog” in the config file: did you mean “Long”?")
    ])
    func `the command line suggests what was meant`(typed: String, answer: String) async throws {
        let home = try Home()
        try home.write(config: "define-filter Long \"words > 1000\"")
        try FileManager.default.createDirectory(
            atPath: home.config + "/themes", withIntermediateDirectories: true)
        try "color listfocus black yellow\n".write(
            toFile: home.config + "/themes/autumn", atomically: true, encoding: .utf8)
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/ swift"], size: (160, 24), home: home)
        try await reader.waitForScreen(showing: "a.invalid")
        reader.type(":\(typed)\r")
        try await reader.waitForScreen(showing: answer)
    }

    @Test func `a group is called a group, not a tag`() async throws {
        let reader = try DrawnReader.launch(feeds: [
            "#: group code/swift", "https://a.invalid/", "https://b.invalid/ news"
        ])
        try await reader.waitForScreen(showing: "a.invalid")
        reader.type(":tag code\r")
        try await reader.waitForScreen {
            $0.line(0).contains("group code") && $0.foot.contains("0 unread in this group")
        }
        reader.type(":tag news\r")
        try await reader.waitForScreen { $0.line(0).contains("tag news") && $0.foot.contains("0 unread with this tag") }
    }

    @Test func `a tag is chosen by typing some of its letters`() async throws {
        let reader = try DrawnReader.launch(feeds: [
            "https://a.invalid/ linux", "https://b.invalid/ swift", "https://c.invalid/ swift"
        ])
        try await reader.waitForScreen(showing: "a.invalid")
        reader.press("t", "sw")
        try await reader.waitForScreen { $0.contains("Show tag or group: sw") && !$0.contains("   linux") }
        reader.press(.enter)
        try await reader.waitForScreen {
            $0.contains("tag swift") && $0.contains("c.invalid") && !$0.contains("a.invalid")
        }
        #expect(reader.screen.contains("0 unread with this tag"))
        reader.press(.control("t"))
        try await reader.waitForScreen { $0.contains("a.invalid") && !$0.contains("with this tag") }
    }
}
