/// What the feed says of an item, and what its other pages have shown.
package struct FeedKnowledge: Equatable, Sendable {
    package var title: String?
    package var author: String?
    /// The date as text.
    package var published: String?
    /// The item's plain text from the feed, which the article must contain if the page does.
    package var teaser: String?
    /// Hashes of blocks that other pages of the feed have, too: its boilerplate.
    package var sharedBlocks: Set<UInt64>

    package init(
        title: String? = nil, author: String? = nil, published: String? = nil, teaser: String? = nil,
        sharedBlocks: Set<UInt64> = []
    ) {
        self.title = title
        self.author = author
        self.published = published
        self.teaser = teaser
        self.sharedBlocks = sharedBlocks
    }

    /// The blocks that at least two pages have.
    package static func blocks(sharedBy pages: [[UInt64]]) -> Set<UInt64> {
        var seen: Set<UInt64> = []
        var shared: Set<UInt64> = []
        for page in pages {
            for block in Set(page) where !seen.insert(block).inserted { shared.insert(block) }
        }
        return shared
    }

    /// The page's metadata, with what the feed says in its place.
    func correcting(_ metadata: PageMetadata) -> PageMetadata {
        var metadata = metadata
        metadata.title = title?.unlessEmpty ?? metadata.title
        metadata.byline = author?.unlessEmpty ?? metadata.byline
        metadata.published = published?.unlessEmpty ?? metadata.published
        return metadata
    }
}
