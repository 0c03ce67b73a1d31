import CLinux
import Figures
import Foundation
import HTML

/// Measures what hostile pages of twice and four times the size take: four times the page may take six times as much, because
/// caches help small pages. Quadratic growth would be sixteen times.
struct HTMLDoublingBenchmark {
    let report: Report

    func run() throws {
        report.section("trees of pages of 4 MB")
        var growths: [(name: String, times: Double)] = []
        for (index, part) in Scale.some(Array(Self.parts.enumerated())) {
            var figures = try Self.figures(of: index)
            // Other load of the machine may affect one size only.
            for _ in 0..<2 where Self.growth(figures) > Self.mostGrowth { figures = try Self.figures(of: index) }
            growths.append((part.name, Self.growth(figures)))
            let last = figures[figures.count - 1]
            report.add(part.name, [Reading(.processorMilliseconds, last.milliseconds)])
            report.add(part.name, [Reading(.megabytes, last.megabytes)])
        }
        report.section("pages of 4 MB beside pages of 1 MB, in time or memory")
        for (name, times) in growths.sorted(by: { $0.times > $1.times }).prefix(5) {
            report.add(name, [Reading(.times, times)], goals: [.times: Figure.Goal(Self.mostGrowth)])
        }
    }

    /// The largest pages have about a million tags, attributes or references.
    private static let sizes = [1024, 2048, 4096]
    private static let mostGrowth = 6.0
    /// Smaller figures are too small to be measured.
    private static let (leastMilliseconds, leastMegabytes) = (10.0, 8.0)

    private static func growth(_ figures: [(milliseconds: Double, megabytes: Double)]) -> Double {
        guard let first = figures.first, let last = figures.last else { return 1 }
        return max(
            last.milliseconds / max(first.milliseconds, leastMilliseconds),
            last.megabytes / max(first.megabytes, leastMegabytes))
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
        let page = Array(parts[part].page(kilobytes: kilobytes).utf8)
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

    static let parts = [
        HostilePart(name: "nested elements", text: "<div>"),
        HostilePart(name: "nested unknown elements", text: "<x#N>"),
        HostilePart(name: "nested tables", text: "<table><td>"),
        HostilePart(name: "nested rows", text: "<table><tr><td>x"),
        HostilePart(name: "text in a table", text: "<table>x"),
        HostilePart(name: "text between cells", text: "<table>&lt;<td>&lt;</td>"),
        HostilePart(name: "unclosed a", text: "<a>"),
        HostilePart(name: "unclosed b", text: "<b>"),
        HostilePart(name: "unclosed i and b", text: "<i><b>"),
        HostilePart(name: "unclosed a in paragraphs", text: "<a><p>"),
        HostilePart(name: "unclosed b in paragraphs", text: "<b><p>x"),
        HostilePart(name: "a across div", text: "<a><div></a>"),
        HostilePart(name: "b across p", text: "<b><p></b>x"),
        HostilePart(name: "i across many blocks", text: "<i><p><div></i>"),
        HostilePart(name: "fonts of all colours", text: "<font color=#N>"),
        HostilePart(name: "fonts in paragraphs", text: "<p><font color=#N>x"),
        HostilePart(name: "end tags of nothing", text: "</a></b></p>"),
        HostilePart(name: "attributes of one element", start: "<p ", text: "a#N=x "),
        HostilePart(name: "one attribute of one element", start: "<p ", text: "a=x "),
        HostilePart(name: "attributes of many elements", text: "<p a#N=x b=y c>"),
        HostilePart(name: "attributes of html", text: "<html a#N=x>"),
        HostilePart(name: "a long attribute", start: "<p a='", text: "x&amp;"),
        HostilePart(name: "entities", text: "&amp;"),
        HostilePart(name: "entities without an end", text: "&ampx"),
        HostilePart(name: "numbers of characters", text: "&#x1F600;&#0;"),
        HostilePart(name: "ampersands", text: "&"),
        HostilePart(name: "lists", text: "<ul><li>x</ul>"),
        HostilePart(name: "nested lists", text: "<ul><li>"),
        HostilePart(name: "items of one list", start: "<ul>", text: "<li>x"),
        HostilePart(name: "definitions", start: "<dl>", text: "<dt>x<dd>y"),
        HostilePart(name: "options", start: "<select>", text: "<option>x"),
        HostilePart(name: "templates", text: "<template>"),
        HostilePart(name: "svg", text: "<svg>"),
        HostilePart(name: "svg left for p", text: "<svg><p>"),
        HostilePart(name: "comments without an end", text: "<!--"),
        HostilePart(name: "comments", text: "<!---->"),
        HostilePart(name: "less-than signs", text: "<"),
        HostilePart(name: "scripts without an end", text: "<script><!--<script>"),
        HostilePart(name: "NUL", text: "\0")
    ]
}
