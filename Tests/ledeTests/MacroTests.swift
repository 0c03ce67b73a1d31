import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `A macro` {
    private let news = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", link: "https://example.org/1"),
            .init(title: "Second story", link: "https://example.org/2")
        ]
    ).rss

    @Test func `says why its program failed, and leaves no error on the shell's screen`() throws {
        let home = try Home()
        let program = try home.writeProgram("program", "echo \"no such folder\" >&2; exit 3")
        try home.write(config: "macro x run \(program)\n")
        // So wide that the message has the program's path before it on one line.
        let reader = try Reader.launch(feeds: [news], size: (300, 24), home: home)
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
