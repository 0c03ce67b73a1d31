import Figures
import Foundation
import TestSupport
import Typesetting

/// Measures the typesetting of articles, compared with libxml2's tree of the same bytes, and with w3m and lynx on the
/// page.
struct TypesettingBenchmark {
    let report: Report

    private let rounds = Scale.runs(15)
    private let width = 80

    func run() throws {
        for kilobytes in [20, 100, 1024] {
            report.section("\(DecimalText.of(kilobytes)) KB to lines of \(width) cells")
            for kind in Scale.some(GeneratedArticle.Kind.allCases) {
                try measure(GeneratedArticle(kind, kilobytes: kilobytes))
            }
        }
        report.section("fifty titles of a list, cleaned, cut to 60 cells and filled up")
        measureTitles()
        report.section("from a file to a pipe, whole programs")
        try measurePrograms()
    }

    /// Measures a screen of a list, as for every frame.
    private func measureTitles() {
        for (name, title) in [
            ("ASCII", "The state of the page cache, and what is to be done about it before the next release"),
            ("Latin", "Der Zustand des Seitencaches – und was vor der nächsten Veröffentlichung zu tun wäre, für alle"),
            ("Chinese", "页面缓存的状态，以及在下一个版本发布之前需要做些什么，所有人都应该知道的事情"),
            ("emoji", "🎉 The 👩🏽‍💻 state of the ❤️ page cache 🇩🇪, and 1️⃣ what is to be done about it before ✈️ the release")
        ] {
            let titles = (0..<50).map { "\($0) \(title)" }
            var bytes = 0
            let costs = Cost.runs(20 * rounds) {
                for title in titles {
                    bytes &+= CleanText.line(title).truncated(toCells: 60).padded(toCells: 60).utf8.count
                }
            }
            precondition(bytes > 0)
            report.add(name, costs.map(\.onClock), by: .least)
        }
    }

    private func measure(_ article: GeneratedArticle) throws {
        let bytes = Array(article.html.utf8)
        try report.turns(
            "\(article.name), all lines", runs: rounds, by: .least,
            [
                .own {
                    Cost { _ = Document(html: article.html, baseURL: "https://blog.example/").lines(width: width) }
                        .onClock
                }, .floor("libxml2's tree") { Cost { BareTree.make(of: bytes) }.onClock }
            ])
        report.add(
            "\(article.name), the first screen",
            Cost.runs(rounds) { _ = firstScreen(of: article) }.map(\.onClock), by: .least,
            goals: bytes.count < 200 << 10 ? [.milliseconds: 5] : [:])
    }

    /// The lines that the reader sets before it shows an article.
    private func firstScreen(of article: GeneratedArticle) -> [Line] {
        let manuscript = Manuscript(Document(html: article.html, baseURL: "https://blog.example/"))
        return Typesetter(TypesettingOptions(width: width)).set(manuscript, from: .start, past: .start, lines: 600)
            .lines
    }

    /// w3m and lynx are Debian's and may be missing.
    private func measurePrograms() throws {
        let home = try Home()
        for kilobytes in [0, 20, 100, 1024] {
            let page = home.path + "/page.html"
            let html = GeneratedArticle.Kind.allCases.map { GeneratedArticle($0, kilobytes: kilobytes / 6).html }
                .joined()
            try "<!doctype html><meta charset=utf-8>\(html)".write(toFile: page, atomically: true, encoding: .utf8)
            let lede = try BuildProducts.executable("lede")
            var contenders = [
                Report.Contender.own { try time(lede, ["render", page, "--width", "\(width)"], home) }
            ]
            for (name, arguments) in [
                ("w3m", ["-dump", "-T", "text/html", "-O", "UTF-8", "-cols", "\(width)", page]),
                ("lynx", ["-dump", "-display_charset=utf-8", "-width=\(width)", page])
            ] {
                let program = "/usr/bin/\(name)"
                guard report.has(program, called: name) else { continue }
                contenders.append(.peer(name) { try time(program, arguments, home) })
            }
            try report.turns(
                kilobytes == 0 ? "nothing but headings" : "\(DecimalText.of(kilobytes)) KB of everything",
                runs: 2 * rounds, contenders)
        }
    }

    private func time(_ program: String, _ arguments: [String], _ home: Home) throws -> Reading {
        let environment = home.environment.merging(ProcessInfo.processInfo.environment) { $1 }
        return try Cost {
            let run = try CommandRun(program: program, arguments: arguments, environment: environment)
            precondition(run.status == 0, "\(program) failed: \(run.errors)")
        }.onClock
    }
}
