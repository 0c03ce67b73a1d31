import Foundation
import Testing

@testable import Commands

@Suite struct `The guides` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Documentation").standardized

    private static var guides: [URL] {
        files(in: folder) + ["guide", "reference", "development"].flatMap { files(in: folder.appending(path: $0)) }
    }

    /// The guides, and ARCHITECTURE.md and the others at the top, whose examples have comments behind commands.
    private static var pages: [URL] { guides + files(in: folder.deletingLastPathComponent()) }

    private static func files(in folder: URL) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    }

    @Test func `are there`() { #expect(Self.guides.count >= 15) }

    /// Commands between backticks and in lines of code, up to where another program begins.
    private static func commands(in text: String) -> [String] {
        let command = /(?:`|^ {4}(?:.*[|;(] ?)?)lede((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s`|;>)'"]+))*)/
        return text.matches(of: command.anchorsMatchLineEndings()).map { String($0.output.1) }
    }

    @Test(arguments: guides)
    func `name only commands and options that there are`(guide: URL) throws {
        for command in Self.commands(in: try String(contentsOf: guide, encoding: .utf8)) {
            let words = Self.words(command)
            // “COMMAND” stands for any, and a word alone for all commands that begin with it.
            if words.contains("COMMAND") { continue }
            if words.count == 1, Verb.all.contains(where: { $0.name.hasPrefix(words[0] + " ") }) { continue }
            #expect(throws: Never.self, "\(guide.lastPathComponent): lede \(command)") {
                guard let verb = try Invocation(words).verb else {
                    _ = try Arguments(words, options: ReaderOpening.options + Verb.commonOptions, environment: [:])
                    return
                }
                _ = try Arguments(
                    Invocation(words).rest, options: verb.allOptions, takesDashedWords: verb.takesDashedWords,
                    environment: [:])
            }
        }
    }

    @Test(arguments: pages)
    func `lead to files that are there`(page: URL) throws {
        let text = try String(contentsOf: page, encoding: .utf8)
        for link in text.matches(of: /\]\(([^):#]+)[)#]/) {
            let file = page.deletingLastPathComponent().appending(path: String(link.output.1))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page.lastPathComponent): \(link.output.1)")
        }
    }

    @Test func `tell of the JSON of every command that prints it`() throws {
        let guide = try String(contentsOf: Self.folder.appending(path: "reference/json.md"), encoding: .utf8)
        for verb in Verb.all where verb.options.contains(where: { $0.name == "--json" }) {
            #expect(guide.contains("lede \(verb.name) --json"), "\(verb.name)")
        }
    }

    /// The words of a command line, with what is quoted as one.
    private static func words(_ command: String) -> [String] {
        command.matches(of: /'[^']*'|"[^"]*"|\S+/).map { $0.output.filter { $0 != "'" && $0 != "\"" } }
    }
}
