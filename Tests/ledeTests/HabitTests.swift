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
}
