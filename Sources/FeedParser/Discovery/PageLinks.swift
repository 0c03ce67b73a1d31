import Addresses

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
        for tag in PageTags(page).lazy.prefix(Self.mostLinks) {
            if tag.name == "base" {
                guard !hasOwnBase, let href = tag.attributes["href"]?.trimmed.unlessBlank else { continue }
                hasOwnBase = true
                base = WebURL(href, base: base) ?? base
            } else if let link = FeedLink(tag) {
                if link.isAnnouncement { announcements.append(link) } else { others.append(link) }
            }
        }
        // The order is only known at the end, and the base also affects earlier links.
        let feeds = announcements.prefix(Self.mostFeeds).compactMap { $0.feed(base: base) }
        announced = feeds.filter { !$0.isOfComments } + feeds.filter(\.isOfComments)
        plain = others.prefix(Self.mostFeeds).compactMap { $0.feed(base: base) }
    }

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
