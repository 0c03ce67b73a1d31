import FoundationEssentials
import System
import URLs

/// The namespaces whose elements feeds of any format use besides their own.
enum FeedModules {
    static let all: [FeedVocabulary] = [
        content, dublinCore, dublinCoreTerms, slash, commentAPI, syndication, media, itunes, podcast, simpleChapters,
        feedBurner, source, geoRSS, basicGeo, webFeeds
    ]

    /// Dublin Core's elements, which rank below the format's own.
    private static let dublinCore = FeedVocabulary(
        uris: [
            "http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/", "http://purl.org/dc/elements/1.1"
        ],
        prefix: "dc",
        feed: [
            "title": .text { element, feed in feed.title.offer(element.plain, as: .borrowed) },
            "description": .text { element, feed in feed.description.offer(element.plain, as: .borrowed) },
            "language": .text { element, feed in feed.language.offer(element.line, as: .borrowed) },
            "creator": .text { element, feed in feed.authors.add(MailAuthor.name(in: element.plain)) },
            "author": .text { element, feed in feed.authors.add(MailAuthor.name(in: element.plain)) },
            "subject": .text { element, feed in feed.categories.add(element.line) },
            "date": .text { element, feed in feed.updated.offer(element.date, as: .fallback) }
        ],
        item: [
            "identifier": .text { element, item in item.id.offer(element.string, as: .fallback) },
            "title": .text { element, item in item.title.offer(element.plain, as: .borrowed) },
            "creator": .text { element, item in item.authors.add(MailAuthor.name(in: element.plain)) },
            "author": .text { element, item in item.authors.add(MailAuthor.name(in: element.plain)) },
            "date": .text { element, item in item.published.offer(element.date, as: .borrowed) },
            "description": .body { element, item in item.summary.offer(element.html, as: .borrowed) },
            "subject": .text { element, item in item.categories.add(element.line) },
            "language": .text { element, item in item.language.offer(element.line, as: .borrowed) }
        ])

    /// Dublin Core's later terms. Feeds use the dates.
    private static let dublinCoreTerms = FeedVocabulary(
        uris: ["http://purl.org/dc/terms/"],
        prefix: "dcterms",
        feed: [
            "issued": .text { element, feed in feed.updated.offer(element.date, as: .lastResort) },
            "modified": .text { element, feed in feed.updated.offer(element.date, as: .fallback) }
        ],
        item: [
            "issued": .text { element, item in item.published.offer(element.date, as: .borrowed) },
            "created": .text { element, item in item.published.offer(element.date, as: .fallback) },
            "modified": .text { element, item in item.updated.offer(element.date, as: .borrowed) }
        ])

    /// How often a feed changes in a period.
    private static let syndication = FeedVocabulary(
        uris: ["http://purl.org/rss/1.0/modules/syndication/"],
        prefix: "sy",
        feed: [
            "updatePeriod": .text { element, feed in feed.updatePeriod = minutes(inPeriod: element.text.trimmed) },
            "updateFrequency": .text { element, feed in feed.updateFrequency = element.integer }
        ])

    private static func minutes(inPeriod name: UTF8Bytes) -> Int? {
        let day = 24 * 60
        let periods: [(StaticString, Int)] = [
            ("hourly", 60), ("daily", day), ("weekly", 7 * day), ("monthly", 30 * day), ("yearly", 365 * day)
        ]
        return periods.first { name.isCaseless($0.0) }?.1
    }

    /// RSS 1.0's content module. RSS 2.0 feeds use its single element for the full text.
    private static let content = FeedVocabulary(
        uris: ["http://purl.org/rss/1.0/modules/content/"],
        prefix: "content",
        item: ["encoded": .body { element, item in item.content.offer(element.html) }])

    /// Slash. Feeds use the number of comments.
    private static let slash = FeedVocabulary(
        uris: ["http://purl.org/rss/1.0/modules/slash/"],
        prefix: "slash",
        item: ["comments": .text { element, item in item.comments.count = element.integer }])

    /// The Comment API: the feed of an item's comments.
    private static let commentAPI = FeedVocabulary(
        uris: ["http://wellformedweb.org/CommentAPI/", "http://wellformedweb.org/CommentsAPI/"],
        prefix: "wfw",
        item: ["commentRss": .text { element, item in item.comments.feed = item.comments.feed ?? element.link }])

    /// Dave Winer's source namespace, where items without titles have their original text.
    private static let source = FeedVocabulary(
        uris: [
            "http://source.scripting.com/", "http://source.smallpict.com/2014/07/12/theSourceNamespace.html"
        ],
        prefix: "source",
        feed: ["self": .text { element, feed in feed.selfLink.offer(element.link, as: .borrowed) }],
        item: [
            "markdown": .text { element, item in
                item.summary.offer(Paragraphs.html(of: element.text), as: .lastResort)
            },
            "inReplyTo": .text { element, item in item.inReplyTo = item.inReplyTo ?? element.string }
        ])

    /// GeoRSS's simple encoding. One point is kept.
    private static let geoRSS = FeedVocabulary(
        uris: ["http://www.georss.org/georss", "http://www.georss.org/georss/10"],
        prefix: "georss",
        item: ["point": .text { element, item in item.location = item.location ?? ParsedLocation(element.text) }])

    /// W3C's basic vocabulary of places.
    private static let basicGeo = FeedVocabulary(
        uris: ["http://www.w3.org/2003/01/geo/wgs84_pos#"],
        prefix: "geo",
        item: [
            "lat": .text { element, item in item.latitude = element.degrees },
            "long": .text { element, item in item.longitude = element.degrees }
        ])

    /// Apple's podcasts, whose feeds often lack RSS's own elements.
    private static let itunes = FeedVocabulary(
        uris: [
            "http://www.itunes.com/dtds/podcast-1.0.dtd", "http://example.com/DTDs/PodCast-1.0.dtd",
            "http://www.itunes.com/dtds/podcast-1.0"
        ],
        prefix: "itunes",
        feed: [
            "image": .text { element, feed in feed.image.offer(image(element), as: .borrowed) },
            "summary": .text { element, feed in feed.description.offer(element.plain, as: .fallback) },
            "subtitle": .text { element, feed in feed.description.offer(element.plain, as: .lastResort) },
            "author": .text { element, feed in feed.authors.add(MailAuthor.name(in: element.line)) },
            "category": .group(
                ["category": .attributes { element, feed in feed.categories.add(element.string("text") ?? "") }],
                opening: { element, feed in feed.categories.add(element.string("text") ?? "") }),
            "link": .attributes { element, feed in
                if AtomLink(element).isRelated(as: "image") { feed.image.offer(element.link("href"), as: .borrowed) }
            },
            "keywords": .text { element, feed in feed.categories.add(listed: element.line) },
            "new-feed-url": .text { element, feed in feed.newAddress.offer(element.link) }
        ],
        item: [
            "title": .text { element, item in item.title.offer(element.plain, as: .fallback) },
            "image": .text { element, item in item.image.offer(image(element)) },
            "summary": .body { element, item in item.summary.offer(element.html, as: .fallback) },
            "subtitle": .text { element, item in item.summary.offer(element.plain, as: .lastResort) },
            "author": .text { element, item in item.authors.add(MailAuthor.name(in: element.line)) },
            "keywords": .text { element, item in item.categories.add(listed: element.line) },
            // "3600", "60:00" and "1:00:00" are an hour.
            "duration": .text { element, item in
                item.episode.duration = PlayingTime(element.text.trimmed).map { Int($0.milliseconds / 1000) }
            },
            "season": .text { element, item in item.episode.season = element.integer },
            "episode": .text { element, item in item.episode.number = element.integer }
        ])

    private static func image(_ element: Element) -> String? {
        element.link("href") ?? element.link("url") ?? element.link
    }

    /// Media RSS (https://www.rssboard.org/media-rss), as it describes an item: directly, in a group, or in a file's
    /// description.
    private static let media = FeedVocabulary(
        uris: [
            "http://search.yahoo.com/mrss/", "http://video.search.yahoo.com/mrss/", "http://www.rssboard.org/media-rss",
            "http://tools.search.yahoo.com/mrss/", "http://api.search.yahoo.com/mrss/"
        ],
        prefix: "media",
        feed: [
            "thumbnail": .attributes { element, feed in feed.image.offer(element.link("url"), as: .fallback) },
            "category": .text { element, feed in
                feed.categories.add(category(element), scheme: element.string("scheme"))
            }
        ],
        item: parts.merging(["group": .group(parts.merging(["content": file]) { $1 }), "content": file]) { $1 })

    private static let parts: [String: Part<ItemDraft>] = [
        "title": .text { element, item in item.title.offer(element.plain, as: .fallback) },
        "description": .text { element, item in
            item.summary.offer(element.isHTML ? element.html : Paragraphs.html(of: element.text), as: .fallback)
        },
        "thumbnail": .attributes { element, item in item.image.offer(element.link("url"), as: .borrowed) },
        "credit": .text { element, item in
            // Directors and actors aren't authors.
            if element["role"].map({ $0.isCaseless("author") }) ?? true {
                item.authors.add(element.line, as: .fallback)
            }
        },
        "category": .text { element, item in item.categories.add(category(element), scheme: element.string("scheme")) }
    ]

    private static let file = Part<ItemDraft>.group(
        parts,
        opening: { element, item in
            guard let url = element.link("url") else { return }
            let type = element.string("type")
            let file = ParsedEnclosure(url: url, type: type, length: element["fileSize"]?.integer)
            if element["medium"].map({ $0.isCaseless("image") }) ?? (type?.hasPrefix("image/") == true) {
                item.image.offer(url, as: .fallback)
                item.pictures.append(file)
            } else {
                item.enclosures.append(file)
            }
        })

    private static func category(_ element: Element) -> String {
        element["label"].flatMap { $0.isBlank ? nil : PlainText.line($0) } ?? element.line
    }

    /// The podcast namespace (https://podcastindex.org/namespace/1.0).
    private static let podcast = FeedVocabulary(
        uris: [
            "https://podcastindex.org/namespace/1.0",
            "https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/1.0.md"
        ],
        prefix: "podcast",
        item: [
            "chapters": .attributes { element, item in item.episode.chapters = element.link("url") },
            "transcript": .attributes { element, item in
                guard let url = element.link("url") else { return }
                item.episode.transcripts.append(
                    .init(url: url, type: element.string("type"), language: element.string("language")))
            },
            "season": .text { element, item in item.episode.season = item.episode.season ?? element.integer },
            "episode": .text { element, item in item.episode.number = item.episode.number ?? element.integer },
            "person": .text { element, item in
                if element["role"].map({ $0.isCaseless("host") }) ?? true {
                    item.authors.add(element.line, as: .fallback)
                }
            },
            "image": .attributes { element, item in item.image.offer(element.link("href"), as: .borrowed) }
        ])

    /// Podlove's simple chapters (https://podlove.org/simple-chapters), kept as the JSON that the podcast namespace has for
    /// its lists.
    private static let simpleChapters = FeedVocabulary(
        uris: ["http://podlove.org/simple-chapters"],
        prefix: "psc",
        item: [
            "chapters": .group([
                "chapter": .attributes { element, item in
                    guard item.chapters.count < FeedLimits.chapters, let title = element.string("title"),
                        let start = element["start"].flatMap({ PlayingTime($0.trimmed) })
                    else { return }
                    let link = element.link("href").flatMap { $0.utf8.count <= FeedLimits.name ? $0 : nil }
                    let url = link.map { ",\"url\":\($0.quotedForJSON)" } ?? ""
                    let name = title.prefix(bytes: FeedLimits.name).quotedForJSON
                    item.chapters.append("{\"startTime\":\(start.inSeconds),\"title\":\(name)\(url)}")
                }
            ])
        ])

    /// FeedBurner, which replaces item links with its tracking URLs.
    private static let feedBurner = FeedVocabulary(
        uris: ["http://rssnamespace.org/feedburner/ext/1.0"],
        prefix: "feedburner",
        item: [
            "origLink": .text { element, item in
                if element.text.trimmed.isWebAddress { item.originalLink = element.link }
            },
            "origEnclosureLink": .text { element, item in
                if element.text.trimmed.isWebAddress { item.originalEnclosure = element.link }
            }
        ])

    /// A feed's pictures, as Feedly reads and Mastodon writes them.
    private static let webFeeds = FeedVocabulary(
        uris: ["http://webfeeds.org/rss/1.0"],
        prefix: "webfeeds",
        feed: [
            "icon": .text { element, feed in feed.image.offer(element.link, as: .fallback) },
            "logo": .text { element, feed in feed.image.offer(element.link, as: .fallback) }
        ])
}

extension ParsedLocation {
    /// Reads a latitude and a longitude separated by space or a comma.
    fileprivate init?(_ point: UTF8Bytes) {
        let numbers = point.trimmed.split(maxSplits: 2) { $0.isSpace || $0 == UInt8(ascii: ",") }
            .map { Double(String(UTF8Bytes(rebasing: $0))) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
        self.init(checking: latitude, longitude)
    }

    /// Nil unless the point exists on Earth.
    init?(checking latitude: Double, _ longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

extension Element {
    fileprivate var degrees: Double? { Double(String(text.trimmed)) }
}

extension Element {
    fileprivate var isHTML: Bool { self["type"].map { $0.trimmed.isCaseless("html") } ?? false }
}
