import Configuration
import Figures
import Foundation
import Glibc
import TestSupport

/// Measures reading a config file that has grown for years, as every start does before the first screen.
struct ConfigBenchmark {
    let report: Report

    private let rounds = Scale.runs(99)

    func run() throws {
        let (home, empty) = (try Home(), try Home())
        try home.write(config: Self.file)
        let paths = Paths(environment: home.environment)
        let lines = Self.file.count { $0 == "\n" }
        precondition(Config.read(paths).problems.isEmpty, "\(Config.read(paths).problems)")
        report.section("a config file of \(lines) lines, with newsboat's keys and a theme")
        report.add(
            "read",
            Cost.runs(rounds) { precondition(Config.read(paths).number(.textWidth) == 72) }.map(\.onProcessor),
            by: .least)
        try report.turns(
            "lede config check", runs: rounds, by: .least,
            [.own { try check(home) }, .floor("without a file") { try check(empty) }])
    }

    /// Checks the config file, which makes its keys, colours, rules and filters as a start does.
    private func check(_ home: Home) throws -> Reading {
        let before = rusage.ofEndedChildren.processorSeconds
        let run = try CommandRun(
            program: BuildProducts.executable("lede"), arguments: ["config", "check"],
            environment: Lede.environment(home: home, adding: [:]))
        precondition(run.status == 0, "config check failed: \(run.output)")
        return Reading(.processorMilliseconds, (rusage.ofEndedChildren.processorSeconds - before) * 1000)
    }

    private static let file = (settings + keys + colours).joined(separator: "\n") + "\n"

    private static let settings = [
        "# how it begins", "keys newsboat", "theme dark", "text-width 72", "auto-reload yes", "reload-time 120",
        "scrolloff 5", "wrap-scroll yes", "goto-next-feed no", "show-read-feeds no", "max-items 200",
        "browser \"w3m -o 'confirm_qq=0' %u\"", "datetime-format \"%d %b %Y\"",
        "articlelist-format \"%4i %f %D %6L  %?T?|%-17T|  &?%t\"", "notify-format \"%d new (%n unread in %f feeds)\""
    ]

    private static let keys = (0..<40).flatMap { number in
        [
            "bind \(number)x articlelist,article toggle-article-read ; next-unread -- \"read it, and on\"",
            "macro \(number)m set browser \"mpv %u\" ; open-in-browser ; set browser& -- \"play it\""
        ]
    }

    private static let colours = (0..<20).map { number in
        number.isMultiple(of: 2)
            ? "highlight articlelist \"word\(number)|[Ss]econd\" color\(number) default bold"
            : "highlight-article \"title =~ \\\"word\(number)\\\" and age < \(number)\" color\(number)"
    }
}
