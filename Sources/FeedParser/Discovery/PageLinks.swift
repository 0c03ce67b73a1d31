import Addresses
import HTML

/// The links of a page that lead to feeds or claim to.
struct PageLinks {
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

    private static let elements: Set<Tag> = [.a, .area, .base, .link]
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
        guard length(of: attribute) <= Limits.baseURL else { return nil }
        return string(of: attribute, first: Limits.baseURL)
    }
}
