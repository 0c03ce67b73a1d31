package import Extraction
import FeedParser
import FoundationEssentials
import HTTP
import Library
import Typesetting
import URLs

/// The article of one page, or a transcript, or the reason why there is none.
struct PageText: Sendable {
    let url: String
    private(set) var html: String
    private(set) var letters: Int
    private(set) var reason: String
    var title: String?
    var byline: String?
    var blocks: [UInt64] = []
    /// The page on which the article goes on.
    var next: String?
    /// Whether the page asks for no copies of its article.
    var forbidsCopies = false
    private(set) var validators: Validators

    init(
        _ response: Response, of page: PageToFetch, in library: Library, _ rule: (_ host: String) -> SiteRule?
    ) {
        url = response.url
        validators = response.validators
        (html, letters, reason) = ("", 0, "")
        guard let transcript = page.transcript else {
            extract(response, of: page, in: library, rule)
            return
        }
        if let text = TimedText(response.body, contentType: response.contentType) {
            (html, letters) = (text.html, text.letters)
            reason = html.isEmpty ? "it has no words" : FullText.transcript
        } else if transcript.type?.lowercased().hasPrefix("text/html") ?? true {
            extract(response, of: page, in: library, rule)
            (reason, blocks, next) = (html.isEmpty ? reason : FullText.transcript, [], nil)
        } else {
            reason = "the server sent something else"
        }
    }

    private mutating func extract(
        _ response: Response, of page: PageToFetch, in library: Library, _ rule: (_ host: String) -> SiteRule?
    ) {
        let address = WebURL(response.url)
        let others = (try? library.blocks(ofPagesIn: page.feed, besides: page.item)) ?? []
        let feed = FeedKnowledge(
            title: page.title, author: page.author, teaser: Document(html: page.html).plainText,
            sharedBlocks: FeedKnowledge.blocks(sharedBy: others))
        let extractor = Extractor(feed: feed, rule: address?.host.flatMap { rule(String($0)) })
        switch extractor.extract(WebPage(response.body, contentType: response.contentType, url: address)) {
        case .article(let article):
            (html, letters, reason) = (article.html, article.letters, article.reason)
            (title, byline) = (article.metadata.title, article.metadata.byline)
            (blocks, next) = (article.blocks, article.nextPage)
            forbidsCopies = article.metadata.forbidsCopies
        case .refused(let refusal): reason = refusal.description
        }
    }

    /// Removes the article, but remembers why. The validators go, too: if the user asks for it, the page must come again.
    mutating func withhold(because reason: String) {
        self.reason = reason
        (html, letters, title, byline, blocks, next) = ("", 0, nil, nil, [], nil)
        validators = Validators()
    }
}

extension FullText {
    /// Joins the pages of an article, of which the last may have none.
    init(_ texts: [PageText], at now: Date) {
        let parts = texts.filter { !$0.html.isEmpty }
        let first = parts.first ?? texts[0]
        let html = parts.map(\.html).joined(separator: "\n")
        let isTooLong = html.utf8.count > FullText.longest
        self.init(
            html: isTooLong ? "" : html, url: texts[0].url, fetched: now,
            letters: parts.reduce(0) { $0 + $1.letters }, reason: isTooLong ? "the text is too long" : first.reason,
            title: first.title, byline: first.byline, etag: texts[0].validators.etag?.ifShort,
            lastModified: texts[0].validators.lastModified?.ifShort)
    }
}

extension String {
    /// Nil for a validator of a length that no real one has.
    var ifShort: String? { utf8.count <= 1000 ? self : nil }
}

/// Downloads one web page, for which there need be no item, or another document.
package struct PageDownload: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private let client = Client(userAgent: "lede")

    package init() {}

    /// Calls `finish` once, on another thread that it must not block. What an item names, such as its list of chapters, is
    /// asked for as its page is: without the user's secrets, and in the user's network only at the origin of `feedURL`.
    package func start(
        _ url: String, namedBy feedURL: String? = nil, _ settings: RefreshSettings,
        finish: @escaping @Sendable (Result<WebPage, Failure>) -> Void
    ) {
        var options = feedURL.map { settings.options(forLinkOf: $0, to: url) } ?? settings.request
        options.limits = options.limits.limitedToPages
        client.fetch(Request(url, options: options)) { [client] result in
            withExtendedLifetime(client) {
                finish(
                    result.map { WebPage($0.body, contentType: $0.contentType, url: WebURL($0.url)) }
                        .mapError { Failure(description: $0.description) })
            }
        }
    }
}

extension HTTP.Limits? {
    /// These limits, or the usual ones, for a document in which lede looks for an article.
    var limitedToPages: HTTP.Limits {
        var limits = self ?? HTTP.Limits()
        limits.size = WebPage.longest
        limits.overall = min(limits.overall, .seconds(30))
        return limits
    }
}
