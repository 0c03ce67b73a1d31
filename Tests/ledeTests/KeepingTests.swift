import Foundation
import TestSupport
import Testing

@Suite struct `Tagging, starring, saving and sharing` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "cheese", body: "<p>It happened.</p>", link: "https://example.org/1"),
            .init(title: "Apples & pears", body: "<p>It went on.</p>", link: "https://example.org/2"),
            .init(title: "bread", body: "<p>It ended.</p>", link: "https://example.org/3")
        ]
    ).rss

    private func script(_ text: String, in home: Home) throws -> String {
        try home.writeProgram("program", text)
    }

    private func isSorted(_ rows: [Int]) -> Bool { !rows.contains(-1) && rows == rows.sorted() }

    @Test func `items are tagged, listed by tag, and untagged by undo`() throws {
        let reader = try Reader.launch(feeds: [news])
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("T")
        try reader.waitForScreen(showing: "Add or remove a tag:")
        try reader.type("later")
        try reader.waitForScreen(showing: "new tag")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Tagged “later” (u to undo)")
        try reader.press("v", "j", "j", "T")
        try reader.waitForScreen { $0.contains("Add or remove a tag of 3 items:") && $0.contains("on 1 of 3") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Tagged 3 items “later” (u to undo)")
        try reader.press("u")
        try reader.waitForScreen(showing: "Undid: add the tag “later” to 2 items")
        try reader.press("t")
        try reader.waitForScreen(showing: "1 item")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("tagged later") && $0.contains("cheese") && !$0.contains("bread") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "tags: later")
        try reader.press("T", .enter)
        try reader.waitForScreen { $0.contains("Removed the tag") && !$0.contains("tags: later") }
    }

    @Test func `a starred item stays in the open list of starred items after losing its star`() throws {
        let reader = try Reader.launch(feeds: [news])
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("j", "s")
        try reader.waitForScreen(showing: "✪ Apples")
        try reader.press("q", "g", "j", "j")
        try reader.waitForScreen { $0.chosen.hasPrefix("   Starred ") && $0.chosen.hasSuffix(" 1 ") }
        try reader.press(.enter)
        try reader.waitForScreen {
            $0.line(0).hasPrefix(" lede  Starred") && $0.contains("✪ Apples") && $0.contains("row 1 of 1")
        }
        try reader.press("s")
        try reader.waitForScreen { $0.contains("● Apples") && $0.contains("Removed the star") }
        // At once, as a fast typist does.
        try reader.type("q\r")
        try reader.waitForScreen { $0.line(0).hasPrefix(" lede  Starred") && !$0.contains("Apples") }
    }

    @Test func `the prompt says what will be saved, and why it can't be`() throws {
        let reader = try Reader.launch(feeds: [news])
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("v", "j", "W")
        try reader.waitForScreen(showing: "Save the 2 selected to folder:")
        try reader.press(.control("g"), .escape)
        try reader.waitForScreen { !$0.contains("selected") }
        try reader.press("W")
        try reader.waitForScreen(showing: "Save to:")
        try reader.press(.control("u"))
        try reader.type("~/\r")
        try reader.waitForScreen(showing: "“~/” is a folder: add a file name")
        try reader.press(.control("g"))
        try reader.type(":source /nonexistent/file\r")
        try reader.waitForScreen(showing: "No such file: /nonexistent/file")
    }

    @Test func `a list can be sorted by title, and reversed`() throws {
        let reader = try Reader.launch(feeds: [news], size: (60, 24))
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("S")
        try reader.waitForScreen(showing: "Sort by:")
        try reader.press("t")
        let titles = ["Apples & pears", "bread", "cheese"]
        try reader.waitForScreen { screen in
            isSorted(titles.map { screen.row(of: $0) ?? -1 })
        }
        try reader.press("~")
        try reader.waitForScreen { screen in
            isSorted(titles.reversed().map { screen.row(of: $0) ?? -1 })
        }
    }

    @Test func `a link is bookmarked by the user's program, or the failure is shown`() throws {
        let home = try Home()
        let program = try script(
            "for word; do echo \"$word\"; done > \(home.path)/kept; test \"$3\" = bad && echo It is full.; exit 0",
            in: home)
        try home.write(config: "bookmark-cmd \(program)\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("X")
        try reader.waitForScreen(showing: "Bookmark URL: https://example.org/1")
        try reader.press(.enter, .enter)
        try reader.waitForScreen(showing: "Bookmark description:")
        try reader.type("so \"good\" $HOME")
        try reader.press(.enter, .enter)
        try reader.waitForScreen(showing: "Saved the bookmark")
        #expect(
            try String(contentsOfFile: home.path + "/kept", encoding: .utf8)
                == "https://example.org/1\ncheese\nso \"good\" $HOME\nNews\n")
        try reader.press("X", .enter, .enter)
        try reader.waitForScreen(showing: "Bookmark description:")
        try reader.type("bad")
        try reader.press(.enter, .enter)
        try reader.waitForScreen(showing: "It is full.")
    }

    @Test func `a bookmark program may use the terminal to ask`() throws {
        let home = try Home()
        let program = try script("echo \"Where to?\"; read answer; echo \"$2 $answer\" > \(home.path)/kept", in: home)
        try home.write(config: "bookmark-cmd \(program)\nbookmark-interactive yes\nbookmark-autopilot yes\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("X")
        try reader.waitForScreen { $0.contains("Where to?") && !$0.isAlternateScreen }
        try reader.type("there\r")
        try reader.waitForScreen { $0.contains("● bread") && $0.isAlternateScreen }
        #expect(try String(contentsOfFile: home.path + "/kept", encoding: .utf8) == "cheese there\n")
    }

    @Test func `an item is shared with a program in the terminal`() throws {
        let home = try Home()
        let program = try script("echo \"$1 and $LEDE_URL\"; read answer; echo $answer > \(home.path)/said", in: home)
        try home.write(config: "share Friends \(program) %t\n")
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("c")
        try reader.waitForScreen(showing: "cheese and https://example.org/1")
        try reader.type("hello")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "● bread")
        #expect(try String(contentsOfFile: home.path + "/said", encoding: .utf8) == "hello\n")
    }

    @Test func `a list is saved as a folder of files, one for each article`() throws {
        let reader = try Reader.launch(feeds: [news])
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        try reader.press("w", .control("u"))
        try reader.type("~/saved")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "Saved 3 articles to")
        let files = try FileManager.default.contentsOfDirectory(atPath: reader.home.path + "/saved")
        #expect(files.sorted() == ["Apples pears.txt", "bread.txt", "cheese.txt"])
    }
}

@Suite struct `Filtering the list of feeds` {
    @Test func `the feeds can be filtered by words until Esc, or by an expression`() throws {
        let reader = try Reader.launch(feeds: ["https://lwn.invalid/ linux", "https://swift.invalid/ code"])
        try reader.waitForScreen(showing: "swift.invalid")
        try reader.press("f")
        try reader.type("lwn")
        try reader.waitForScreen { $0.contains("lwn.invalid") && !$0.contains("swift.invalid") }
        try reader.press(.enter)
        try reader.waitForScreen(showing: "1 feed (Esc to show all)")
        try reader.press(.escape)
        try reader.waitForScreen(showing: "swift.invalid")
        try reader.press("f")
        try reader.type("tags # \"code\"")
        try reader.waitForScreen { $0.contains("swift.invalid") && !$0.contains("lwn.invalid") }
    }
}
