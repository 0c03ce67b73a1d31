package import FoundationEssentials

/// An item with its text and all else that its feed told of it, for reading.
package struct Article: Equatable, Sendable {
    package let item: Item
    package let feedName: String
    package let feedSite: String?
    /// The names of the other feeds that have it too.
    package let alsoIn: [String]
    /// What rules have done to it, and which, in words.
    package let reasons: [String]
    /// Those that the person, or a rule, has given it.
    package let tags: [String]
    package let html: String
    /// What the feed itself knows the item by.
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
    package struct Category: Equatable, Sendable {
        package var name: String
        /// The system that it is taken from, as an address or in words.
        package var scheme: String?
    }

    /// A file that belongs to the item.
    package struct Enclosure: Equatable, Sendable {
        package var url: String
        package var type: String?
        /// In bytes.
        package var length: Int?
    }

    /// A text of what is spoken in a podcast's episode.
    package struct Transcript: Equatable, Sendable {
        package var url: String
        package var type: String?
        package var language: String?
    }

    /// Where the talk about the item is.
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
        /// Where the list of its chapters is.
        package var chapters: String?
    }

    /// In degrees.
    package struct Location: Equatable, Sendable {
        package let latitude: Double
        package let longitude: Double
    }
}
