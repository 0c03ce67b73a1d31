/// What a page says of itself.
package struct PageMetadata: Equatable, Sendable {
    package var title: String?
    /// The authors, separated by commas.
    package var byline: String?
    package var site: String?
    /// The date as the page writes it.
    package var published: String?
    package var language: String?
    /// The URL of the picture that stands for the article.
    package var image: String?
    /// Whether the page asks programs that collect pages to keep no copies of it.
    package var forbidsCopies = false
    /// What kind of thing the page is: “article”, “video”.
    var kind: String?
    /// The article's plain text, if the page has it for search engines.
    var text: String?

    package init() {}

    /// Takes what is missing here from another.
    mutating func fill(from other: PageMetadata) {
        title = title ?? other.title
        byline = byline ?? other.byline
        site = site ?? other.site
        published = published ?? other.published
        language = language ?? other.language
        image = image ?? other.image
        forbidsCopies = forbidsCopies || other.forbidsCopies
        kind = kind ?? other.kind
        text = text ?? other.text
    }
}
