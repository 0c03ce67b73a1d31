import Foundation
import TestSupport
import Testing

@Suite struct `Typing at a prompt` {
    @Test func `Tab completes a file, and the history of the last run has it`() throws {
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.path + "/lists", withIntermediateDirectories: true)
        for name in ["feeds-old.opml", "feeds-new.opml"] {
            try "<opml/>".write(toFile: home.path + "/lists/\(name)", atomically: true, encoding: .utf8)
        }
        let reader = try Reader.launch(feeds: [], home: home)
        try reader.waitForScreen(showing: "have any feeds yet")
        try reader.press("i")
        try reader.type("~/li")
        try reader.press(.tab, "fe", .tab)
        try reader.waitForScreen {
            $0.contains("OPML file: ~/lists/feeds-") && $0.contains("feeds-new.opml  feeds-old.opml")
        }
        try reader.press(.tab, .tab)
        try reader.waitForScreen(showing: "OPML file: ~/lists/feeds-old.opml")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "You already have all of these feeds")
        try reader.press("Q")
        try reader.waitForExit()
        let again = try Reader.launch(home: home)
        try again.waitForScreen(showing: "have any feeds yet")
        try again.press("i", .up)
        try again.waitForScreen(showing: "OPML file: ~/lists/feeds-old.opml")
    }

    @Test func `Alt moves by words in a prompt, even typed ahead`() throws {
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: []).rss])
        try reader.waitForScreen(showing: "0 unread")
        try reader.type(":one two\u{1B}bX")
        try reader.waitForScreen(showing: ":one Xtwo")
        try reader.type("\u{1B}fY\u{1B}\u{7F}")
        try reader.waitForScreen { $0.contains(":one") && !$0.contains("two") }
        // Other keys of shells do nothing in lede, but they aren't keys of the list either.
        try reader.type("three\u{1B}u\u{1B}q!")
        try reader.waitForScreen { $0.contains(":one") && $0.contains("three!") }
    }

    @Test func `Alt moves by words while filtering choices, too`() throws {
        let reader = try Reader.launch(feeds: [SampleFeed(title: "News", items: []).rss])
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("S")
        try reader.waitForScreen(showing: "Sort by:")
        try reader.type("one two\u{1B}bX")
        try reader.waitForScreen(showing: "Sort by: one Xtwo")
        try reader.type("\u{1B}\u{7F}")
        try reader.waitForScreen(showing: "Sort by: one two")
    }

    @Test func `a click waits for the keys before it while these wait for an edit`() throws {
        let home = try Home()
        let feeds = ["a", "b", "c"].map { "https://nowhere.invalid/\($0)" }
        let reader = try Reader.launch(feeds: feeds, home: home)
        let screen = try reader.waitForScreen { $0.chosen.contains("nowhere.invalid/a") }
        let first = try #require(screen.row(of: "nowhere.invalid/a"))
        // As another lede does that edits the file.
        let folder = open(home.config, O_RDONLY | O_DIRECTORY)
        try #require(flock(folder, LOCK_EX) == 0)
        try reader.press("P", "j")
        try reader.point("0", row: first, column: 10)
        try reader.point("0", row: first, column: 10, isRelease: true)
        try reader.press("P")
        try reader.settle()
        close(folder)
        // The first feed was paused and resumed, so the press came after the move.
        try reader.waitForScreen { $0.foot.contains("Resumed ") && $0.chosen.contains("nowhere.invalid/a") }
        let file = try String(contentsOfFile: home.config + "/urls", encoding: .utf8)
        #expect(!file.contains("refresh"))
    }
}
