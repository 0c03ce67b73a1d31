import Foundation
import Testing

@testable import TerminalUI

@Suite struct `The reference of the config file` {
    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'reference of the config file'` writes it anew.
    @Test func `says what the tables say`() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/configuration.md")
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil {
            try Data(ConfigCheck.reference.utf8).write(to: page)
        }
        #expect(try String(contentsOf: page, encoding: .utf8) == ConfigCheck.reference)
    }
}
