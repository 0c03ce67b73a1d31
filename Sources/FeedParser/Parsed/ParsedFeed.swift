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
    package var authors: [String]
    package var categories: [ParsedCategory]
    /// The address under which the feed wants to be fetched.
    package var selfLink: String?
    /// The address that it has moved to.
    package var newAddress: String?
    /// The servers that tell of changes as they happen (WebSub).
    package var hubs: [String]
    package var schedule: ScheduleHints
    package var items: [ParsedItem]

    package init(
        format: FeedFormat,
        title: String? = nil,
        link: String? = nil,
        description: String? = nil,
        language: String? = nil,
        image: String? = nil,
        updated: Date? = nil,
        authors: [String] = [],
        categories: [ParsedCategory] = [],
        selfLink: String? = nil,
        newAddress: String? = nil,
        hubs: [String] = [],
        schedule: ScheduleHints = ScheduleHints(),
        items: [ParsedItem] = []
    ) {
        self.format = format
        self.title = title
        self.link = link
        self.description = description
        self.language = language
        self.image = image
        self.updated = updated
        self.authors = authors
        self.categories = categories
        self.selfLink = selfLink
        self.newAddress = newAddress
        self.hubs = hubs
        self.schedule = schedule
        self.items = items
    }
}
