package import FoundationEssentials

/// An item with its text and everything else that its feed said about it.
package struct Article: Equatable, Sendable {
    package let item: Item
    package let feedName: String
    package let feedSite: String?
    /// The titles of other feeds with this article.
    package let alsoIn: [String]
    /// Which rules acted on it and what they did, in words.
    package let reasons: [String]
    /// The tags from the user or from a rule.
    package let tags: [String]
    package private(set) var html: String
    /// Whether the text is that of the item's web page, and not the feed's.
    package private(set) var isFromPage = false
    /// The item's id in the feed.
    package let guid: String?
    package let published: Date?
    package let updated: Date?
    package let language: String?
    package let image: String?
    package let categories: [Category]
    package let enclosures: [Enclosure]
    package let transcripts: [Transcript]
    package let comments: Comments
    package let origin: Origin
    package let episode: Episode
    package let location: Location?
    /// The id of the item that this one answers.
    package let inReplyTo: String?

    package init(
        item: Item, feedName: String, feedSite: String? = nil, alsoIn: [String] = [], reasons: [String] = [],
        tags: [String] = [],
        html: String,
        guid: String? = nil, published: Date? = nil, updated: Date? = nil, language: String? = nil,
        image: String? = nil,
        categories: [Category] = [], enclosures: [Enclosure] = [], transcripts: [Transcript] = [],
        comments: Comments = .init(), origin: Origin = .init(), episode: Episode = .init(), location: Location? = nil,
        inReplyTo: String? = nil
    ) {
        self.item = item
        self.feedName = feedName
        self.feedSite = feedSite
        self.alsoIn = alsoIn
        self.reasons = reasons
        self.tags = tags
        self.html = html
        self.guid = guid
        self.published = published
        self.updated = updated
        self.language = language
        self.image = image
        self.categories = categories
        self.enclosures = enclosures
        self.transcripts = transcripts
        self.comments = comments
        self.origin = origin
        self.episode = episode
        self.location = location
        self.inReplyTo = inReplyTo
    }
}

extension Article {
    /// The article with the text of its page in place of its feed's.
    package func showing(_ text: FullText) -> Article {
        var article = self
        article.html = text.html
        article.isFromPage = true
        return article
    }

    package struct Category: Equatable, Sendable {
        package var name: String
        /// Its system, as a URL or in words.
        package var scheme: String?
    }

    /// A file of the item.
    package struct Enclosure: Equatable, Sendable {
        package var url: String
        package var type: String?
        /// In bytes.
        package var length: Int?
    }

    /// A transcript of a podcast's episode.
    package struct Transcript: Equatable, Sendable {
        package var url: String
        package var type: String?
        package var language: String?
    }

    /// The page with the item's comments.
    package struct Comments: Equatable, Sendable {
        package var link: String?
        package var feed: String?
        package var count: Int?
    }

    /// The feed that the item was taken over from.
    package struct Origin: Equatable, Sendable {
        package var title: String?
        package var link: String?
    }

    package struct Episode: Equatable, Sendable {
        /// In seconds.
        package var duration: Int?
        package var season: Int?
        package var number: Int?
        /// The URL of its list of chapters.
        package var chapters: String?
    }

    /// In degrees.
    package struct Location: Equatable, Sendable {
        package let latitude: Double
        package let longitude: Double
    }
}
