import TestSupport
import Testing

/// Characters that no terminal may get don't reach the output, whatever part of a feed contains them.
@Suite struct `A poisoned feed` {
    @Test func `a poisoned feed reaches no screen`() throws {
        let home = try Home()
        let reader = try Reader.launch(feeds: [PoisonedFeed.document(), PoisonedFeed.page()], home: home)
        try reader.waitForScreen(showing: "0 unread")
        try reader.press("R")
        try reader.waitForScreen(showing: "new in 1 feed · 1 failed (E)")
        try reader.press("E")
        try reader.waitForScreen(showing: "failures")
        try reader.press("q", .home, .enter)
        try reader.waitForScreen(showing: "row 1 of \(PoisonedFeed.itemCount)")
        for _ in 0..<PoisonedFeed.itemCount {
            try reader.press(.enter)
            try reader.waitForScreen(showing: "back")
            try reader.press(.end)
            try reader.waitForScreen(showing: "100%")
            try reader.press("q", "j")
        }
        try reader.press("Q")
        try reader.waitForExit()
        let sent = SentBytes(toTerminal: reader.output)
        #expect(sent.text.contains("pwned"))
        #expect(sent.faults == [])
        #expect(reader.screen.title.contains("– lede"))
    }
}
