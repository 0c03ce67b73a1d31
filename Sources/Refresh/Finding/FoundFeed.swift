import FeedParser
package import FoundationEssentials
import Library

/// A feed that was found, or that a page names, with what can be shown before the user adds it.
package struct FoundFeed: Equatable, Sendable {
    package let url: String
    package let title: String?
    package let site: String?
    package let description: String?
    /// In the order of the document; empty if only a page names the feed.
    package let items: [Item]

    package struct Item: Equatable, Sendable {
        package let title: String
        package let date: Date?
    }
}

extension FoundFeed {
    /// Cuts texts to the lengths that the library keeps.
    init(_ feed: ParsedFeed, at url: String) {
        let items = feed.items.map { Item(title: $0.storedTitle, date: $0.published ?? $0.updated) }
        self.init(
            url: url, title: feed.title?.cut, site: feed.link?.cut, description: feed.description?.cut, items: items)
    }

    init(_ feed: DiscoveredFeed) {
        self.init(url: feed.url, title: feed.title, site: nil, description: nil, items: [])
    }
}
