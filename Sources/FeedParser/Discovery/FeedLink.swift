import Addresses
import HTML

/// A page's link to a possible feed.
struct FeedLink {
    /// Whether the page announces it as its own feed.
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
            // An alternative form in XML is a feed, but in JSON it is often an interface for programs.
            case .xml: isAlternative || looksLikeFeed
            case .json, .none: looksLikeFeed
            case .other: false
            }
        // In HTML, rel=feed once meant a feed that isn't an alternative form of the page.
        isAnnouncement = isAlternative && isFeed || relations.contains("feed") && type != .other
        guard isAnnouncement || element != .link && isFeed else { return nil }
        self.href = href
        title = tag.string(.title)?.collapsed.unlessBlank.map { String($0.prefix(Self.longestTitle)) }
        language = tag.string(.hreflang)?.collapsed.unlessBlank.map { String($0.prefix(Self.longestTitle)) }
    }

    /// Returns the feed; nil if the link doesn't lead to the web.
    func feed(base: WebURL?) -> DiscoveredFeed? {
        WebURL(link: href, base: base).map { DiscoveredFeed(url: $0.href, title: title, language: language) }
    }

    private static let longestTitle = 200
    // Longer than any feed's URL; a page may have very many.
    private static let longestAddress = 2000
}
