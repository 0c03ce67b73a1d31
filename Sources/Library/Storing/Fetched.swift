package import FeedParser
package import FoundationEssentials

/// What asking for a feed came to, on its way into the library.
package struct Fetched: Sendable {
    package let feed: FeedID
    package let outcome: FetchOutcome<ParsedFeed>
    /// The items of the document, none where none came.
    let items: DocumentItems
    /// The number that `bodyHash` gives the document, so that the same bytes need not be parsed again.
    let bodyHash: Int64?
    /// What the server said of the document, so that the next request can be conditional.
    package let etag: String?
    package let lastModified: String?
    package let date: Date
    /// When to ask again.
    package var due: Due?
    /// How long the server is to be left alone, and whether that is by its own words.
    package var wait: ServerWait?
    package var wasToldToWait = false
    /// The server whose other feeds are to wait as long.
    package var waitingHost: FeedHost?
    package var transfer: TransferFigures?
    /// The address that permanent redirects led to.
    package var permanentURL: String?
    /// Whether a redirect led from a secure connection to an open one.
    package var isLaidOpen = false
    /// The address at which the document says that it is to be had from now on.
    package var announcedURL: String?
    /// What the server was asked with, as a number.
    package var askedWith: Int64?
    /// How often the document's items came.
    package var rhythm: Rhythm?

    package init(
        _ outcome: FetchOutcome<ParsedFeed>, bodyHash: Int64? = nil, for feed: FeedID, etag: String? = nil,
        lastModified: String? = nil, at date: Date
    ) {
        self.feed = feed
        self.outcome = outcome
        self.bodyHash = bodyHash
        items = if case .document(let document) = outcome { DocumentItems(document) } else { DocumentItems() }
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

/// Who or what is to blame for a failure, which decides how long the feed is left alone, and what the person can do. The
/// library keeps it by its name here.
package enum Failing: String, CaseIterable, Sendable {
    /// There was no answer: it may be the network, the server or the way to it.
    case network
    /// The server is in trouble.
    case server
    /// The server has an answer, and it is no.
    case refused
    /// There is nothing at the address.
    case missing
    /// The server wants to know who asks, or does not let them in.
    case denied
    /// The server can't be trusted.
    case untrusted
    /// The server has had too many requests.
    case tooMany
    /// The server says that the feed is gone for good.
    case gone
    /// What came is a feed that can't be read.
    case document
    /// What came is a page that names its feeds.
    case page
    /// What came is no feed.
    case noFeed
    /// What was to be read or run on this machine.
    case local
}

/// What a transfer took.
package struct TransferFigures: Equatable, Sendable {
    /// The server's last word, of HTTP.
    package var status: Int?
    /// The bytes that came over the wire.
    package var received: Int?
    package var milliseconds: Int?
    /// The bytes of the document, where one came.
    package var size: Int?

    package init(status: Int? = nil, received: Int? = nil, milliseconds: Int? = nil, size: Int? = nil) {
        self.status = status
        self.received = received
        self.milliseconds = milliseconds
        self.size = size
    }
}

/// What storing a document brought.
package struct Stored: Equatable, Sendable {
    package var new = 0
    package var changed = 0
    /// What of that is news to the person.
    package var news = News()
    /// The newest of the new items.
    package var newestItem: ItemID?

    package init(new: Int = 0, changed: Int = 0, newestItem: ItemID? = nil) {
        self.new = new
        self.changed = changed
        self.newestItem = newestItem
    }
}
