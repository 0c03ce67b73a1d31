import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Tagging, starring, saving and sharing` {
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
}

@Suite(.blocking) struct `Filtering the list of feeds` {
}
