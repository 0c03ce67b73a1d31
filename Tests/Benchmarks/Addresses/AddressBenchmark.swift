import Figures
import Foundation
import URLs

/// Measures how many URLs are parsed, resolved and serialised per second, compared with curl's parser on the same
/// texts.
struct AddressBenchmark {
    let report: Report

    private let rounds = Scale.runs(15)
    private let curl = BareURLs()

    func run() throws {
        // libcurl needs this to read international hosts.
        setlocale(LC_CTYPE, "C.UTF-8")
        report.section("a URL")
        for list in Scale.some(Self.absolute) {
            try parse(list.name, list.texts, looksUp: list.name == "international")
        }
        try resolve(Self.relative)
        try serialise(Self.absolute[0].texts.map { $0 + "#part-2" })
    }

    private func parse(_ name: String, _ texts: [String], looksUp: Bool) throws {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        try measure("parse: \(name)", texts) {
            copies.count { text in text.map { curl.reads($0, resolvedOn: nil, looksUp: looksUp) } ?? false }
        } own: {
            texts.count { WebURL($0)?.href.isEmpty == false }
        }
    }

    private func resolve(_ texts: [String]) throws {
        let page = "https://blog.example/2026/11/an-article/?page=1#comments"
        let (base, bareBase) = (WebURL(page), curl.url(page))
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        try measure("resolve", texts) {
            copies.count { text in text.map { curl.reads($0, resolvedOn: bareBase, looksUp: false) } ?? false }
        } own: {
            texts.count { WebURL($0, base: base)?.href.isEmpty == false }
        }
    }

    /// Serialises URLs. Changing a part makes the whole URL be written again; otherwise it is already there.
    private func serialise(_ texts: [String]) throws {
        let urls = texts.compactMap { WebURL($0) }
        let bare = texts.map { curl.url($0) }
        try measure("serialise without the fragment", texts) {
            bare.count { curl.writesWithoutFragment($0) }
        } own: {
            urls.count { !$0.withoutFragment.href.isEmpty }
        }
    }

    /// Measures both with all texts at once.
    private func measure(
        _ name: String, _ texts: [String], bare: @escaping () -> Int, own: @escaping () -> Int
    ) throws {
        func time(_ work: () -> Int) -> Reading {
            var count = 0
            let cost = Cost { count = work() }
            precondition(count > 0, "nothing is read of: \(name)")
            return Reading(.processorNanoseconds, cost.processor * 1e6 / Double(texts.count))
        }
        try report.turns(
            name, runs: rounds, by: .least, [.own { time(own) }, .floor("libcurl") { time(bare) }])
    }

    private static let count = 20_000

    private static func texts(_ make: (Int) -> String) -> [String] { (0..<count).map(make) }

    private static let absolute: [(name: String, texts: [String])] = [
        ("articles", texts { "https://blog\($0 % 300).example/2026/11/05/what-an-article-is-called-\($0)/" }),
        (
            "queries",
            texts {
                "https://www.shop.example/item.php?id=\($0)&utm_source=rss&utm_medium=feed&session=0123456789abcdef\($0)"
            }
        ),
        ("to be encoded", texts { "HTTPS://User@Example.org:443/a path/\($0)/\"x\"?q=<tag> {\($0)}" }),
        ("dot segments", texts { "http://example.org/a/b/../c/./d/%2e%2e/\($0)/../\($0)" }),
        (
            "numbers",
            texts { $0 % 2 == 0 ? "http://192.0.2.\($0 % 256):8080/\($0)" : "http://[2001:db8::\($0 % 10_000)]/x" }
        ),
        ("international", texts { "https://bücher\($0 % 100).straße.example/été/日本語/\($0)" })
    ]

    private static let relative = texts {
        ["../\($0)/", "/feed/\($0).xml", "?page=\($0)", "picture-\($0).jpg", "//cdn.example/\($0).js", "#note-\($0)"][
            $0 % 6]
    }
}
