import Extraction
import Figures
import Foundation
import HTML
import URLs

/// Measures the time to take the article out of a page, compared with building the page's tree, and the memory of both.
///
/// The pages are those of the tests and articles of several sizes, bare and in a page whose other parts are as long.
struct ExtractionBenchmark {
    let report: Report

    private let rounds = Scale.runs(15)

    func run() throws {
        report.section("pages of the tests")
        for (name, page) in Scale.some(try Self.testPages()) { add(name, try cost(of: page, rounds: rounds)) }
        let kinds = Scale.some(GeneratedArticle.Kind.allCases)
        for kilobytes in [20, 100, 1024] {
            report.section("pages of about \(DecimalText.of(kilobytes)) KB")
            for kind in kinds { add(kind.rawValue, try cost(of: Self.page(kind, kilobytes), rounds: rounds)) }
        }
        for kilobytes in [128, 2048, 8191] {
            report.section("hostile pages of \(DecimalText.of(kilobytes)) KB, the eight that take longest")
            let costs = try Scale.some(Self.hostileParts).map {
                ($0.name, try cost(of: Array($0.page(kilobytes: kilobytes).utf8), rounds: 2))
            }
            let ordered = costs.sorted { Self.least($0.1.article) > Self.least($1.1.article) }
            for (name, cost) in ordered.prefix(8) { add(name, cost) }
        }
        report.section("private memory of the tree and the article of a page of 7 MB")
        for kind in kinds {
            for line in try Probe.lines(of: "extraction", [kind.rawValue]) {
                report.add(kind.rawValue, [Reading(.megabytes, Double(line) ?? .nan)])
            }
        }
    }

    /// The costs of the tree, and what the article costs beyond it, in turns.
    private func cost(of page: [UInt8], rounds: Int) throws -> (tree: [Reading], article: [Reading]) {
        let url = WebURL("https://example.org/2026/page/")
        let costs = try inTurns(
            rounds, { Cost { _ = HTMLTree(decoding: page) } },
            { Cost { _ = Extractor().extract(WebPage(page, url: url)) } })
        let tree = costs[0].map(\.onProcessor)
        return (tree, costs[1].map { Reading(.processorMilliseconds, $0.processor - Self.least(tree)) })
    }

    private static func least(_ readings: [Reading]) -> Double { readings.map(\.value).min() ?? 0 }

    private func add(_ name: String, _ cost: (tree: [Reading], article: [Reading])) {
        report.add(name, cost.article, by: .least, floor: Report.Other("its tree", cost.tree))
    }

    private static func testPages() throws -> [(name: String, page: [UInt8])] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let fixtures = root.appending(path: "Tests/ExtractionTests/Fixtures")
        return try FileManager.default.contentsOfDirectory(at: fixtures, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "html" }.sorted { $0.path < $1.path }
            .map { ($0.deletingPathExtension().lastPathComponent, [UInt8](try Data(contentsOf: $0))) }
    }

    /// An article between a menu, links to other articles, and comments.
    private static func page(_ kind: GeneratedArticle.Kind, _ kilobytes: Int) -> [UInt8] {
        let links = (0..<8 * kilobytes).map { "<li><a href=/articles/\($0)>Article \($0)</a></li>" }.joined()
        let script = String(repeating: "let state = {\"a\": [1, 2, 3]};", count: 8 * kilobytes)
        return Array(
            """
            <!DOCTYPE html><title>An article – Somewhere</title><script>\(script)</script>
            <body><nav><ul>\(links)</ul></nav>
            <article>\(GeneratedArticle(kind, kilobytes: kilobytes / 2).html)</article>
            <section class=comments><p>I have something to say about this, too, and it is long.</p></section></body>
            """.utf8)
    }

    /// The work of the probe that measures memory.
    static func tellMemory(of kind: String) {
        guard let kind = GeneratedArticle.Kind(rawValue: kind) else { return }
        let page = page(kind, 7 << 10)
        let before = ProcessMemory.kilobytes("VmHWM") ?? 0
        let extraction = Extractor().extract(WebPage(page))
        let after = ProcessMemory.kilobytes("VmHWM") ?? 0
        guard case .article(let article) = extraction else { preconditionFailure("the page has no article") }
        precondition(!article.text.isEmpty)
        print(Double(after - before) / 1024)
    }
}
