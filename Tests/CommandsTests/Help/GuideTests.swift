import Foundation
import TestSupport
import Testing

@testable import Commands

@Suite struct `The guides` {
    private static let folder = ProjectFile.url("Documentation")

    private static var guides: [URL] {
        files(in: folder) + ["guide", "reference", "development"].flatMap { files(in: folder.appending(path: $0)) }
    }

    /// The guides, and the pages at the top such as ARCHITECTURE.md, whose examples have comments after commands.
    private static var pages: [URL] { guides + files(in: folder.deletingLastPathComponent()) }

    private static func files(in folder: URL) -> [URL] {
        let files = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (files ?? []).filter { $0.pathExtension == "md" }.sorted { $0.path < $1.path }
    }

    @Test func `the tests find the guides`() { #expect(Self.guides.count >= 15) }

    /// Commands between backticks and in code, up to where another program begins.
    private static func commands(in text: String) -> [String] {
        let command = /(?:`|^ {4}(?:.*[|;(] ?)?)lede((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s`|;>)'"]+))*)/
        return text.matches(of: command.anchorsMatchLineEndings()).map { String($0.output.1) }
    }

    @Test(arguments: guides)
    func `the guides name only existing commands and options`(guide: URL) throws {
        for command in Self.commands(in: try String(contentsOf: guide, encoding: .utf8)) {
            let words = Self.words(command)
            // “COMMAND” stands for any command, and a single word for all commands that begin with it.
            if words.contains("COMMAND") { continue }
            if words.count == 1, Subcommand.all.contains(where: { $0.name.hasPrefix(words[0] + " ") }) { continue }
            #expect(throws: Never.self, "\(guide.lastPathComponent): lede \(command)") {
                guard let subcommand = try Invocation(words).subcommand else {
                    _ = try Arguments(
                        words, options: ReaderOpening.options + Subcommand.commonOptions, in: Surroundings())
                    return
                }
                _ = try Arguments(
                    Invocation(words).rest, options: subcommand.allOptions,
                    takesDashedWords: subcommand.takesDashedWords,
                    in: Surroundings())
            }
        }
    }

    @Test(arguments: pages)
    func `the guides link only to existing files`(page: URL) throws {
        let text = try String(contentsOf: page, encoding: .utf8)
        for link in text.matches(of: /\]\(([^):#]+)[)#]/) {
            let file = page.deletingLastPathComponent().appending(path: String(link.output.1))
            #expect(FileManager.default.fileExists(atPath: file.path), "\(page.lastPathComponent): \(link.output.1)")
        }
    }

    @Test func `the JSON guide describes every command that prints JSON`() throws {
        let guide = try String(contentsOf: Self.folder.appending(path: "reference/json.md"), encoding: .utf8)
        for subcommand in Subcommand.all where subcommand.options.contains(where: { $0.name == "--json" }) {
            #expect(guide.contains("lede \(subcommand.name) --json"), "\(subcommand.name)")
        }
    }

    /// The commands in lines of the manual's code that need neither the network nor the user's files.
    private static var commandsToRun: Set<String> {
        let line = /^ {4}lede((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s`|;>)'"&]+))+)/.anchorsMatchLineEndings()
        let commands = ["guide", "reference"].flatMap { files(in: folder.appending(path: $0)) }.flatMap { page in
            ((try? String(contentsOf: page, encoding: .utf8)) ?? "").matches(of: line).map { String($0.output.1) }
        }
        return Set(commands).filter { command in
            let words = words(command)
            // The first needs an editor, and the second reports that it skips the test's feed, which is a file.
            let isLeftOut = words == ["config", "edit"] || words == ["export", "opml"]
            let verbs = ["export", "feeds", "items", "mark", "search", "undo", "unread", "config"]
            return verbs.contains(words[0]) && !isLeftOut && !words.joined().contains("…")
        }
    }

    @Test func `the commands that the manual shows work`() async throws {
        let home = try Home()
        let items = (1...3).map { SampleFeed.Item(title: "The page cache \($0)", body: "<p>Text</p>", date: .now) }
        try Data(SampleFeed(title: "News", items: items).rss.utf8).write(to: URL(filePath: home.path + "/feed"))
        try home.write(urls: ["file://\(home.path)/feed news", "https://xkcd.com/atom.xml comics"])
        #expect(try await home.run("refresh", "file://\(home.path)/feed").status == 0)
        #expect(try await home.run("mark", "read", "1").status == 0)
        let commands = Self.commandsToRun
        #expect(commands.count >= 8)
        for command in commands {
            let run = try await home.run(Self.words(command))
            #expect(run.status == 0 && run.errors.isEmpty, "lede\(command): \(run.errors)")
        }
    }

    /// The words of a command line. Quoted words stay together.
    private static func words(_ command: String) -> [String] {
        command.matches(of: /'[^']*'|"[^"]*"|\S+/).map { $0.output.filter { $0 != "'" && $0 != "\"" } }
    }
}
