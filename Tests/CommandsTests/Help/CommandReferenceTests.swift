import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `The reference of the commands` {
    /// `LEDE_WRITE_REFERENCE=1 swift test --filter 'reference of the commands'` writes the page again.
    @Test func `the reference of the commands matches the table of commands`() throws {
        let text = CommandReference.markdown
        let page = ProjectFile.url("Documentation/reference/commands.md")
        if ProcessInfo.processInfo.environment["LEDE_WRITE_REFERENCE"] != nil { try Data(text.utf8).write(to: page) }
        #expect(try String(contentsOf: page, encoding: .utf8) == text)
    }
}

/// The manual's page about all commands, Documentation/reference/commands.md, made from the table of commands.
private enum CommandReference {
    static var markdown: String {
        var parts = [
            "# Commands",
            "`lede` opens the reader. `lede COMMAND` runs one command and exits. `lede help COMMAND` prints a command's help.",
            "## Options",
            "`--starter-feeds` and `--version` work without a command. The others work with every command, before or after it.",
            table(of: ReaderOpening.options + Subcommand.commonOptions),
            "## Exit codes",
            "A command whose exit codes mean something else says so below.",
            table(of: Subcommand.commonExits)
        ]
        for group in Subcommand.groups {
            parts += ["## \(group.title)"] + group.subcommands.flatMap(section)
        }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private static func section(_ subcommand: Subcommand) -> [String] {
        var parts = [
            "### lede \(subcommand.name)", code(subcommand.synopsis),
            Markdown.escaped(subcommand.summary.capitalisedSentence)
        ]
        parts += subcommand.details.map(Markdown.escaped)
        if !subcommand.options.isEmpty { parts.append(table(of: subcommand.options)) }
        for example in subcommand.examples {
            parts += ["Example: \(Markdown.escaped(example.meaning))", code(example.line)]
        }
        if !subcommand.exits.isEmpty { parts.append(table(of: subcommand.exits)) }
        return parts
    }

    private static func table(of options: [Subcommand.Option]) -> String {
        Markdown.table(["option", "meaning"], options.map { ["`\($0.pattern)`", Markdown.escaped($0.meaning)] })
    }

    private static func table(of exits: [Subcommand.Exit]) -> String {
        Markdown.table(["exit code", "meaning"], exits.map { ["\($0.code)", Markdown.escaped($0.meaning)] })
    }

    private static func code(_ line: String) -> String { "    \(line)" }
}
