import Addresses
import HTML

/// A link of a page to what may be a feed.
struct FeedLink {
    /// Whether the page says that it is a feed of its own.
    let isAnnouncement: Bool
    private let href: String
    private let title: String?
    private let language: String?

    /// Nil for a link to anything else.
    init?(_ element: Tag, _ tag: borrowing TagStream) {
        guard let href = tag.string(.href)?.trimmed.unlessBlank, href.utf8.count <= Self.longestAddress else {
            return nil
        }
        let relations = (tag.string(.rel) ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        let type = FeedMediaType(tag.string(.type) ?? "")
        let looksLikeFeed = FeedLook.isFeed(href)
        let isAlternative = relations.contains("alternate") && !relations.contains("stylesheet")
        let isFeed =
            switch type {
            case .feed: true
            // What a page is in other words in XML is a feed, but in JSON it is often an answer for programs.
            case .xml: isAlternative || looksLikeFeed
            case .json, .none: looksLikeFeed
            case .other: false
            }
        // HTML once meant rel=feed for a feed that is not the page in another form.
        isAnnouncement = isAlternative && isFeed || relations.contains("feed") && type != .other
        guard isAnnouncement || element != .link && isFeed else { return nil }
        self.href = href
        title = tag.string(.title)?.collapsed.unlessBlank.map { String($0.prefix(Self.longestTitle)) }
        language = tag.string(.hreflang)?.collapsed.unlessBlank.map { String($0.prefix(Self.longestTitle)) }
    }

    /// Nil if it does not lead to the web.
    func feed(base: WebURL?) -> DiscoveredFeed? {
        WebURL(link: href, base: base).map { DiscoveredFeed(url: $0.href, title: title, language: language) }
    }

    private static let longestTitle = 200
    // No feed's is longer, and a page may hold a great many.
    private static let longestAddress = 2000
}
