package import FoundationEssentials

/// One item of a feed, in document order, nothing merged: the title plain text, summary and content always HTML.
package struct ParsedItem: Equatable, Sendable {
    package var id: String?
    package var title: String?
    package var link: String?
    package var authors: [String]
    package var published: Date?
    package var updated: Date?
    package var summary: String?
    package var content: String?
    package var categories: [String]
    package var enclosures: [ParsedEnclosure]

    package init(
        id: String? = nil,
        title: String? = nil,
        link: String? = nil,
        authors: [String] = [],
        published: Date? = nil,
        updated: Date? = nil,
        summary: String? = nil,
        content: String? = nil,
        categories: [String] = [],
        enclosures: [ParsedEnclosure] = []
    ) {
        self.id = id
        self.title = title
        self.link = link
        self.authors = authors
        self.published = published
        self.updated = updated
        self.summary = summary
        self.content = content
        self.categories = categories
        self.enclosures = enclosures
    }
}
