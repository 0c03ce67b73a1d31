package import FeedParser
package import FoundationEssentials

/// What asking for a feed came to, on its way into the library.
package struct Fetched: Sendable {
    package enum Answer: Sendable {
        /// A document; the number is that of `bodyHash`, so that the same bytes need not be parsed again.
        case document(ParsedFeed, bodyHash: Int64? = nil)
        /// The server had nothing new, or sent the same once more.
        case unchanged
        /// Why there is nothing, in words for the person.
        case failed(String)
    }

    package let feed: FeedID
    package let answer: Answer
    /// What the server said of the document, so that the next request can be conditional.
    package let etag: String?
    package let lastModified: String?
    package let date: Date

    package init(
        _ answer: Answer, for feed: FeedID, etag: String? = nil, lastModified: String? = nil, at date: Date
    ) {
        self.feed = feed
        self.answer = answer
        self.etag = etag
        self.lastModified = lastModified
        self.date = date
    }

    /// A number for the bytes of a document, and for what else decides how it is read.
    package static func bodyHash(_ body: [UInt8], contentType: String?, url: String) -> Int64 {
        var hash = StableHash()
        hash.combine(contentType)
        hash.combine(url)
        body.withUnsafeBytes { hash.combine(bytes: $0) }
        return hash.value
    }
}

/// What storing a document brought.
package struct Stored: Equatable, Sendable {
    package var new = 0
    package var changed = 0
    /// The newest of the new items.
    package var newestItem: ItemID?

    package init(new: Int = 0, changed: Int = 0, newestItem: ItemID? = nil) {
        self.new = new
        self.changed = changed
        self.newestItem = newestItem
    }
}
