import Foundation
import TestSupport
import Testing

@Suite(.drawing) struct `The command line` {
    @Test func `the command line runs operations by name, and names unknown ones`() async throws {
        let reader = try DrawnReader.launch(feeds: ["https://nowhere.invalid/feed"])
        try await reader.waitForScreen(showing: "nowhere.invalid")
        reader.press(":")
        reader.type("show-f")
        reader.press(.tab, .enter)
        try await reader.waitForScreen(showing: "No feeds have failed")
        reader.press(":")
        reader.type("exec qiut")
        reader.press(.enter)
        try await reader.waitForScreen(showing: "Unknown command “qiut”")
        reader.press(":", .up, .control("w"))
        reader.type("quit; quit")
        reader.press(.enter)
        try await reader.waitForExit()
    }

    @Test(arguments: [
        ("sorce x", "Unknown command “sorce”: did you mean “source”?"),
        ("set txt-width 70", "Unknown setting “txt-width”: did you mean “text-width”?"),
        ("set text-width wide", " text-width must be a whole number"),
        ("set wrap-scroll=x", " wrap-scroll must be yes or no"),
        ("exec toggle-article-read x", " toggle-article-read takes “read” or “unread”"),
        ("text-width 70", "Unknown command “text-width”: use “set text-width” for settings"),
        ("set theme drak", "did you mean “dark”?"), ("set theme autum", "did you mean “autumn”?"),
        ("set article-sort-order titel", "did you mean “title”?"),
        ("tag swfit", "No feeds or items have the tag “swfit”: did you mean “swift”?"),
        ("exec select-filter Lnog", "No filter named “Lnog” in the config file: did you mean “Long”?")
    ])
    func `the command line suggests what was meant`(typed: String, answer: String) async throws {
        let home = try Home()
        try home.write(config: "define-filter Long \"words > 1000\"")
        try FileManager.default.createDirectory(
            atPath: home.config + "/themes", withIntermediateDirectories: true)
        try "color listfocus black yellow\n".write(
            toFile: home.config + "/themes/autumn", atomically: true, encoding: .utf8)
        let reader = try DrawnReader.launch(feeds: ["https://a.invalid/ swift"], size: (160, 24), home: home)
        try await reader.waitForScreen(showing: "a.invalid")
        reader.type(":\(typed)\r")
        try await reader.waitForScreen(showing: answer)
    }

    @Test func `a group is called a group, not a tag`() async throws {
        let reader = try DrawnReader.launch(feeds: [
            "#: group code/swift", "https://a.invalid/", "https://b.invalid/ news"
        ])
        try await reader.waitForScreen(showing: "a.invalid")
        reader.type(":tag code\r")
        try await reader.waitForScreen {
            $0.line(0).contains("group code") && $0.foot.contains("0 unread in this group")
        }
        reader.type(":tag news\r")
        try await reader.waitForScreen { $0.line(0).contains("tag news") && $0.foot.contains("0 unread with this tag") }
    }

    @Test func `a tag is chosen by typing some of its letters`() async throws {
        let reader = try DrawnReader.launch(feeds: [
            "https://a.invalid/ linux", "https://b.invalid/ swift", "https://c.invalid/ swift"
        ])
        try await reader.waitForScreen(showing: "a.invalid")
        reader.press("t", "sw")
        try await reader.waitForScreen { $0.contains("Show tag or group: sw") && !$0.contains("   linux") }
        reader.press(.enter)
        try await reader.waitForScreen {
            $0.contains("tag swift") && $0.contains("c.invalid") && !$0.contains("a.invalid")
        }
        #expect(reader.screen.contains("0 unread with this tag"))
        reader.press(.control("t"))
        try await reader.waitForScreen { $0.contains("a.invalid") && !$0.contains("with this tag") }
    }
}
