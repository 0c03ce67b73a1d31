import Configuration
import Foundation
import TestSupport
import Testing
import ViewModels

@testable import TerminalUI

@Suite struct `Each operation of newsboat` {
    @Test func `each operation of newsboat is one of lede's, or has a reason why not`() {
        for operation in NewsboatOperation.all {
            #expect((operation.operation == nil) == (operation.reason != nil), "\(operation.name)")
        }
    }

    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'operation of newsboat'` writes the page again.
    @Test func `the manual lists each operation of newsboat with its keys`() throws {
        let text = NewsboatOperation.guide(newsboatKeys: KeyMap(try config("keys newsboat")))
        let page = ProjectFile.url("Documentation/reference/newsboat-operations.md")
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
        let bars = text.replacing("\\|", with: "").split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(bars.allSatisfy { line in line.count { $0 == "|" } == 5 }, "rows have four cells")
    }
}
