import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `Undoing` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", body: "<p>It happened.</p>", link: "https://example.org/1"),
            .init(title: "Second story", body: "<p>It went on.</p>", link: "https://example.org/2"),
            .init(title: "Third story", body: "<p>It ended.</p>", link: "https://example.org/3")
        ]
    ).rss

    @Test func `undo goes back step by step, even after a restart`() async throws {
        let home = try Home()
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        reader.press("s")
        try await reader.waitForScreen(showing: "✪ First story")
        reader.press("j", .enter)
        try await reader.waitForScreen(showing: "It went on.")
        reader.press("q", "A")
        try await reader.waitForScreen {
            $0.contains("Marked 2 items read in News (u to undo)") && !$0.contains("●") && $0.contains("★ First")
        }
        reader.press("u")
        try await reader.waitForScreen {
            $0.contains("Undid: mark 2 items read") && $0.contains("✪ First story") && $0.contains("● Third story")
                && $0.contains("  Second story")
        }
        reader.press(.control("r"))
        try await reader.waitForScreen { $0.contains("Redid: mark 2 items read") && !$0.contains("●") }
        reader.press("u")
        try await reader.waitForScreen(showing: "● Third story")
        reader.press("q", "q")
        #expect(try await reader.waitForExit() == .status(0))

        let again = try DrawnReader.launch(home: home)
        try await again.waitForScreen { $0.contains("News") && $0.contains("2 unread") }
        again.press("u")
        try await again.waitForScreen { $0.contains("Undid: mark 1 item read by opening it") }
        again.press(.enter)
        try await again.waitForScreen { $0.contains("● Second story") && $0.contains("✪ First story") }
        again.press("u")
        try await again.waitForScreen { $0.contains("Undid: star 1 item") && $0.contains("● First story") }
        again.press("u")
        try await again.waitForScreen(showing: "Nothing to undo")
    }

    @Test func `undo resumes a paused feed at once, and shows it`() async throws {
        let reader = try DrawnReader.launch(feeds: [news])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("P")
        try await reader.waitForScreen { $0.contains("Paused ") && $0.contains("‖") }
        reader.press("u")
        try await reader.waitForScreen { $0.contains("Undid: ") && !$0.contains("‖") }
    }

    @Test func `C marks everything in all feeds read at once`() async throws {
        let reader = try DrawnReader.launch(feeds: [
            news, SampleFeed(title: "Other", items: [.init(title: "Story")]).rss
        ])
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "4 new in 2 feeds")
        reader.press("C")
        try await reader.waitForScreen(showing: "Marked 4 items read (u to undo)")
        reader.press("E", "q")
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("u")
        try await reader.waitForScreen(showing: "Undid: mark 4 items read")
        reader.press("E", "q")
        try await reader.waitForScreen(showing: "4 unread")
    }

    @Test func `undoing rules has its own key, and keeps the user's changes`() async throws {
        let home = try Home()
        try home.write(config: "on new title =~ \"second\" do hide\non new title =~ \"third\" do mark-read\n")
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "1 new in 1 feed", showing: "● First story")
        try await reader.waitForScreen { $0.contains("  Third story") && !$0.contains("Second story") }
        reader.press("&")
        try await reader.waitForScreen {
            $0.contains("Undid: change 2 items by rules") && $0.contains("● Second story")
                && $0.contains("● Third story")
        }
        reader.press("s", "u")
        try await reader.waitForScreen(showing: "Undid: star 1 item")
        reader.press("&")
        try await reader.waitForScreen(showing: "No changes by rules to undo")
    }

    @Test func `a narrow screen that is full drops the hint of a message rather than its words`() async throws {
        let news = SampleFeed(
            title: "News of today", items: (1...12).map { .init(title: "Story \($0)", body: "<p>Text.</p>") })
        let reader = try DrawnReader.launch(feeds: [news.rss], size: (40, 12), home: try Home())
        try await reader.openFeed(fetching: "12 new", showing: "● Story 1")
        reader.press("G", "A")
        try await reader.waitForScreen { $0.foot.hasPrefix(" Marked 12 items read in News of today") }
        #expect(!reader.screen.contains("to undo") && !reader.screen.contains("…"))
    }

    @Test func `every kind of mark can be undone and redone after a restart`() async throws {
        let home = try Home()
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        typealias Deed = (keys: String, said: String, undone: String, isThere: (Screen) -> Bool)
        let deeds: [Deed] = [
            ("s", "★ Starred", "star 1 item", { $0.contains("✪ First story") }),
            ("Tlater\r", "Tagged “later”", "add the tag “later” to 1 item", { $0.contains("✪ First story  #later") }),
            (
                "GM", "Marked all items above read", "mark 2 items read",
                { $0.contains("★ First story  #later") && !$0.contains("● Second") }
            ),
            ("N", "row 3 of 3", "mark 1 item read", { !$0.contains("● Third story") }),
            ("N", "row 3 of 3", "mark 1 item unread", { $0.contains("● Third story") }),
            ("D", "Deleted 1 item", "delete 1 item", { !$0.contains("Third story") }),
            ("\u{18}", "Deleted everything in News", "delete 2 items", { $0.contains("This feed has no items") })
        ]
        let first = try await reader.waitForScreen { $0.foot.hasPrefix(" row 1 of 3 ") }
        var screens = [first.rows]
        for deed in deeds {
            reader.type(deed.keys)
            screens.append(try await reader.waitForScreen { $0.contains(deed.said) && deed.isThere($0) }.rows)
        }
        reader.press("Q")
        try await reader.waitForExit()

        let second = try DrawnReader.launch(home: home)
        try await second.waitForScreen { $0.rows == screens.last }
        for (deed, screen) in zip(deeds, screens).reversed() {
            second.press("u")
            try await second.waitForScreen { $0.contains("Undid: \(deed.undone)") && $0.rows == screen }
        }
        second.press("u")
        try await second.waitForScreen(showing: "Nothing to undo")
        second.press("Q")
        try await second.waitForExit()

        let third = try DrawnReader.launch(home: home)
        try await third.waitForScreen { $0.rows == screens.first }
        for (deed, screen) in zip(deeds, screens.dropFirst()) {
            third.press(.control("r"))
            try await third.waitForScreen { $0.contains("Redid: \(deed.undone)") && $0.rows == screen }
        }
        third.press(.control("r"))
        try await third.waitForScreen(showing: "Nothing to redo")
    }

    @Test func `keys typed after an undo wait for it, and find its feed`() async throws {
        let home = try Home()
        try home.write(urls: ["https://a.invalid/", "https://b.invalid/ ~B", "https://c.invalid/"])
        func urls() throws -> String { try String(contentsOfFile: home.config + "/urls", encoding: .utf8) }
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "c.invalid")
        reader.type("jM\u{15}New name\r")
        try await reader.waitForScreen(showing: "Renamed to “New name”")
        reader.type("uM")
        try await reader.waitForScreen { $0.foot.hasSuffix("(leave empty to use the feed's own): B") }
        reader.press(.escape)
        try await reader.waitForScreen { !$0.foot.contains("leave empty") }
        reader.type("@\u{15}https://d.invalid/\r")
        try await reader.waitForScreen(showing: "B now has the URL https://d.invalid/")
        reader.type("uD")
        try await reader.waitForScreen(showing: "Removed B")
        #expect(try urls() == "https://a.invalid/\nhttps://c.invalid/\n")
    }

    @Test func `every change of the urls file can be undone exactly after a restart, and redone`() async throws {
        let home = try Home()
        try Data("<opml version='2.0'><body><outline text='E' xmlUrl='https://e.invalid/'/></body></opml>".utf8)
            .write(to: URL(filePath: "\(home.path)/list.opml"))
        try home.write(urls: [
            "# mine", "https://a.invalid/ tag  ~A # kept", "", "#: group code", "https://b.invalid/",
            "#: interval 2h", "\thttps://c.invalid/  \"~C C\"", " # end", #""query:Odd:title =~ \"1\"""#
        ])
        func urls() throws -> String { try String(contentsOfFile: home.config + "/urls", encoding: .utf8) }
        // Ctrl-U clears what a prompt proposes.
        let deeds: [(keys: String, said: String, undone: String)] = [
            ("M\u{15}New name\r", "Renamed to “New name”", "rename a feed to “New name”"),
            ("M\u{15}\r", "Renamed to “a.invalid/”", "restore a feed's own title"),
            ("T\u{15}linux \"two words\"\r", "linux, two words", "change the tags of a.invalid/"),
            ("Vcode\r", "to the group code", "move a.invalid/ to “code”"),
            ("(", "Moved a.invalid/ up", "move a.invalid/"), (")", "Moved a.invalid/ down", "move a.invalid/"),
            ("@\u{15}https://d.invalid/\r", "now has the URL https://d.invalid/", "change the URL of a.invalid/"),
            ("P", "Paused ", "pause "), ("P", "Resumed ", "resume "),
            ("D", "Removed ", "remove "),
            ("'odd\rM\u{15}Ones\r", "Renamed to “Ones”", "rename the saved search “Odd”"),
            ("D", "Removed “Ones”", "remove the saved search “Ones”"),
            ("i\u{15}~/list.opml\r", "1 failed", "add ")
        ]
        let reader = try DrawnReader.launch(home: home)
        try await reader.waitForScreen(showing: "b.invalid")
        var texts = [try urls()]
        for deed in deeds {
            reader.type(deed.keys)
            try await reader.waitForScreen { $0.foot.contains(deed.said) }
            texts.append(try urls())
        }
        #expect(Set(texts).count >= deeds.count - 1)
        reader.press("Q")
        try await reader.waitForExit()

        let second = try DrawnReader.launch(home: home)
        try await second.waitForScreen(showing: "b.invalid")
        for (deed, text) in zip(deeds, texts).reversed() {
            second.press("u")
            try await second.waitForScreen { $0.foot.contains("Undid: ") && $0.foot.contains(deed.undone) }
            #expect(try urls() == text)
            second.press(.control("l"))
            try await second.waitForScreen { !$0.foot.contains("Undid") }
        }
        second.press("u")
        try await second.waitForScreen(showing: "Nothing to undo")
        second.press("Q")
        try await second.waitForExit()

        let third = try DrawnReader.launch(home: home)
        try await third.waitForScreen(showing: "b.invalid")
        for (deed, text) in zip(deeds, texts.dropFirst()) {
            third.press(.control("r"))
            try await third.waitForScreen { $0.foot.contains("Redid: ") && $0.foot.contains(deed.undone) }
            #expect(try urls() == text)
            third.press(.control("l"))
            try await third.waitForScreen { !$0.foot.contains("Redid") }
        }
    }
}

extension Screen {
    /// The listed rows, without the lines above and below.
    fileprivate var rows: [String] { Array(lines.dropFirst().dropLast()) }
}

@Suite(.drawing) struct `The undo history` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", body: "<p>It happened.</p>", link: "https://example.org/1"),
            .init(title: "Second story", body: "<p>It went on.</p>", link: "https://example.org/2"),
            .init(title: "Third story", body: "<p>It ended.</p>", link: "https://example.org/3")
        ]
    ).rss

    @Test func `the undo history lists changes, and goes back to any of them and forward again`() async throws {
        let home = try Home()
        let reader = try DrawnReader.launch(feeds: [news], home: home)
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        reader.press("s")
        try await reader.waitForScreen(showing: "✪ First story")
        reader.press("j", "N", "j", "N")
        try await reader.waitForScreen { $0.contains("  Second story") && $0.contains("  Third story") }
        reader.press("H")
        try await reader.waitForScreen {
            $0.contains(" → mark “Third story” read") && $0.contains("star “First story”") && $0.contains("row 1 of 3")
        }
        reader.press("G", .enter)
        try await reader.waitForScreen(showing: "Press Enter again to undo 2 steps")
        reader.press(.enter)
        try await reader.waitForScreen { $0.contains("Undid 2 steps") && $0.contains(" → star “First story”") }
        reader.press("q")
        try await reader.waitForScreen { $0.contains("✪ First") && $0.contains("● Second") && $0.contains("● Third") }
        reader.press("H", "g", .enter, .enter)
        try await reader.waitForScreen { $0.contains("Redid 2 steps") && !$0.contains("undone") }
        reader.press("q")
        try await reader.waitForScreen { !$0.contains("● Second story") && !$0.contains("● Third story") }
    }

    @Test func `the undo history asks again after the cursor has moved`() async throws {
        let reader = try DrawnReader.launch(feeds: [news], home: try Home())
        try await reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        reader.press("s", "j", "s", "j", "s")
        try await reader.waitForScreen(showing: "✪ Third story")
        reader.press("H", "G", .enter)
        try await reader.waitForScreen(showing: "to undo 2 steps")
        reader.press("k", .enter)
        try await reader.waitForScreen(showing: "to undo 1 step")
    }
}
