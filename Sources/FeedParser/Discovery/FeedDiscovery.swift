import HTML
import URLs

/// Finds feeds from a page, or from a URL if that is enough.
///
/// It makes no requests. The best result comes first, and none comes twice. Whether a feed exists is for the caller to
/// find out.
package enum FeedDiscovery {
    /// Returns the feeds of a page fetched from `address`: those that it announces, then those that its URL tells.
    ///
    /// If it announces none, links that clearly lead to feeds count.
    package static func feeds(inPage page: ArraySlice<UInt8>, at address: String?) -> [DiscoveredFeed] {
        let links = PageLinks(page, at: address)
        let ofPage = links.announced.isEmpty ? links.plain : links.announced
        // The page isn't a feed, whatever its URL tells.
        let own = address.flatMap { WebURL($0)?.withoutFragment.href }
        return (ofPage.flatMap(forms) + feeds(at: address ?? "")).firstOfEachAddress.filter { $0.url != own }
    }

    /// Returns a feed and those that its site has of the same, if its URL tells them: videos with and without Shorts.
    private static func forms(of feed: DiscoveredFeed) -> [DiscoveredFeed] {
        let known = feeds(at: feed.url)
        return known.contains { $0.url == feed.url } ? known : [feed]
    }

    /// Returns the feeds of known sites whose URLs tell them; none for other URLs.
    package static func feeds(at address: String) -> [DiscoveredFeed] {
        guard let address = SiteAddress(address) else { return [] }
        for site in Site.all {
            if let feeds = site.feeds(at: address) { return feeds.firstOfEachAddress }
        }
        return []
    }
}

extension [DiscoveredFeed] {
    fileprivate var firstOfEachAddress: [DiscoveredFeed] {
        var seen: Set<String> = []
        return filter { seen.insert($0.url).inserted }
    }
}

/// A feed that a page or a URL leads to, not yet fetched.
package struct DiscoveredFeed: Hashable, Sendable {
    /// Its web URL, without control characters or spaces.
    package var url: String
    /// The page's name for it, or a known one.
    package var title: String?
    /// The language given by the page.
    package var language: String?

    package init(url: String, title: String? = nil, language: String? = nil) {
        self.url = url
        self.title = title
        self.language = language
    }
}

/// The links of a page that lead to feeds or claim to.
private struct PageLinks {
    /// The feeds that the page announces, those of comments last.
    private(set) var announced: [DiscoveredFeed] = []
    /// Other links that clearly lead to feeds, perhaps another page's.
    private(set) var plain: [DiscoveredFeed] = []

    init(_ page: ArraySlice<UInt8>, at address: String?) {
        var base = address.flatMap { WebURL($0) }
        var hasOwnBase = false
        var announcements: [FeedLink] = []
        var others: [FeedLink] = []
        TagStream.read(page.span, as: .page) { tags in
            var left = Self.mostLinks
            while left > 0, let token = tags.next() {
                guard case .start(let element) = token, Self.elements.contains(element) else { continue }
                left -= 1
                if element != .base {
                    guard let link = FeedLink(element, tags) else { continue }
                    if link.isAnnouncement { announcements.append(link) } else { others.append(link) }
                } else if !hasOwnBase, let href = tags.string(.href)?.trimmed.unlessBlank {
                    hasOwnBase = true
                    base = WebURL(href, base: base) ?? base
                }
            }
        }
        // The order is only known at the end, and the base also affects earlier links.
        let feeds = announcements.prefix(Self.mostFeeds).compactMap { $0.feed(base: base) }
        announced = feeds.filter { !$0.isOfComments } + feeds.filter(\.isOfComments)
        plain = others.prefix(Self.mostFeeds).compactMap { $0.feed(base: base) }
    }

    private static let elements: Set<HTMLTag> = [.a, .area, .base, .link]
    // A page with more of either is no page that a person reads.
    private static let mostLinks = 20_000
    private static let mostFeeds = 100
}

extension DiscoveredFeed {
    /// Whether it has readers' comments, not the page itself.
    fileprivate var isOfComments: Bool {
        let title = title?.lowercased() ?? ""
        let words = ["comment", "comentário", "comentario", "kommentar", "commento", "коммент", "コメント", "评论"]
        return words.contains(where: title.contains) || WebURL(url)?.path.contains("/comments/") == true
    }
}

extension TagStream {
    /// The value of an attribute, unless it is longer than URLs are.
    func string(_ attribute: Attribute) -> String? {
        guard length(of: attribute) <= FeedLimits.baseURL else { return nil }
        return string(of: attribute, first: FeedLimits.baseURL)
    }
}

/// A page's link to a possible feed.
private struct FeedLink {
    /// Whether the page announces it as its own feed.
    let isAnnouncement: Bool
    private let href: String
    private let title: String?
    private let language: String?

    /// Nil for a link to anything else.
    init?(_ element: HTMLTag, _ tag: borrowing TagStream) {
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

/// Whether a URL looks like a feed's.
private enum FeedLook {
    static func isFeed(_ href: String) -> Bool {
        guard let url = WebURL(href, base: Self.anyPage) else { return false }
        let segments = url.path.lowercased().split(separator: "/")
        guard !isShareButton(url) else { return false }
        if let last = segments.last, names.contains(String(last)) || endings.contains(where: last.hasSuffix) {
            return true
        }
        // WordPress has a feed in each format: "/feed/atom/".
        if segments.suffix(2).first == "feed", formats.contains(String(segments.last ?? "")) { return true }
        if segments.suffix(3) == ["feeds", "posts", "default"] { return true }
        let items = (url.query ?? "").lowercased().split(separator: "&")
        return items.contains { queryItems.contains(String($0)) }
    }

    // Services that have a feed's URL inside their own.
    private static func isShareButton(_ url: WebURL) -> Bool {
        (url.query ?? "").lowercased().contains("http")
    }

    /// The base doesn't matter for the look of a link.
    private static let anyPage = WebURL("https://a/")

    private static let names: Set<String> = [
        "feed", "feeds", "rss", "atom", "rdf", "rss2", "feed.xml", "rss.xml", "atom.xml", "index.xml", "feeds.xml",
        "rss2.xml", "feed.json", "rss.php", "feed.php", "rss.aspx", "atom.aspx", "atom.php"
    ]
    private static let formats: Set<String> = ["atom", "json", "rdf", "rss", "rss2"]
    private static let endings = [".rss", ".atom", ".rdf"]
    private static let queryItems: Set<String> = [
        "feed=rss", "feed=rss2", "feed=atom", "feed=rdf", "feed=json", "format=rss", "format=atom", "format=feed",
        "output=rss", "output=atom", "type=rss", "alt=rss", "alt=atom"
    ]
}

/// The kind of target in a link's media type.
private enum FeedMediaType {
    /// A feed, by its registered type or by one that sites invented.
    case feed
    /// XML or JSON, which feeds may be.
    case xml
    case json
    case other
    case none

    init(_ text: String) {
        let parts = text.lowercased().split(separator: ";", maxSplits: 1).map(\.trimmed)
        switch parts.first ?? "" {
        case "": self = .none
        // A single entry for an editor (RFC 5023, section 12.1).
        case "application/atom+xml" where parts.last?.contains("type=entry") == true: self = .other
        case "application/xml", "text/xml": self = .xml
        case "application/json", "text/json": self = .json
        case let type: self = Self.feeds.contains(type) ? .feed : .other
        }
    }

    private static let feeds: Set<String> = Set(
        ["application/", "text/", "application/x-", "text/x-", "application/x."].flatMap { prefix in
            ["rss+xml", "atom+xml", "rdf+xml", "feed+json", "rss", "atom"].map { prefix + $0 }
        })
}

extension WebURL {
    /// Resolves a link on the web, without its fragment; nil if it isn't on the web.
    init?(link: String, base: WebURL?) {
        guard let url = WebURL(Self.withoutFeedScheme(link.trimmed), base: base), url.isOnTheWeb else { return nil }
        self = url.withoutFragment
    }

    // "feed:" before a URL, or in place of its scheme, once told browsers which program to use.
    private static func withoutFeedScheme(_ link: String) -> String {
        guard link.prefix(5).lowercased() == "feed:" else { return link }
        let rest = link.dropFirst(5)
        return rest.hasPrefix("//") ? "http:" + rest : String(rest)
    }
}
