import Addresses
import Extraction
import Foundation
import HTML

/// Measures the time to take the article out of a page, compared with building the page's tree, and the memory of both.
///
/// The pages are those of the tests and articles of several sizes, bare and in a page whose other parts are as long.
struct ExtractionBenchmark {
    private let rounds = 9

    func run() throws {
        Swift.print("pages to articles, beside the trees of the same pages, in processor time:")
        for (name, page) in try Self.testPages() { print(name, page.count, cost(of: page, rounds: rounds)) }
        for kilobytes in [20, 100, 1024] {
            for kind in GeneratedArticle.Kind.allCases {
                let page = Self.page(kind, kilobytes)
                print(kind.rawValue, page.count, cost(of: page, rounds: rounds))
            }
        }
        Swift.print("hostile pages, those that took the longest besides their trees:")
        for kilobytes in [128, 2048, 8191] {
            let costs = Self.hostileParts.map {
                ($0.name, cost(of: Array($0.page(kilobytes: kilobytes).utf8), rounds: 3))
            }
            for (name, cost) in costs.sorted(by: { $0.1.article > $1.1.article }).prefix(8) {
                print(name, kilobytes << 10, cost)
            }
        }
        Swift.print(
            "private memory that the tree and the article of a page of 7 MB take at most, in a process of its own:")
        for kind in GeneratedArticle.Kind.allCases {
            for line in try Probe.lines(of: "extraction", [kind.rawValue]) { Swift.print(line) }
        }
    }

    /// The processor time of both in milliseconds: the best of several rounds, in turn.
    private func cost(of page: [UInt8], rounds: Int) -> (tree: Double, article: Double) {
        let url = WebURL("https://example.org/2026/page/")
        var tree = Double.infinity
        var all = Double.infinity
        for _ in 0..<rounds {
            tree = min(tree, Cost { _ = HTMLTree(decoding: page) }.processor)
            all = min(all, Cost { _ = Extractor().extract(WebPage(page, url: url)) }.processor)
        }
        return (tree, all - tree)
    }

    private func print(_ name: String, _ bytes: Int, _ cost: (tree: Double, article: Double)) {
        Swift.print(
            String(
                format: "  %@ %4d KB   tree %6.2f ms   article %6.2f ms, %4.2f of it",
                name.padding(toLength: 28, withPad: " ", startingAt: 0), bytes >> 10, cost.tree, cost.article,
                cost.article / cost.tree))
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
        let times = Double((after - before) << 10) / Double(page.count)
        Swift.print(
            "  \(kind.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)) "
                + String(
                    format: "%5.1f MB, %4.2f times the page of %.1f MB", Double(after - before) / 1024, times,
                    Double(page.count) / 1_048_576))
    }
}
