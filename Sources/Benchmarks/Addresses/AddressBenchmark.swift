import Addresses
import Foundation

/// Measures how many URLs are parsed, resolved and serialised per second, compared with curl's parser on the same
/// texts.
struct AddressBenchmark {
    private let rounds = 9
    private let curl = BareURLs()

    func run() {
        // libcurl needs this to read international hosts.
        setlocale(LC_CTYPE, "C.UTF-8")
        print("URLs, beside those of libcurl \(Self.count) at a time:")
        for list in Self.absolute { parse(list.name, list.texts, looksUp: list.name == "international") }
        resolve(Self.relative)
        serialise(Self.absolute[0].texts.map { $0 + "#part-2" })
    }

    private func parse(_ name: String, _ texts: [String], looksUp: Bool) {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        report("parse: \(name)", texts) {
            copies.count { text in text.map { curl.reads($0, resolvedOn: nil, looksUp: looksUp) } ?? false }
        } own: {
            texts.count { WebURL($0)?.href.isEmpty == false }
        }
    }

    private func resolve(_ texts: [String]) {
        let page = "https://blog.example/2026/11/an-article/?page=1#comments"
        let (base, bareBase) = (WebURL(page), curl.url(page))
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        report("resolve", texts) {
            copies.count { text in text.map { curl.reads($0, resolvedOn: bareBase, looksUp: false) } ?? false }
        } own: {
            texts.count { WebURL($0, base: base)?.href.isEmpty == false }
        }
    }

    /// Serialises URLs. Changing a part makes the whole URL be written again; otherwise it is already there.
    private func serialise(_ texts: [String]) {
        let urls = texts.compactMap { WebURL($0) }
        let bare = texts.map { curl.url($0) }
        report("serialise without the fragment", texts) {
            bare.count { curl.writesWithoutFragment($0) }
        } own: {
            urls.count { !$0.withoutFragment.href.isEmpty }
        }
    }

    /// Takes the best of several rounds of each, in turn, so that other load of the machine affects both.
    private func report(_ name: String, _ texts: [String], bare: () -> Int, own: () -> Int) {
        var (best, bareBest) = (Double.infinity, Double.infinity)
        var (read, readByCurl) = (0, 0)
        for _ in 0..<rounds {
            bareBest = min(bareBest, Cost { readByCurl = bare() }.processor)
            best = min(best, Cost { read = own() }.processor)
        }
        if readByCurl < texts.count { print("  libcurl reads \(readByCurl) of these:") }
        if read < texts.count { print("  lede reads \(read) of these:") }
        let bytes = texts.reduce(0) { $0 + $1.utf8.count }
        func speed(_ milliseconds: Double) -> String {
            let seconds = milliseconds / 1000
            return String(
                format: "%6.2f million/s %6.1f MB/s", Double(texts.count) / seconds / 1e6, Double(bytes) / seconds / 1e6
            )
        }
        print(
            "  \(name.padding(toLength: 32, withPad: " ", startingAt: 0))libcurl \(speed(bareBest))   lede \(speed(best))"
                + String(format: ", %4.2f of its time", best / bareBest))
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
