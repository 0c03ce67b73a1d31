import Foundation
import TestSupport
import Typesetting

/// Measures the typesetting of articles, compared with libxml2's tree of the same bytes, and with w3m and lynx on the
/// page.
struct TypesettingBenchmark {
    private let rounds = 7
    private let width = 80

    func run() throws {
        print("HTML to lines of \(width) cells, beside libxml2's tree of the same bytes:")
        for kilobytes in [20, 100, 1024] {
            for kind in GeneratedArticle.Kind.allCases { measure(GeneratedArticle(kind, kilobytes: kilobytes)) }
        }
        printFrames()
        try runPrograms()
    }

    /// Measures a screen of a list: fifty titles cleaned, cut and padded, as for every frame.
    private func printFrames() {
        print("fifty titles of a list cleaned, cut to 60 cells and filled up:")
        for (name, title) in [
            ("ASCII", "The state of the page cache, and what is to be done about it before the next release"),
            ("Latin", "Der Zustand des Seitencaches – und was vor der nächsten Veröffentlichung zu tun wäre, für alle"),
            ("Chinese", "页面缓存的状态，以及在下一个版本发布之前需要做些什么，所有人都应该知道的事情"),
            ("emoji", "🎉 The 👩🏽‍💻 state of the ❤️ page cache 🇩🇪, and 1️⃣ what is to be done about it before ✈️ the release")
        ] {
            let titles = (0..<50).map { "\($0) \(title)" }
            var bytes = 0
            var best = Double.infinity
            for _ in 0..<50 * rounds {
                best = min(
                    best,
                    milliseconds {
                        for title in titles {
                            bytes &+= CleanText.line(title).truncated(toCells: 60).padded(toCells: 60).utf8.count
                        }
                    })
            }
            precondition(bytes > 0)
            print("  \(name.padding(toLength: 10, withPad: " ", startingAt: 0))" + String(format: "%7.4f ms", best))
        }
    }

    /// Takes the best of several rounds of each, in turn, so that other load of the machine affects all.
    private func measure(_ article: GeneratedArticle) {
        let bytes = Array(article.html.utf8)
        var tree = Double.infinity
        var document = Double.infinity
        var lines = Double.infinity
        var screen = Double.infinity
        for _ in 0..<rounds {
            tree = min(tree, milliseconds { BareTree.make(of: bytes) })
            var parsed = Document()
            document = min(
                document, milliseconds { parsed = Document(html: article.html, baseURL: "https://blog.example/") })
            lines = min(lines, milliseconds { _ = parsed.lines(width: width) })
            screen = min(screen, milliseconds { _ = firstScreen(of: article) })
        }
        print(
            String(
                format: "  %@ %4d KB   tree %6.2f ms   document %6.2f   lines %6.2f: %4.1f trees   first screen %6.2f",
                article.name.padding(toLength: 8, withPad: " ", startingAt: 0), bytes.count >> 10, tree, document,
                lines,
                (document + lines) / tree, screen))
    }

    /// The lines that the reader sets before it shows an article.
    private func firstScreen(of article: GeneratedArticle) -> [Line] {
        let manuscript = Manuscript(Document(html: article.html, baseURL: "https://blog.example/"))
        return Typesetter(TypesettingOptions(width: width)).set(manuscript, from: .start, past: .start, lines: 600)
            .lines
    }

    /// Measures whole processes. w3m and lynx are Debian's and may be missing.
    private func runPrograms() throws {
        let home = try Home()
        print("from the file to the text on a pipe, whole processes, the median of \(3 * rounds):")
        for kilobytes in [0, 20, 100, 1024] {
            let page = home.path + "/page.html"
            let html = GeneratedArticle.Kind.allCases.map { GeneratedArticle($0, kilobytes: kilobytes / 6).html }
                .joined()
            try "<!doctype html><meta charset=utf-8>\(html)".write(toFile: page, atomically: true, encoding: .utf8)
            let programs = [
                ("lede", try BuildProducts.executable("lede"), ["render", page, "--width", "\(width)"]),
                ("w3m", Self.path(of: "w3m"), ["-dump", "-T", "text/html", "-O", "UTF-8", "-cols", "\(width)", page]),
                ("lynx", Self.path(of: "lynx"), ["-dump", "-display_charset=utf-8", "-width=\(width)", page])
            ]
            let figures = try programs.map { name, program, arguments in
                let time = try program.map { try median(of: $0, arguments, home: home) }
                return name + (time.map { String(format: " %6.1f ms", $0) } ?? " is not here")
            }
            print(
                "  \(kilobytes) KB of everything   ".padding(toLength: 30, withPad: " ", startingAt: 0)
                    + figures.joined(separator: "   "))
        }
    }

    private func median(of program: String, _ arguments: [String], home: Home) throws -> Double {
        let environment = home.environment.merging(ProcessInfo.processInfo.environment) { $1 }
        let times = try (0..<3 * rounds).map { _ in
            try milliseconds {
                let run = try CommandRun(program: program, arguments: arguments, environment: environment)
                precondition(run.status == 0, "\(program) failed: \(run.errors)")
            }
        }
        return times.sorted()[times.count / 2]
    }

    private static func path(of program: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(program)" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
        let start = ContinuousClock.now
        try body()
        return (ContinuousClock.now - start) / .milliseconds(1)
    }
}
