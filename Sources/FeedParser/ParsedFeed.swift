package import FoundationEssentials

/// A feed as its document tells it, whatever format that is written in.
///
/// Titles and descriptions of a feed are plain text.
package struct ParsedFeed: Equatable, Sendable {
    package var format: FeedFormat
    package var title: String?
    package var link: String?
    package var description: String?
    package var language: String?
    package var image: String?
    package var updated: Date?
    package var items: [ParsedItem]

    package init(
        format: FeedFormat,
        title: String? = nil,
        link: String? = nil,
        description: String? = nil,
        language: String? = nil,
        image: String? = nil,
        updated: Date? = nil,
        items: [ParsedItem] = []
    ) {
        self.format = format
        self.title = title
        self.link = link
        self.description = description
        self.language = language
        self.image = image
        self.updated = updated
        self.items = items
    }
}
