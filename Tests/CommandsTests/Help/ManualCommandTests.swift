import Foundation
import TestSupport
import Testing

@testable import Commands

/// Only commands that need neither the network nor the user's files.
@Suite struct `The commands that the manual shows` {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../Documentation").standardized
    private static let verbs = ["export", "feeds", "items", "mark", "search", "undo", "unread", "config"]

    /// Lines of code that begin with “lede”, up to where another program begins.
    private static var commands: [String] {
        let pages = ["guide", "reference"].flatMap {
            (try? FileManager.default.contentsOfDirectory(
                at: folder.appending(path: $0), includingPropertiesForKeys: nil)) ?? []
        }
        let line = /^ {4}lede((?: +(?:'[^'\n]*'|"[^"\n]*"|[^\s`|;>)'"&]+))+)/.anchorsMatchLineEndings()
        let commands = pages.filter { $0.pathExtension == "md" }.flatMap { page in
            ((try? String(contentsOf: page, encoding: .utf8)) ?? "").matches(of: line).map { String($0.output.1) }
        }
        return Set(commands).filter { command in
            let words = words(of: command)
            // The first needs an editor, and the second reports that it skips the test's feed, which is a file.
            let isLeftOut = words == ["config", "edit"] || words == ["export", "opml"]
            return verbs.contains(words[0]) && !isLeftOut && !words.joined().contains("…")
        }.sorted()
    }

    private static func words(of command: String) -> [String] {
        command.matches(of: /'[^']*'|"[^"]*"|\S+/).map { $0.output.filter { $0 != "'" && $0 != "\"" } }
    }

    @Test func `the commands that the manual shows work`() async throws {
        let home = try Home()
        let items = (1...3).map { SampleFeed.Item(title: "The page cache \($0)", body: "<p>Text</p>", date: .now) }
        try Data(SampleFeed(title: "News", items: items).rss.utf8).write(to: URL(filePath: home.path + "/feed"))
        try home.write(urls: ["file://\(home.path)/feed news", "https://xkcd.com/atom.xml comics"])
        #expect(try await home.run("refresh", "file://\(home.path)/feed").status == 0)
        #expect(try await home.run("mark", "read", "1").status == 0)
        #expect(Self.commands.count >= 8)
        for command in Self.commands {
            let run = try await home.run(Self.words(of: command))
            #expect(run.status == 0 && run.errors.isEmpty, "lede\(command): \(run.errors)")
        }
    }
}
