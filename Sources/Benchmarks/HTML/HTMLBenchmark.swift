import Foundation
import HTML

/// How fast pages become trees or tags, beside libxml2's tree of the same bytes, how much memory a tree takes, and what hostile pages
/// of twice the size cost.
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
        print("processor time of hostile pages of 512 KB, 1, 2 and 4 MB:")
        for part in Self.hostileParts { measure(part) }
    }

    /// The best of some rounds each, in turn, so that what else the machine does meets both.
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

    private func measure(_ part: String) {
        let figures = [512, 1024, 2048, 4096].map { kilobytes in
            let page = Self.page(of: part, bytes: kilobytes << 10)
            return String(format: "%7.1f ms", Cost { _ = HTMLTree(parsing: page) }.processor)
        }
        print("  \(part.debugDescription.padding(toLength: 30, withPad: " ", startingAt: 0))\(figures.joined())")
    }

    /// What the probe of its memory does.
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

    /// As long as it is asked for, with a number for each `#N`.
    private static func page(of part: String, bytes: Int) -> [UInt8] {
        var page: [UInt8] = []
        page.reserveCapacity(bytes + 100)
        let pieces = part.components(separatedBy: "#N").map { Array($0.utf8) }
        var number = 0
        while page.count < bytes {
            page += pieces.joined(separator: Array("\(number)".utf8))
            number += 1
        }
        return page
    }

    private static let hostileParts = [
        "<div>", "<table><td>", "<table>x", "<a>", "<b>", "<i><b>", "<a><p>", "<font color=#N>", "<p><font color=#N>x",
        "<a #N=x ", "<p #N>", "<html #N=x>", "&amp;", "&ampx", "<li>", "<ul><li>", "<x#N>", "<svg>", "<template>",
        "<!--",
        "<a><div></a>", "<table>&lt;<td>&lt;</td>"
    ]
}
