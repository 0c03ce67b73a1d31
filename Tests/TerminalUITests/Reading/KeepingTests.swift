import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Tagging, starring, saving and sharing` {
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

    @Test func `items are tagged, listed by tag, and untagged by undo`() async throws {
        let reader = try DrawnReader.launch(feeds: [news])
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        reader.press("T")
        try await reader.waitForScreen(showing: "Add or remove a tag:")
        reader.type("later")
        try await reader.waitForScreen(showing: "new tag")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Tagged “later” (u to undo)")
        reader.press("v", "j", "j", "T")
        try await reader.waitForScreen { $0.contains("Add or remove a tag of 3 items:") && $0.contains("on 1 of 3") }
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Tagged 3 items “later” (u to undo)")
        reader.press("u")
        try await reader.waitForScreen(showing: "Undid: add the tag “later” to 2 items")
        reader.press("t")
        try await reader.waitForScreen(showing: "1 item")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("tagged later") && $0.contains("cheese") && !$0.contains("bread") }
        reader.press(.enter)
        try await reader.waitForScreen(showing: "tags: later")
        reader.press("T", .enter)
        try await reader.waitForScreen { $0.contains("Removed the tag") && !$0.contains("tags: later") }
    }

    @Test func `a starred item stays in the open list of starred items after losing its star`() async throws {
        let reader = try DrawnReader.launch(feeds: [news])
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        reader.press("j", "s")
        try await reader.waitForScreen(showing: "✪ Apples")
        reader.press("q", "g", "j", "j")
        try await reader.waitForScreen { $0.chosen.hasPrefix("   Starred ") && $0.chosen.hasSuffix(" 1 ") }
        reader.press(.enter)
        try await reader.waitForScreen {
            $0.line(0).hasPrefix(" lede  Starred") && $0.contains("✪ Apples") && $0.contains("row 1 of 1")
        }
        reader.press("s")
        try await reader.waitForScreen { $0.contains("● Apples") && $0.contains("Removed the star") }
        // At once, as a fast typist does.
        reader.type("q\r")
        try await reader.waitForScreen { $0.line(0).hasPrefix(" lede  Starred") && !$0.contains("Apples") }
    }

    @Test func `the prompt says what will be saved, and why it can't be`() async throws {
        let reader = try DrawnReader.launch(feeds: [news])
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        reader.press("v", "j", "W")
        try await reader.waitForScreen(showing: "Save the 2 selected to folder:")
        reader.press(.control("g"), .escape)
        try await reader.waitForScreen { !$0.contains("selected") }
        reader.press("W")
        try await reader.waitForScreen(showing: "Save to:")
        reader.press(.control("u"))
        reader.type("~/\r")
        try await reader.waitForScreen(showing: "“~/” is a folder: add a file name")
        reader.press(.control("g"))
        reader.type(":source /nonexistent/file\r")
        try await reader.waitForScreen(showing: "No such file: /nonexistent/file")
    }

    @Test func `a list can be sorted by title, and reversed`() async throws {
        let reader = try DrawnReader.launch(feeds: [news], size: (60, 24))
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        reader.press("S")
        try await reader.waitForScreen(showing: "Sort by:")
        reader.press("t")
        let titles = ["Apples & pears", "bread", "cheese"]
        try await reader.waitForScreen { screen in
            isSorted(titles.map { screen.row(of: $0) ?? -1 })
        }
        reader.press("~")
        try await reader.waitForScreen { screen in
            isSorted(titles.reversed().map { screen.row(of: $0) ?? -1 })
        }
    }

    @Test func `a link is bookmarked by the user's program, or the failure is shown`() async throws {
        let home = try Home()
        let program = try script(
            "for word; do echo \"$word\"; done > \(home.path)/kept; test \"$3\" = bad && echo It is full.; exit 0",
            in: home)
        try home.write(config: "bookmark-cmd \(program)\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        reader.press("X")
        try await reader.waitForScreen(showing: "Bookmark URL: https://example.org/1")
        reader.press(.enter, .enter)
        try await reader.waitForScreen(showing: "Bookmark description:")
        reader.type("so \"good\" $HOME")
        reader.press(.enter, .enter)
        try await reader.waitForScreen(showing: "Saved the bookmark")
        #expect(
            try String(contentsOfFile: home.path + "/kept", encoding: .utf8)
                == "https://example.org/1\ncheese\nso \"good\" $HOME\nNews\n")
        reader.press("X", .enter, .enter)
        try await reader.waitForScreen(showing: "Bookmark description:")
        reader.type("bad")
        reader.press(.enter, .enter)
        try await reader.waitForScreen(showing: "It is full.")
    }

    @Test func `a list is saved as a folder of files, one for each article`() async throws {
        let reader = try DrawnReader.launch(feeds: [news])
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● cheese")
        reader.press("w", .control("u"))
        reader.type("~/saved")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Saved 3 articles to")
        let files = try FileManager.default.contentsOfDirectory(atPath: reader.home.path + "/saved")
        #expect(files.sorted() == ["Apples pears.txt", "bread.txt", "cheese.txt"])
    }
}

@Suite(.drawing) struct `Filtering the list of feeds` {
    @Test func `the feeds can be filtered by words until Esc, or by an expression`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://lwn.invalid/ linux", "https://swift.invalid/ code"])
        try await reader.waitForScreen(showing: "swift.invalid")
        reader.press("f")
        reader.type("lwn")
        try await reader.waitForScreen { $0.contains("lwn.invalid") && !$0.contains("swift.invalid") }
        reader.press(.enter)
        try await reader.waitForScreen(showing: "1 feed (Esc to show all)")
        reader.press(.escape)
        try await reader.waitForScreen(showing: "swift.invalid")
        reader.press("f")
        reader.type("tags # \"code\"")
        try await reader.waitForScreen { $0.contains("swift.invalid") && !$0.contains("lwn.invalid") }
    }
}
