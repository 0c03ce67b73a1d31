import TestSupport

/// Articles like those on the web, of a kind and a size, the same in every run.
struct GeneratedArticle {
    let name: String
    let html: String

    /// Adds paragraphs of one kind until the article has this length.
    init(_ kind: Kind, kilobytes: Int) {
        var chance = SplitMix(state: 20_261_121)
        var html = "<h1>\(kind.words(6, &chance))</h1>\n"
        while html.utf8.count < kilobytes << 10 { html += kind.part(&chance) }
        name = kind.rawValue
        self.html = html
    }

    enum Kind: String, CaseIterable {
        case prose, chinese, markup, lists, tables, code

        fileprivate func part(_ chance: inout SplitMix) -> String {
            switch self {
            case .prose, .chinese:
                return """
                    <p>\(words(60, &chance)) <a href="https://blog.example/\(chance.next() % 9999)">\(words(4, &chance))</a>,
                    \(words(30, &chance)) <em>\(words(3, &chance))</em> \(words(40, &chance)).</p>

                    """
            case .markup:
                return """
                    <div class="entry-content wp-block-group is-layout-flow"><p style="color: #333; margin: 0 auto"><span
                    class="dropcap">\(words(1, &chance))</span> \(words(6, &chance)) <b>\(words(2, &chance))</b> \(words(3, &chance))
                    <code>\(words(1, &chance))()</code>, <a class="link" rel="noopener noreferrer" target="_blank"
                    href="/2026/11/?p=\(chance.next() % 9999)&amp;utm_source=rss"><i>\(words(2, &chance))</i></a> &#8211;
                    &ldquo;\(words(5, &chance))&rdquo; <sup>\(chance.next() % 99)</sup></p><figure><img alt="\(words(4, &chance))"
                    src="https://img.example/\(chance.next() % 9999).jpg" width="1200" height="800" loading="lazy"
                    /><figcaption>\(words(5, &chance))</figcaption></figure></div>

                    """
            case .lists:
                let items = (0..<5).map { _ in "<li>\(words(12, &chance))<ul><li>\(words(7, &chance))</ul>" }.joined(
                    separator: "\n")
                return
                    "<h2>\(words(4, &chance))</h2>\n<ol>\(items)</ol>\n<blockquote><p>\(words(40, &chance))</blockquote>\n"
            case .tables:
                let rows = (0..<12).map { row in
                    "<tr><td>\(words(2, &chance))</td><td>\(chance.next() % 9999)</td><td>\(words(5, &chance))</td><td>\(row)</td></tr>"
                }.joined(separator: "\n")
                return
                    "<table><thead><tr><th>Name<th>Number<th>What it is<th>Row</thead><tbody>\(rows)</tbody></table>\n"
            case .code:
                let lines = (0..<10).map { _ in
                    "    let \(words(1, &chance)) = \(words(1, &chance))(&quot;\(words(4, &chance))&quot;) // \(words(3, &chance))"
                }.joined(separator: "\n")
                return "<p>\(words(20, &chance)):</p>\n<pre><code class=\"language-swift\">\(lines)</code></pre>\n"
            }
        }

        fileprivate func words(_ count: Int, _ chance: inout SplitMix) -> String {
            let vocabulary = self == .chinese ? Self.chineseWords : Self.latinWords
            return (0..<count).map { _ in vocabulary[Int.random(in: vocabulary.indices, using: &chance)] }
                .joined(separator: self == .chinese ? "" : " ")
        }

        private static let latinWords = [
            "the", "of", "a", "and", "reader", "feed", "release", "page", "cache", "makes", "faster", "naïve", "café",
            "it’s",
            "terminal", "in", "to", "is", "well-known", "standard", "library", "when", "somebody", "writes", "about",
            "state"
        ]

        private static let chineseWords = [
            "我们", "今天", "终端", "阅读器", "很快", "，", "因为", "它", "使用", "缓存", "。", "发布", "新的", "版本", "Swift ", "语言", "「文章」"
        ]
    }
}
