import Foundation
import HTML

/// Measures the time to turn pages into trees or tags, compared with libxml2's tree of the same bytes, and the memory
/// of a tree.
struct HTMLBenchmark {
    private let rounds = 9

    func run() throws {
        print("bytes to a tree, beside libxml2’s tree of the same bytes:")
        for kilobytes in [20, 100, 1024] {
            for kind in GeneratedArticle.Kind.allCases { measure(kind, kilobytes: kilobytes) }
        }
        print("private memory that a tree of 8 MB takes, in a process of its own:")
        for kind in GeneratedArticle.Kind.allCases {
            for line in try Probe.lines(of: "html", [kind.rawValue]) { print(line) }
        }
    }

    /// Takes the best of several rounds of each, in turn, so that other load of the machine affects both.
    private func measure(_ kind: GeneratedArticle.Kind, kilobytes: Int) {
        let page = Array(GeneratedArticle(kind, kilobytes: kilobytes).html.utf8)
        var bare = Double.infinity
        var own = Double.infinity
        var tags = Double.infinity
        for _ in 0..<rounds {
            bare = min(bare, Cost { BareTree.make(of: page) }.wall)
            own = min(own, Cost { _ = HTMLTree(parsing: page) }.wall)
            tags = min(tags, Cost { TagStream.read(page.span, as: .excerpt) { while $0.next() != nil {} } }.wall)
        }
        let name = kind.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        print(
            String(
                format: "  %@ %4d KB   libxml2 %6.2f ms   lede %6.2f ms, %4.2f of it   tags alone %6.2f ms", name,
                page.count >> 10, bare, own, own / bare, tags))
    }

    /// The work of the probe that measures memory.
    static func tellMemory(of kind: String) {
        guard let kind = GeneratedArticle.Kind(rawValue: kind) else { return }
        let page = Array(GeneratedArticle(kind, kilobytes: 8 << 10).html.utf8)
        let before = ProcessMemory.kilobytes("RssAnon") ?? 0
        let tree = HTMLTree(parsing: page)
        let after = ProcessMemory.kilobytes("RssAnon") ?? 0
        precondition(tree.firstChild(of: tree.root) != nil)
        let name = kind.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0)
        let times = Double((after - before) << 10) / Double(page.count)
        print("  \(name) " + String(format: "%5.1f MB, %4.2f times the page", Double(after - before) / 1024, times))
    }
}
