import Figures
import Foundation
import HTML

/// Measures the time to turn pages into trees or tags, compared with libxml2's tree of the same bytes, and the memory
/// of a tree.
struct HTMLBenchmark {
    let report: Report

    private let rounds = Scale.runs(15)

    func run() throws {
        let kinds = Scale.some(GeneratedArticle.Kind.allCases)
        for kilobytes in [20, 100, 1024] {
            report.section("\(DecimalText.of(kilobytes)) KB to a tree")
            for kind in kinds { try measure(kind, kilobytes: kilobytes) }
        }
        report.section("private memory of a tree of 8 MB")
        for kind in kinds {
            for line in try Probe.lines(of: "html", [kind.rawValue]) {
                report.add(kind.rawValue, [Reading(.megabytes, Double(line) ?? .nan)])
            }
        }
    }

    private func measure(_ kind: GeneratedArticle.Kind, kilobytes: Int) throws {
        let page = Array(GeneratedArticle(kind, kilobytes: kilobytes).html.utf8)
        try report.turns(
            kind.rawValue, runs: rounds, by: .least,
            [
                .own { Cost { _ = HTMLTree(parsing: page) }.onClock },
                .floor("libxml2") { Cost { BareTree.make(of: page) }.onClock }
            ])
        report.add(
            "\(kind.rawValue), tags alone",
            Cost.runs(rounds) { TagStream.read(page.span, as: .excerpt) { while $0.next() != nil {} } }
                .map(\.onClock), by: .least)
    }

    /// The work of the probe that measures memory.
    static func tellMemory(of kind: String) {
        guard let kind = GeneratedArticle.Kind(rawValue: kind) else { return }
        let page = Array(GeneratedArticle(kind, kilobytes: 8 << 10).html.utf8)
        let before = ProcessMemory.kilobytes("RssAnon") ?? 0
        let tree = HTMLTree(parsing: page)
        let after = ProcessMemory.kilobytes("RssAnon") ?? 0
        precondition(tree.firstChild(of: tree.root) != nil)
        print(Double(after - before) / 1024)
    }
}
