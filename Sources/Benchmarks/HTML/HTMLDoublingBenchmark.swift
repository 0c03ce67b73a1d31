import CMalloc
import Foundation
import HTML

/// Checks that hostile pages of twice and four times the size take no more than about twice and four times the time and
/// memory. It fails otherwise.
struct HTMLDoublingBenchmark {
    /// The part that a page repeats.
    private struct Part {
        let name: String
        var start = ""
        /// The repeated text. Each `#N` is replaced by the number of the repetition.
        let text: String
    }

    func run() throws {
        print(
            "trees of hostile pages of \(Self.sizes.map { "\($0) KB" }.joined(separator: ", ")): processor time and memory"
        )
        var failures: [String] = []
        for (index, part) in Self.parts.enumerated() {
            var figures = try Self.figures(of: index)
            // Other load of the machine may affect one size only.
            for _ in 0..<2 where !Self.isLinear(figures) { figures = try Self.figures(of: index) }
            let isLinear = Self.isLinear(figures)
            if !isLinear { failures.append(part.name) }
            let columns = figures.map { String(format: "%7.1f ms %5.1f MB", $0.milliseconds, $0.megabytes) }
            print(
                "  \(part.name.padding(toLength: 30, withPad: " ", startingAt: 0))\(columns.joined(separator: "  "))"
                    + (isLinear ? "" : "  MORE THAN LINEAR"))
        }
        guard failures.isEmpty else {
            print("more than linear: \(failures.joined(separator: ", "))")
            exit(1)
        }
    }

    /// The largest pages have about a million tags, attributes or references.
    private static let sizes = [1024, 2048, 4096]
    /// Four times the page may take six times as much, because caches help small pages. Quadratic growth would be
    /// sixteen times.
    private static let mostGrowth = 6.0
    /// Smaller figures are too small to be measured.
    private static let (leastMilliseconds, leastMegabytes) = (10.0, 8.0)

    private static func isLinear(_ figures: [(milliseconds: Double, megabytes: Double)]) -> Bool {
        guard let first = figures.first, let last = figures.last else { return true }
        return last.milliseconds <= mostGrowth * max(first.milliseconds, leastMilliseconds)
            && last.megabytes <= mostGrowth * max(first.megabytes, leastMegabytes)
    }

    private static func figures(of part: Int) throws -> [(milliseconds: Double, megabytes: Double)] {
        try sizes.map { try figures(of: part, kilobytes: $0) }
    }

    /// Measures in a separate process, whose memory contains nothing else.
    private static func figures(of part: Int, kilobytes: Int) throws -> (milliseconds: Double, megabytes: Double) {
        let lines = try Probe.lines(of: "html-doubling", ["\(part)", "\(kilobytes)"])
        let figures = (lines.last ?? "").split(separator: " ").compactMap { Double($0) }
        precondition(figures.count == 2, "the probe says nothing")
        return (figures[0], figures[1])
    }

    /// The work of the probe: the best time of several rounds, and the memory of one tree.
    static func tellFigures(_ arguments: [String]) {
        guard arguments.count == 2, let part = Int(arguments[0]), let kilobytes = Int(arguments[1]) else { return }
        let page = page(of: parts[part], bytes: kilobytes << 10)
        let before = ProcessMemory.kilobytes("RssAnon") ?? 0
        let tree = HTMLTree(parsing: page)
        let after = ProcessMemory.kilobytes("RssAnon") ?? 0
        precondition(tree.firstChild(of: tree.root) != nil)
        // By default glibc maps blocks of more than 32 MB separately each time. That jump has nothing to do with trees.
        mallopt(M_MMAP_MAX, 0)
        mallopt(M_TRIM_THRESHOLD, Int32.max)
        let best = (0..<5).map { _ in Cost { _ = HTMLTree(parsing: page) }.processor }.min() ?? 0
        print(best, Double(after - before) / 1024)
    }

    /// Returns a page of this size.
    private static func page(of part: Part, bytes: Int) -> [UInt8] {
        var page = Array(part.start.utf8)
        page.reserveCapacity(bytes + 100)
        let pieces = part.text.components(separatedBy: "#N").map { Array($0.utf8) }
        var number = 0
        while page.count < bytes {
            page += pieces.joined(separator: Array("\(number)".utf8))
            number += 1
        }
        return page
    }

    private static let parts = [
        Part(name: "nested elements", text: "<div>"),
        Part(name: "nested unknown elements", text: "<x#N>"),
        Part(name: "nested tables", text: "<table><td>"),
        Part(name: "nested rows", text: "<table><tr><td>x"),
        Part(name: "text in a table", text: "<table>x"),
        Part(name: "text between cells", text: "<table>&lt;<td>&lt;</td>"),
        Part(name: "unclosed a", text: "<a>"),
        Part(name: "unclosed b", text: "<b>"),
        Part(name: "unclosed i and b", text: "<i><b>"),
        Part(name: "unclosed a in paragraphs", text: "<a><p>"),
        Part(name: "unclosed b in paragraphs", text: "<b><p>x"),
        Part(name: "a across div", text: "<a><div></a>"),
        Part(name: "b across p", text: "<b><p></b>x"),
        Part(name: "i across many blocks", text: "<i><p><div></i>"),
        Part(name: "fonts of all colours", text: "<font color=#N>"),
        Part(name: "fonts in paragraphs", text: "<p><font color=#N>x"),
        Part(name: "end tags of nothing", text: "</a></b></p>"),
        Part(name: "attributes of one element", start: "<p ", text: "a#N=x "),
        Part(name: "one attribute of one element", start: "<p ", text: "a=x "),
        Part(name: "attributes of many elements", text: "<p a#N=x b=y c>"),
        Part(name: "attributes of html", text: "<html a#N=x>"),
        Part(name: "a long attribute", start: "<p a='", text: "x&amp;"),
        Part(name: "entities", text: "&amp;"),
        Part(name: "entities without an end", text: "&ampx"),
        Part(name: "numbers of characters", text: "&#x1F600;&#0;"),
        Part(name: "ampersands", text: "&"),
        Part(name: "lists", text: "<ul><li>x</ul>"),
        Part(name: "nested lists", text: "<ul><li>"),
        Part(name: "items of one list", start: "<ul>", text: "<li>x"),
        Part(name: "definitions", start: "<dl>", text: "<dt>x<dd>y"),
        Part(name: "options", start: "<select>", text: "<option>x"),
        Part(name: "templates", text: "<template>"),
        Part(name: "svg", text: "<svg>"),
        Part(name: "svg left for p", text: "<svg><p>"),
        Part(name: "comments without an end", text: "<!--"),
        Part(name: "comments", text: "<!---->"),
        Part(name: "less-than signs", text: "<"),
        Part(name: "scripts without an end", text: "<script><!--<script>"),
        Part(name: "NUL", text: "\0")
    ]
}
