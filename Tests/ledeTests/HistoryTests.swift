import Foundation
import TestSupport
import Testing

@Suite struct `The undo history` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", body: "<p>It happened.</p>", link: "https://example.org/1"),
            .init(title: "Second story", body: "<p>It went on.</p>", link: "https://example.org/2"),
            .init(title: "Third story", body: "<p>It ended.</p>", link: "https://example.org/3")
        ]
    ).rss

    @Test func `the undo history lists changes, and goes back to any of them and forward again`() throws {
        let home = try Home()
        let reader = try Reader.launch(feeds: [news], home: home)
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        try reader.press("s")
        try reader.waitForScreen(showing: "✪ First story")
        try reader.press("j", "N", "j", "N")
        try reader.waitForScreen { $0.contains("  Second story") && $0.contains("  Third story") }
        try reader.press("H")
        try reader.waitForScreen {
            $0.contains(" → mark “Third story” read") && $0.contains("star “First story”") && $0.contains("row 1 of 3")
        }
        try reader.press("G", .enter)
        try reader.waitForScreen(showing: "Press Enter again to undo 2 steps")
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("Undid 2 steps") && $0.contains(" → star “First story”") }
        try reader.press("q")
        try reader.waitForScreen { $0.contains("✪ First") && $0.contains("● Second") && $0.contains("● Third") }
        try reader.press("H", "g", .enter, .enter)
        try reader.waitForScreen { $0.contains("Redid 2 steps") && !$0.contains("undone") }
        try reader.press("q")
        try reader.waitForScreen { !$0.contains("● Second story") && !$0.contains("● Third story") }
    }

    @Test func `the undo history names a feed without a title by its URL`() throws {
        let home = try Home()
        for url in ["https://user:secret@a.invalid/feed", "https://b.invalid/feed"] {
            #expect(try Lede.run("add", "--as-is", url, home: home).status == 0)
        }
        func history(_ arguments: String...) throws -> [String] {
            try Lede.run(["history"] + arguments, home: home).output.split(separator: "\n").map {
                $0.split(separator: "\t").dropFirst().joined(separator: " ")
            }
        }
        let steps = ["add “https://b.invalid/feed”", "add “https://a.invalid/feed”"]
        #expect(try history() == steps)
        #expect(try history("--limit", "1") == steps.dropLast())
        #expect(try history("--limit", "0") == steps, "0 means no limit, as for other commands")
        #expect(try Lede.run("undo", home: home).output == "undid: add https://b.invalid/feed\n")
        #expect(try Lede.run("redo", home: home).output == "redid: add https://b.invalid/feed\n")
        let reader = try Reader.launch(home: home)
        try reader.waitForScreen(showing: "b.invalid")
        try reader.press("H")
        try reader.waitForScreen(showing: "→ add “https://b.invalid/feed”")
    }

    @Test func `the undo history asks again after the cursor has moved`() throws {
        let reader = try Reader.launch(feeds: [news], home: try Home())
        try reader.openFeed(fetching: "3 new in 1 feed", showing: "● First story")
        try reader.press("s", "j", "s", "j", "s")
        try reader.waitForScreen(showing: "✪ Third story")
        try reader.press("H", "G", .enter)
        try reader.waitForScreen(showing: "to undo 2 steps")
        try reader.press("k", .enter)
        try reader.waitForScreen(showing: "to undo 1 step")
    }
}
