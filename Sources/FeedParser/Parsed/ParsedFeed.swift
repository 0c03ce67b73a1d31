package import FoundationEssentials

/// A feed as in its document, in any format.
///
/// A feed's titles and descriptions are plain text.
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
    /// The URL from which the feed wants to be fetched.
    package var selfLink: String?
    /// The URL to which it has moved.
    package var newAddress: String?
    /// The servers that report changes (WebSub).
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
