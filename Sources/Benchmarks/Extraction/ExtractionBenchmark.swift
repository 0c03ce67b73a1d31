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
        print("pages to articles, beside the trees of the same pages, in processor time:")
        for (name, page) in try Self.testPages() { measure(name, page) }
        for kilobytes in [20, 100, 1024] {
            for kind in GeneratedArticle.Kind.allCases { measure(kind.rawValue, Self.page(kind, kilobytes)) }
        }
        print("private memory that the tree and the article of a page of 7 MB take at most, in a process of its own:")
        for kind in GeneratedArticle.Kind.allCases {
            for line in try Probe.lines(of: "extraction", [kind.rawValue]) { print(line) }
        }
    }

    private func measure(_ name: String, _ page: [UInt8]) {
        let url = WebURL("https://example.org/2026/page/")
        var tree = Double.infinity
        var all = Double.infinity
        for _ in 0..<rounds {
            tree = min(tree, Cost { _ = HTMLTree(decoding: page) }.processor)
            all = min(all, Cost { _ = Extractor().extract(WebPage(page, url: url)) }.processor)
        }
        print(
            String(
                format: "  %@ %4d KB   tree %6.2f ms   article %6.2f ms, %4.2f of it",
                name.padding(toLength: 14, withPad: " ", startingAt: 0), page.count >> 10, tree, all - tree,
                (all - tree) / tree))
    }

    private static func testPages() throws -> [(name: String, page: [UInt8])] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let fixtures = root.appending(path: "Tests/ExtractionTests/Fixtures")
        return try FileManager.default.contentsOfDirectory(at: fixtures, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
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
        print(
            "  \(kind.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)) "
                + String(
                    format: "%5.1f MB, %4.2f times the page of %.1f MB", Double(after - before) / 1024, times,
                    Double(page.count) / 1_048_576))
    }
}
