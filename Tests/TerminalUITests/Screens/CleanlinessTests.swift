import TestSupport
import Testing

/// Characters that no terminal may get don't reach the output, whatever part of a feed contains them.
@Suite(.drawing) struct `A poisoned feed` {
    @Test func `a poisoned feed reaches no screen`() async throws {
        let home = try Home()
        let reader = try DrawnReader.launch(feeds: [PoisonedFeed.document(), PoisonedFeed.page()], home: home)
        try await reader.waitForScreen(showing: "0 unread")
        reader.press("R")
        try await reader.waitForScreen(showing: "new in 1 feed · 1 failed (E)")
        reader.press("E")
        try await reader.waitForScreen(showing: "failures")
        reader.press("q", .home, .enter)
        try await reader.waitForScreen(showing: "row 1 of \(PoisonedFeed.itemCount)")
        for _ in 0..<PoisonedFeed.itemCount {
            reader.press(.enter)
            try await reader.waitForScreen(showing: "back")
            reader.press(.end)
            try await reader.waitForScreen(showing: "100%")
            reader.press("q", "j")
        }
        reader.press("Q")
        try await reader.waitForExit()
        let sent = SentBytes(toTerminal: reader.output)
        #expect(sent.text.contains("pwned"))
        #expect(sent.faults == [])
        #expect(reader.screen.title.contains("– lede"))
    }
}
