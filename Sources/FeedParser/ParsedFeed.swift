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

    /// Makes its links absolute.
    package mutating func resolveLinks(base: String?) { resolve(LinkResolver(base: base)) }

    /// Makes its links absolute.
    mutating func resolve(_ links: LinkResolver) {
        link = links.resolve(link)
        image = links.resolve(image)
        summary = links.resolve(html: summary)
        content = links.resolve(html: content)
        for index in enclosures.indices {
            enclosures[index].url = links.resolve(enclosures[index].url) ?? enclosures[index].url
        }
    }
}

extension LinkResolver {
    func resolve(_ link: String?) -> String? {
        guard var link else { return nil }
        return link.withUTF8 { resolve($0) }
    }

    fileprivate func resolve(html: String?) -> String? {
        guard var html else { return nil }
        return html.withUTF8 { resolve(html: $0) }
    }
}

/// A subject of an item.
package struct ParsedCategory: Hashable, Sendable {
    /// The label, or the term if there is none.
    package var name: String
    /// The scheme of the category, as a URL or in words.
    package var scheme: String?

    package init(_ name: String, scheme: String? = nil) {
        self.name = name
        self.scheme = scheme
    }
}

extension ParsedCategory: ExpressibleByStringLiteral {
    package init(stringLiteral name: String) { self.init(name) }
}

/// Where an item is discussed, and how much.
package struct ParsedComments: Equatable, Sendable {
    /// The page with the comments.
    package var link: String?
    /// A feed of the comments.
    package var feed: String?
    package var count: Int?

    package init(link: String? = nil, feed: String? = nil, count: Int? = nil) {
        self.link = link
        self.feed = feed
        self.count = count
    }
}

/// A file that belongs to an item, such as a podcast's episode.
package struct ParsedEnclosure: Equatable, Sendable {
    package var url: String
    package var type: String?
    package var length: Int?

    package init(url: String, type: String? = nil, length: Int? = nil) {
        self.url = url
        self.type = type
        self.length = length
    }

    /// Whether it is a Flash player, such as YouTube's feeds still list. No browser can show it.
    var isFlash: Bool { type?.lowercased() == "application/x-shockwave-flash" }
}

/// Podcast data of an episode besides its file.
package struct ParsedEpisode: Equatable, Sendable {
    /// A transcript in one format and language.
    package struct Transcript: Equatable, Sendable {
        package var url: String
        package var type: String?
        package var language: String?
    }

    /// In seconds.
    package var duration: Int?
    package var season: Int?
    package var number: Int?
    /// The URL of the list of chapters, or the list itself as JSON.
    package var chapters: String?
    package var transcripts: [Transcript]

    package init(
        duration: Int? = nil, season: Int? = nil, number: Int? = nil, chapters: String? = nil,
        transcripts: [Transcript] = []
    ) {
        self.duration = duration
        self.season = season
        self.number = number
        self.chapters = chapters
        self.transcripts = transcripts
    }
}

/// A point on Earth, in degrees of WGS 84.
package struct ParsedLocation: Equatable, Sendable {
    package var latitude: Double
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// The feed that an item was taken from.
package struct ParsedSource: Equatable, Sendable {
    package var title: String?
    /// The URL of the feed or, if missing, of its page.
    package var link: String?

    package init(title: String? = nil, link: String? = nil) {
        self.title = title
        self.link = link
    }
}

/// A feed's hints on how often to fetch it.
package struct ScheduleHints: Hashable, Sendable {
    /// Minutes for which a copy may be kept.
    package var timeToLive: Int?
    /// Usual minutes between two changes (`sy:updatePeriod` divided by `sy:updateFrequency`).
    package var updateInterval: Int?
    /// Hours in UTC, 0 to 23, without changes.
    package var skippedHours: Set<Int>
    /// Days without changes, 0 for Sunday.
    package var skippedDays: Set<Int>

    package init(
        timeToLive: Int? = nil, updateInterval: Int? = nil, skippedHours: Set<Int> = [], skippedDays: Set<Int> = []
    ) {
        self.timeToLive = timeToLive
        self.updateInterval = updateInterval
        self.skippedHours = skippedHours
        self.skippedDays = skippedDays
    }
}

/// The format of a feed, with the name that `lede parse` prints.
package enum FeedFormat: String, Sendable {
    case rss090 = "rss0.90"
    case rss091 = "rss0.91"
    case rss092 = "rss0.92"
    case rss093 = "rss0.93"
    case rss094 = "rss0.94"
    case rss10 = "rss1.0"
    case rss20 = "rss2.0"
    /// RSS without a version, or with an unpublished one.
    case rss = "rss"
    case atom03 = "atom0.3"
    case atom10 = "atom1.0"
    /// Atom of another draft, or without its namespace.
    case atom = "atom"
    case jsonFeed10 = "jsonfeed1.0"
    case jsonFeed11 = "jsonfeed1.1"
}

/// A rare value: without one it takes the memory of a pointer, and with one it is stored elsewhere.
@propertyWrapper
package struct Rare<Value: Equatable & Sendable>: Equatable, Sendable {
    private indirect enum Storage: Equatable, Sendable {
        case none
        case some(Value)
    }

    private var storage: Storage

    package init(wrappedValue: Value?) {
        storage = wrappedValue.map { .some($0) } ?? .none
    }

    package var wrappedValue: Value? {
        get { if case .some(let value) = storage { value } else { nil } }
        set { storage = newValue.map { .some($0) } ?? .none }
    }
}
