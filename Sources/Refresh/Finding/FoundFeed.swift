import FeedParser
package import FoundationEssentials
import Library

/// A feed that was found at an address, or that a page names: what there is to see of it before anybody subscribes.
package struct FoundFeed: Equatable, Sendable {
    package let url: String
    package let title: String?
    package let site: String?
    package let description: String?
    /// In the order of the document; none where only a page has told of the feed.
    package let items: [Item]

    package struct Item: Equatable, Sendable {
        package let title: String
        package let date: Date?
    }
}

extension FoundFeed {
    /// Its texts no longer than the library would keep them.
    init(_ feed: ParsedFeed, at url: String) {
        let items = feed.items.map { Item(title: $0.storedTitle, date: $0.published ?? $0.updated) }
        self.init(
            url: url, title: feed.title?.cut, site: feed.link?.cut, description: feed.description?.cut, items: items)
    }

    init(_ feed: DiscoveredFeed) {
        self.init(url: feed.url, title: feed.title, site: nil, description: nil, items: [])
    }
}
