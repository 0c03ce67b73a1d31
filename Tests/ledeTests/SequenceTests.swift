import TestSupport
import Testing

/// Sequences from terminals that aren't keys of lede's, in all modes.
@Suite struct `An unknown control sequence` {
    private let news = SampleFeed(title: "News", items: (1...3).map { .init(title: "Story \($0)") })

    // Taken as single letters, these marked everything read, removed feeds, undid and refreshed.
    @Test(arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"])
    func `an unknown control sequence does nothing`(type: String) throws {
        let reader = try Reader.launch(feeds: [news.rss], environment: ["TERM": type])
        try reader.openFeed(fetching: "3 new", showing: "Story 3")
        try reader.press("q", "k")
        // The weeks of the feed come when they are counted.
        let before = try reader.waitForScreen { $0.contains("row 4 of 5") && $0.text.contains(/News.*[▇#]/) }
        let sequences = [
            "[1;2A", "[1;2B", "[1;3A", "[1;9C", "[97;5u", "[I", "[O", "[?62;1;4c", "[5;10R", "[2~", "[1;2P", "[1;2R",
            "[25;2~", "P1+r544e=787465726d\u{1B}\\", "_Gi=31;OK\u{1B}\\", "O5C", "[M#!!", "[[Q", "]10;rgb:0/0/0\u{1B}\\"
        ]
        for sequence in sequences { try reader.type("\u{1B}" + sequence) }
        // After all of them, keys still work.
        try reader.press("?")
        try reader.waitForScreen(showing: "Keys")
        try reader.press("q")
        try reader.waitForScreen { $0.cells == before.cells }
    }

    @Test(arguments: ["\u{1B}[", "\u{1B}O"])
    func `unknown control sequences aren't taken for arrow keys, in either mode`(beginning: String) throws {
        let reader = try Reader.launch(feeds: [news.rss])
        try reader.openFeed(fetching: "3 new", showing: "Story 3")
        try reader.type(beginning + "B")
        try reader.waitForScreen(showing: "row 2 of 3")
        try reader.type(beginning + "A")
        try reader.waitForScreen(showing: "row 1 of 3")
        try reader.type(beginning + "C")
        try reader.type(beginning + "D")
        try reader.waitForScreen(showing: "3 unread")
    }
}
