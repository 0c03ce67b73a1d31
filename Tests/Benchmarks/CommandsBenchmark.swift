import Figures
import Foundation
import Library
import TestSupport

/// Measures commands that scripts and status bars run repeatedly, from exec to the end, on a library of one size.
struct CommandsBenchmark {
    let report: Report
    let size: Int

    private let runs = Scale.runs(41)

    func run() throws {
        let generated = try GeneratedLibrary.ofSize(size)
        let home = try Home()
        try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: true)
        // Only reading commands are measured, and they leave the file unchanged.
        try FileManager.default.createSymbolicLink(
            atPath: home.data + "/library.db", withDestinationPath: generated.path)
        let feeds = try Library(path: generated.path).feeds()
        try home.write(urls: feeds.map { ([$0.url] + $0.tags.map { "\"\($0)\"" }).joined(separator: " ") })
        try home.write(config: Self.config)
        let environment = Lede.environment(home: home, adding: [:])
        let program = try BuildProducts.executable("lede")
        // A writing command makes the library remember its urls file, as the reader does.
        _ = try CommandRun(program: program, arguments: ["undo"], environment: environment)
        report.section("\(DecimalText.of(size)) items in \(feeds.count) feeds")
        for words in [
            ["--version"], ["unread"], ["unread", "--feed", feeds[0].url], ["items", "--limit", "100", "--json"],
            ["feeds", "--json"], ["show", "1"], ["search", "lighthouse"], ["help"], ["config", "check"]
        ] {
            try report.turns(
                "lede \(words.joined(separator: " "))", runs: runs,
                [
                    .own { try time(program, words, environment) }, .floor("true") { try time("/bin/true", [], [:]) }
                ])
        }
    }

    /// Shows mainly in “config check”, which does little else.
    private static let config = """
        keys newsboat
        theme dark
        text-width 72
        macro v run mpv %u -- "play it"
        highlight articlelist "swift|rust" yellow default bold
        highlight-article "age < 1" green
        on new title =~ "x" do star

        """

    private func time(_ program: String, _ words: [String], _ environment: [String: String]) throws -> Reading {
        try Cost {
            let run = try CommandRun(program: program, arguments: words, environment: environment)
            precondition(run.status == 0, "\(words) failed: \(run.errors)")
        }.onClock
    }
}
