package import FoundationEssentials

/// An item of a feed, in document order and not merged. The title is plain text; summary and content are always HTML.
///
/// A feed may have a hundred thousand, so rare values are stored separately.
package struct ParsedItem: Equatable, Sendable {
    /// The feed's own id of the item: RSS's guid, Atom's and JSON Feed's id, RDF's subject.
    package var id: String?
    package var title: String?
    package var link: String?
    package var authors: [String]
    package var published: Date?
    package var updated: Date?
    package var summary: String?
    package var content: String?
    package var categories: [ParsedCategory]
    package var enclosures: [ParsedEnclosure]
    package var image: String?
    package var language: String?
    @Rare package var comments: ParsedComments?
    @Rare package var source: ParsedSource?
    @Rare package var episode: ParsedEpisode?
    @Rare package var location: ParsedLocation?
    /// The id of the item that this one replies to.
    @Rare package var inReplyTo: String?

    package init(
        id: String? = nil,
        title: String? = nil,
        link: String? = nil,
        authors: [String] = [],
        published: Date? = nil,
        updated: Date? = nil,
        summary: String? = nil,
        content: String? = nil,
        categories: [ParsedCategory] = [],
        enclosures: [ParsedEnclosure] = [],
        image: String? = nil,
        language: String? = nil,
        comments: ParsedComments? = nil,
        source: ParsedSource? = nil,
        episode: ParsedEpisode? = nil,
        location: ParsedLocation? = nil,
        inReplyTo: String? = nil
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
        self.image = image
        self.language = language
        self.comments = comments
        self.source = source
        self.episode = episode
        self.location = location
        self.inReplyTo = inReplyTo
    }

    /// The size of its texts in bytes.
    var lengthOfTexts: Int { (title?.utf8.count ?? 0) + (summary?.utf8.count ?? 0) + (content?.utf8.count ?? 0) }
}
