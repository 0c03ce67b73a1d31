import Configuration
import Foundation
import Terminal
import TestSupport
import Testing
import Typesetting
import ViewModels

@testable import TerminalUI

@Suite struct `The page of keys` {
    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'page of keys'` writes the page again.
    @Test func `the page of keys lists each operation with its keys`() throws {
        let text = KeysReference(newsboatKeys: KeyMap(try config("keys newsboat"))).markdown
        let page = ProjectFile.url("Documentation/reference/keys.md")
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
        let digits = ["one", "two", "three", "four", "five", "six", "seven", "eight"]
        for name in ViewModels.Operation.allCases.map(\.rawValue) where !digits.contains(name) {
            #expect(text.contains("`\(name)` |"), "\(name) has a row")
        }
        let rows = text.replacing("\\|", with: "").split(separator: "\n").filter { $0.hasPrefix("|") }
        #expect(Set(rows.map { row in row.count { $0 == "|" } }) == [3, 5, 6], "each table has whole rows")
    }
}

@Suite struct `The five keys to know first` {
    @Test(arguments: ViewModels.Screen.allCases)
    func `the help of each screen begins with five keys, as they are bound`(in screen: ViewModels.Screen) throws {
        let newsboatKeys = KeyMap(try config("keys newsboat"))
        #expect(screen.view.firstKeys.count == 5)
        for first in screen.view.firstKeys {
            #expect(!KeyMap.standard.keyNames(of: first.operations, in: screen).isEmpty, "\(first.meaning)")
        }
        for map in [KeyMap.standard, newsboatKeys] {
            let help = map.help(for: screen, columns: 80).lines(width: 80).map(\.text)
            let start = try #require(help.firstIndex(of: "Start here"))
            let end = try #require(help.firstIndex { [ViewModels.Operation.Topic.moving.name].contains($0) })
            let section = help[start..<end].joined(separator: "\n")
            for first in screen.view.firstKeys {
                let names = map.keyNames(of: first.operations, in: screen)
                if !names.isEmpty { #expect(section.contains("\(names.joined(separator: " ")) ")) }
            }
        }
    }
}

@Suite struct `Texts that can't name keys` {
    /// Messages look up keys in the key map, but these texts can't.
    @Test func `texts of operations name no keys`() {
        let explanations = ViewModels.Operation.allCases.flatMap { operation in
            Screen.allCases.map { operation.explanation(in: $0) } + [operation.explanation]
        }
        let meanings = Screen.allCases.flatMap { $0.view.firstKeys.map(\.meaning) }
        for text in explanations + meanings + NewsboatOperation.all.compactMap(\.reason) {
            let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "'" }
            #expect(!words.contains { $0.count == 1 && $0 != "a" && $0 != "0" }, "\(text)")
            #expect(!words.contains { $0.hasPrefix("Ctrl-") || ["Esc", "Enter", "Space"].contains($0) }, "\(text)")
        }
    }
}

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
