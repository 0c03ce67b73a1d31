import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `Notifications` {
    private let home: Home
    private let feed = SampleFeed(
        title: "News",
        items: [
            .init(title: "First story", link: "https://example.org/1"),
            .init(title: "Second \u{1B}]2;x\u{7}story", link: "https://example.org/2")
        ]
    ).rss

    init() throws {
        home = try Home()
        try Data(feed.utf8).write(to: URL(filePath: "\(home.path)/feed"))
        try home.write(urls: ["file://\(home.path)/feed"])
    }

    @Test func `the reader waits for rules' commands when quitting, unless the user presses Ctrl-C`()
        throws
    {
        try home.write(config: "on new title =~ \"First\" do run \"touch $HOME/begun; exec sleep 1000\"\n")
        let reader = try Reader.launch(home: home)
        try reader.press("R")
        try reader.waitForScreen(showing: "2 new in 1 feed")
        while !FileManager.default.fileExists(atPath: "\(home.path)/begun") { try reader.settle(for: 0.05) }
        try reader.press("A")
        try reader.waitForScreen(showing: " (u to undo)")
        try reader.press("Q")
        try reader.waitForScreen(showing: "lede: waiting for a rule's command: press Ctrl-C to quit without it")
        #expect(reader.modes == reader.modesAtStart)
        #expect(try Lede.run("unread", home: home).output == "0\n")
        try reader.press(.control("c"))
        #expect(try reader.waitForExit() == .status(130))
    }
}
