import TestSupport
import Testing

@Suite struct `The command line` {
    @Test func `does operations by their names, and says what it doesn't know`() throws {
        let reader = try Reader.launch(feeds: ["https://nowhere.invalid/feed"])
        try reader.waitForScreen(showing: "nowhere.invalid")
        try reader.press(":")
        try reader.type("show-f")
        try reader.press(.tab, .enter)
        try reader.waitForScreen(showing: "Nothing has failed")
        try reader.press(":")
        try reader.type("exec qiut")
        try reader.press(.enter)
        try reader.waitForScreen(showing: "There is no operation “qiut”")
        try reader.press(":", .up, .control("w"))
        try reader.type("quit; quit")
        try reader.press(.enter)
        try reader.waitForExit()
    }

    @Test func `lists the feeds of a tag that is chosen by some letters of it`() throws {
        let reader = try Reader.launch(feeds: [
            "https://a.invalid/ linux", "https://b.invalid/ swift", "https://c.invalid/ swift"
        ])
        try reader.waitForScreen(showing: "a.invalid")
        try reader.press("t", "sw")
        try reader.waitForScreen { $0.contains("With the tag: sw") && !$0.contains("   linux") }
        try reader.press(.enter)
        try reader.waitForScreen { $0.contains("tag swift") && $0.contains("c.invalid") && !$0.contains("a.invalid") }
        try reader.press(.control("t"))
        try reader.waitForScreen(showing: "a.invalid")
    }
}
