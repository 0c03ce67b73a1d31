import Configuration
import Foundation
import Testing

@testable import TerminalUI

@Suite struct `The reference of the config file` {
    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'reference of the config file'` writes the page again.
    @Test(arguments: ["config.md", "newsboat-settings.md"])
    func `the reference of the config file matches the tables in the code`(name: String) throws {
        let text = name == "config.md" ? ConfigCheck.reference : ConfigReference.newsboat
        let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Documentation/reference/\(name)")
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}
