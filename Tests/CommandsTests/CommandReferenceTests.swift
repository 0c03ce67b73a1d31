import Foundation
import Testing

@testable import Commands

@Suite struct `The reference of the commands` {
    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'reference of the commands'` writes the page again.
    @Test func `the reference of the commands matches the table of commands`() throws {
        let text = CommandReference.markdown
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/reference/commands.md")
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}
