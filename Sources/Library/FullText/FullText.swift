package import FoundationEssentials

/// What lede took from an item's web page: its article, or only the reason why there is none.
package struct FullText: Equatable, Sendable {
    /// The article; empty if the page has none.
    package var html: String
    /// The page's URL, after redirects.
    package var url: String
    package var fetched: Date
    /// The number of letters in the article.
    package var letters: Int
    /// Why this part of the page is the article, or why there is none, in words.
    package var reason: String
    package var title: String?
    package var byline: String?
    /// The server's validators, for the next request.
    package var etag: String?
    package var lastModified: String?

    package init(
        html: String, url: String, fetched: Date, letters: Int, reason: String, title: String? = nil,
        byline: String? = nil, etag: String? = nil, lastModified: String? = nil
    ) {
        self.html = html
        self.url = url
        self.fetched = fetched
        self.letters = letters
        self.reason = reason
        self.title = title
        self.byline = byline
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether the page has an article.
    package var isFound: Bool { !html.isEmpty }

    /// Longer articles aren't kept: no real one is.
    package static let longest = 1 << 20
}
