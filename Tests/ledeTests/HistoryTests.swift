import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The undo history` {
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
}
