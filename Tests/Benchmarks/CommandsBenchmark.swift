import Foundation
import TestSupport

/// Measures commands that scripts and status bars run repeatedly, from exec to the end, on a library of one size.
struct CommandsBenchmark {
    let report: Report
    let size: Int

    private let runs = Scale.runs(41)

    func run() throws {
        try GeneratedLibrary.ofSize(size).withHome { home, _ in
            // Shows mainly in “config check”, which does little else.
            try home.write(
                config:
                    "keys newsboat\ntheme dark\nmacro v run mpv %u\nhighlight articlelist swift yellow\non new title =~ x do star\n"
            )
            // The reader makes the library remember its urls file.
            try StartBenchmark.leaveOnce(home)
            report.section("\(DecimalText.of(size)) items in \(GeneratedArticles.feeds) feeds")
            let program = try BuildProducts.executable("lede")
            for words in [
                ["--version"], ["unread"], ["unread", "--feed", GeneratedArticles.address(ofFeed: 0)],
                ["items", "--limit", "100", "--json"], ["items", "--filter", "title =~ \"lighthouse\""],
                ["feeds", "--json"], ["show", "1"], ["search", "lighthouse"], ["help"], ["config", "check"]
            ] {
                try report.turns(
                    "lede \(words.joined(separator: " "))", runs: runs,
                    [
                        .own { try Self.time(program, words, home.environmentOnLoopback) },
                        .floor("true") { try Self.time("/bin/true", [], [:]) }
                    ])
            }
        }
    }

    fileprivate static func time(_ program: String, _ words: [String], _ environment: [String: String]) throws
        -> Reading
    {
        try Cost {
            let run = try CommandRun(program: program, arguments: words, environment: environment)
            precondition(run.status == 0, "\(program) \(words) failed: \(run.errors)")
        }.onClock
    }
}

/// Measures articles from a file to text on a pipe, in turns with w3m and lynx, which are Debian's and may be missing.
struct RenderBenchmark {
    let report: Report

    func run() throws {
        report.section("from a file to a pipe, whole programs")
        let home = try Home()
        let environment = home.environment.merging(ProcessInfo.processInfo.environment) { $1 }
        for kilobytes in [0, 20, 100, 1024] {
            let page = home.path + "/page.html"
            let html = GeneratedPage.Kind.allCases.map { GeneratedPage($0, kilobytes: kilobytes / 6).html }
                .joined()
            try "<!doctype html><meta charset=utf-8>\(html)".write(toFile: page, atomically: true, encoding: .utf8)
            let lede = try BuildProducts.executable("lede")
            var contenders = [
                Report.Contender.own {
                    try CommandsBenchmark.time(lede, ["render", page, "--width", "80"], environment)
                }
            ]
            for (name, arguments) in [
                ("w3m", ["-dump", "-T", "text/html", "-O", "UTF-8", "-cols", "80", page]),
                ("lynx", ["-dump", "-display_charset=utf-8", "-width=80", page])
            ] {
                let program = "/usr/bin/\(name)"
                guard report.has(program, called: name) else { continue }
                contenders.append(.peer(name) { try CommandsBenchmark.time(program, arguments, environment) })
            }
            try report.turns(
                kilobytes == 0 ? "nothing but headings" : "\(DecimalText.of(kilobytes)) KB of everything",
                runs: Scale.runs(30), contenders)
        }
    }
}

/// An article as on the web, of a kind and a size, the same in every run.
struct GeneratedPage {
    let html: String

    /// Adds paragraphs of one kind until the page has this length.
    init(_ kind: Kind, kilobytes: Int) {
        var chance = SplitMix(state: 20_261_121)
        var html = "<h1>\(kind.words(6, &chance))</h1>\n"
        while html.utf8.count < kilobytes << 10 { html += kind.part(&chance) }
        self.html = html
    }

    enum Kind: CaseIterable {
        case prose, chinese, markup, lists, tables, code

        fileprivate func part(_ chance: inout SplitMix) -> String {
            switch self {
            case .prose, .chinese:
                return """
                    <p>\(words(60, &chance)) <a href="https://blog.example/\(chance.next() % 9999)">\(words(4, &chance))</a>,
                    \(words(30, &chance)) <em>\(words(3, &chance))</em> \(words(40, &chance)).</p>

                    """
            case .markup:
                return """
                    <div class="entry-content wp-block-group is-layout-flow"><p style="color: #333; margin: 0 auto"><span
                    class="dropcap">\(words(1, &chance))</span> \(words(6, &chance)) <b>\(words(2, &chance))</b> \(words(3, &chance))
                    <code>\(words(1, &chance))()</code>, <a class="link" rel="noopener noreferrer" target="_blank"
                    href="/2026/11/?p=\(chance.next() % 9999)&amp;utm_source=rss"><i>\(words(2, &chance))</i></a> &#8211;
                    &ldquo;\(words(5, &chance))&rdquo; <sup>\(chance.next() % 99)</sup></p><figure><img alt="\(words(4, &chance))"
                    src="https://img.example/\(chance.next() % 9999).jpg" width="1200" height="800" loading="lazy"
                    /><figcaption>\(words(5, &chance))</figcaption></figure></div>

                    """
            case .lists:
                let items = (0..<5).map { _ in "<li>\(words(12, &chance))<ul><li>\(words(7, &chance))</ul>" }.joined(
                    separator: "\n")
                return
                    "<h2>\(words(4, &chance))</h2>\n<ol>\(items)</ol>\n<blockquote><p>\(words(40, &chance))</blockquote>\n"
            case .tables:
                let rows = (0..<12).map { row in
                    "<tr><td>\(words(2, &chance))</td><td>\(chance.next() % 9999)</td><td>\(words(5, &chance))</td><td>\(row)</td></tr>"
                }.joined(separator: "\n")
                return
                    "<table><thead><tr><th>Name<th>Number<th>What it is<th>Row</thead><tbody>\(rows)</tbody></table>\n"
            case .code:
                let lines = (0..<10).map { _ in
                    "    let \(words(1, &chance)) = \(words(1, &chance))(&quot;\(words(4, &chance))&quot;) // \(words(3, &chance))"
                }.joined(separator: "\n")
                return "<p>\(words(20, &chance)):</p>\n<pre><code class=\"language-swift\">\(lines)</code></pre>\n"
            }
        }

        fileprivate func words(_ count: Int, _ chance: inout SplitMix) -> String {
            let vocabulary = self == .chinese ? Self.chineseWords : Self.latinWords
            return (0..<count).map { _ in vocabulary[Int.random(in: vocabulary.indices, using: &chance)] }
                .joined(separator: self == .chinese ? "" : " ")
        }

        private static let latinWords = [
            "the", "of", "a", "and", "reader", "feed", "release", "page", "cache", "makes", "faster", "naïve", "café",
            "it’s",
            "terminal", "in", "to", "is", "well-known", "standard", "library", "when", "somebody", "writes", "about",
            "state"
        ]

        private static let chineseWords = [
            "我们", "今天", "终端", "阅读器", "很快", "，", "因为", "它", "使用", "缓存", "。", "发布", "新的", "版本", "Swift ", "语言", "「文章」"
        ]
    }
}
