import Extraction
import HTML
import URLs

/// What must hold for the article of every possible page.
package enum ExtractionPromises {
    /// The broken promises for a page, in words. A crash counts as one, too.
    package static func broken(by page: [UInt8]) -> [String] {
        let url = WebURL("https://example.org/a/")
        let web = WebPage(page, url: url)
        guard case .article(let article) = Extractor().extract(web) else { return [] }
        var broken: [String] = []
        if case .article(let second) = Extractor().extract(web), second == article {
        } else {
            broken.append("a page has one article")
        }
        let tree = HTMLTree(parsingFragment: Array(article.html.utf8), in: "div")
        broken += self.broken(by: tree)
        // Escapes make it longer, and URLs become absolute.
        if article.text.utf8.count > 4 * page.count + 100 { broken.append("an article isn't longer than its page") }
        let teaser = FeedKnowledge(
            title: "x", teaser: String(article.text.prefix(80)), sharedBlocks: Set(article.blocks))
        _ = Extractor(feed: teaser).extract(web)
        return broken
    }

    private static func broken(by tree: HTMLTree) -> [String] {
        var broken: [String] = []
        var next = tree.firstChild(of: tree.root)
        while let id = next {
            next = tree.node(after: id, in: tree.root)
            guard tree.kind(of: id) == .element else { continue }
            if [.script, .style, .noscript, .input].contains(tree.tag(of: id)) {
                broken.append("an article has no \(tree.name(of: id))")
            }
            tree.forEachAttribute(of: id) { attribute, value in
                switch attribute {
                case .href, .src:
                    if WebURL(String(decoding: value, as: UTF8.self))?.mayBeLinked != true {
                        broken.append("URLs are absolute and harmless")
                    }
                case .class, .style: broken.append("an article has no \(attribute)")
                default: break
                }
            }
        }
        return broken
    }
}
