import Extraction
import TestSupport
import URLs

/// The pages of `Fixtures`, and what lede takes from them.
enum Pages {
    static func bytes(of name: String, ending: String = "html") throws -> [UInt8] {
        try ProjectFile.bytes("Tests/ExtractionTests/Fixtures/\(name).\(ending)")
    }

    static func article(
        in name: String, at url: String = "https://example.org/2026/page/", feed: FeedKnowledge = FeedKnowledge(),
        rule: String? = nil
    ) throws -> ExtractedArticle {
        try article(in: bytes(of: name), at: url, feed: feed, rule: rule)
    }

    static func article(
        in page: [UInt8], contentType: String? = nil, at url: String = "https://example.org/2026/page/",
        feed: FeedKnowledge = FeedKnowledge(), rule: String? = nil
    ) throws -> ExtractedArticle {
        let extractor = Extractor(feed: feed, rule: try rule.map { try SiteRule(parsing: $0) })
        switch extractor.extract(WebPage(page, contentType: contentType, url: WebURL(url))) {
        case .article(let article): return article
        case .refused(let refusal): throw refusal
        }
    }

    /// A page with nothing but paragraphs in its body.
    static func page(title: String = "A page", head: String = "", _ paragraphs: [String]) -> [UInt8] {
        let body = paragraphs.map { "<p>\($0)</p>" }.joined()
        return Array("<!DOCTYPE html><title>\(title)</title>\(head)<body><div>\(body)</div>".utf8)
    }

    /// A text of several sentences that differs for each number.
    static func prose(_ number: Int) -> String {
        """
        Paragraph \(number) tells of a river, a mill and the people who lived beside both, in a valley so narrow that \
        the sun reached it for four hours a day. They ground wheat in the morning, rye at noon, and mustard at night.
        """
    }
}
