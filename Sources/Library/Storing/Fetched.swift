package import FeedParser
package import FoundationEssentials
import SQLite

/// The result of fetching a feed, to be stored.
package struct Fetched: Sendable {
    package let feed: FeedID
    package let outcome: FetchOutcome<ParsedFeed>
    /// The items of the document; none without a document.
    let items: DocumentItems
    /// The hash of the document, so that the same bytes need not be parsed again.
    let bodyHash: Int64?
    /// The validators of the document, so that the next request can be conditional.
    package let etag: String?
    package let lastModified: String?
    package let date: Date
    /// When to fetch it next.
    package var due: Due?
    /// Until when the server asked to be left alone, and whether it said so itself.
    package var wait: ServerWait?
    package var wasToldToWait = false
    /// The server whose other feeds must wait as long, or a day at most.
    package var waitingHost: FeedHost?
    /// The server that answered before the time until which it had asked to wait: its other feeds needn't wait either.
    package var willingHost: FeedHost?
    /// Whether it failed while no server could be reached, so that it may not be the feed's fault: then lede only notes
    /// to try again soon.
    package var isInDoubt = false
    package var transfer: TransferFigures?
    /// The URL that permanent redirects led to.
    package var permanentURL: String?
    /// Whether a redirect led from a secure to an insecure connection.
    package var isLaidOpen = false
    /// The URL at which, by its own words, the document will be from now on.
    package var announcedURL: String?
    /// A hash of the request's headers and credentials.
    package var askedWith: Int64?
    /// How often the feed publishes, by the document's items.
    package var rhythm: Rhythm?
    /// What is kept of the feed: new items beyond it aren't stored.
    package var retention = Retention()

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

    /// A hash of the document's bytes and of everything else that decides how it is read.
    package static func bodyHash(_ body: [UInt8], contentType: String?, url: String) -> Int64 {
        var hash = StableHash()
        hash.combine(contentType)
        hash.combine(url)
        body.withUnsafeBytes { hash.combine(bytes: $0) }
        return hash.value
    }
}

/// The figures of a transfer.
package struct TransferFigures: Equatable, Sendable {
    /// The final HTTP status.
    package var status: Int?
    /// The bytes on the wire.
    package var received: Int?
    package var milliseconds: Int?
    /// The bytes of the document, if one came.
    package var size: Int?

    package init(status: Int? = nil, received: Int? = nil, milliseconds: Int? = nil, size: Int? = nil) {
        self.status = status
        self.received = received
        self.milliseconds = milliseconds
        self.size = size
    }
}

/// The outcome of fetching a feed, with its document as it came, as it was parsed, or as it was stored.
package enum FetchOutcome<Document> {
    case document(Document)
    /// The server had nothing new.
    case unchanged
    /// The server sent the same document again, with its current headers.
    case sentAgain
    /// The reason, in words for the user.
    case failed(String, Failing = .network)

    /// The same outcome, with its document transformed.
    package func map<Result>(_ transform: (Document) -> Result) -> FetchOutcome<Result> {
        flatMap { .document(transform($0)) }
    }

    /// The same outcome, except that `transform` decides about a document.
    package func flatMap<Result>(_ transform: (Document) -> FetchOutcome<Result>) -> FetchOutcome<Result> {
        switch self {
        case .document(let document): transform(document)
        case .unchanged: .unchanged
        case .sentAgain: .sentAgain
        case .failed(let reason, let failing): .failed(reason, failing)
        }
    }

    /// The kind of failure; nil for a success.
    package var failing: Failing? { if case .failed(_, let failing) = self { failing } else { nil } }
}

extension FetchOutcome: Sendable where Document: Sendable {}

extension FetchOutcome: Equatable where Document: Equatable {}
