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
    /// The server whose other feeds must wait as long.
    package var waitingHost: FeedHost?
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

/// The result of storing a document.
package struct Stored: Equatable, Sendable {
    package var new = 0
    package var changed = 0
    /// The unread new items among them.
    package var news = News()
    /// The newest of the new items.
    package var newestItem: ItemID?

    package init(new: Int = 0, changed: Int = 0, newestItem: ItemID? = nil) {
        self.new = new
        self.changed = changed
        self.newestItem = newestItem
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

/// Notes the result of fetching a feed, in one small row: for a feed without news this costs little more than finding
/// the row.
struct FetchNotes {
    private let addRow: Statement
    private let recordDocument: Statement
    private let recordSentAgain: Statement
    private let recordUnchanged: Statement
    private let recordPart: Statement
    private let recordFailure: Statement
    private let addToHistory: Statement
    private let trimHistory: Statement
    private let forgetWaits: Statement
    private let recordWaitOfHost: Statement

    init(_ database: Database) throws {
        addRow = try database.statement("INSERT OR IGNORE INTO fetches (feed) VALUES (?)")
        recordDocument = try database.statement(
            """
            \(Self.success), \(Self.moveByDocument), etag = ?9, last_modified = ?10, body_hash = ?13, size = ?14, time_to_live = ?15,
                update_interval = ?16, skipped_hours = ?17, skipped_days = ?18, rhythm = ?19, newest_date = ?20,
                held_items = ?21, text_bytes = text_bytes + ?23 WHERE feed = ?1
            """)
        recordSentAgain = try database.statement(
            "\(Self.success), \(Self.move), etag = ?9, last_modified = ?10 WHERE feed = ?1")
        // A 304 may carry new validators, and need not repeat the old ones (RFC 9111, 4.3.4).
        recordUnchanged = try database.statement(
            """
            \(Self.success), \(Self.move), etag = coalesce(?9, etag), last_modified = coalesce(?10, last_modified)
                WHERE feed = ?1
            """)
        // A part says nothing of the rest. What a server tells once doesn't come again by itself, so retention spares no more.
        recordPart = try database.statement(
            """
            INSERT INTO fetches (feed, last_attempt, last_success, held_items, text_bytes) VALUES (?1, ?2, ?2, ?3, ?4)
            ON CONFLICT (feed) DO UPDATE SET held_items = coalesce(held_items, ?3), text_bytes = text_bytes + ?4,
                last_attempt = iif(?5, ?2, last_attempt), last_success = iif(?5, ?2, last_success)
            """)
        recordFailure = try database.statement(
            """
            \(Self.attempt), last_error = ?9, failing = ?13, error_count = error_count + 1,
                failing_since = coalesce(failing_since, ?2), is_gone = max(is_gone, ?10), wait_until = ?11,
                wait_status = ?12 WHERE feed = ?1
            """)
        addToHistory = try database.statement(
            """
            INSERT OR REPLACE INTO fetch_history (feed, at, new_items, status, received, took) VALUES (?, ?, ?, ?, ?, ?)
            """)
        trimHistory = try database.statement(
            """
            DELETE FROM fetch_history WHERE feed = ?1 AND at <=
                (SELECT at FROM fetch_history WHERE feed = ?1 ORDER BY at DESC LIMIT 1 OFFSET \(Self.historyLength))
            """)
        forgetWaits = try database.statement("DELETE FROM hosts WHERE wait_until <= ?")
        recordWaitOfHost = try database.statement(
            """
            INSERT INTO hosts (host, wait_until, wait_status) VALUES (?1, ?2, ?3)
            ON CONFLICT (host) DO UPDATE SET (wait_until, wait_status) = (?2, ?3) WHERE wait_until < ?2
            """)
    }

    /// For a document with this many new or changed bytes.
    func record(
        document: ParsedFeed, hash: Int64?, of fetched: Fetched, _ stored: Stored, _ held: [ItemID], bytes: Int
    ) throws {
        let hints = document.schedule
        try addRow.run(fetched.feed)
        try recordDocument.run(
            Each(fetched.attempt), Each(fetched.success), hash, fetched.transfer?.size, hints.timeToLive,
            hints.updateInterval, hints.skippedHours.asBits, hints.skippedDays.asBits, fetched.rhythm?.interval,
            fetched.rhythm?.newest, ItemSet(held), fetched.announcedURL, bytes)
        try remember(fetched, new: stored.new)
    }

    /// For a part of a feed that a server has told.
    func record(partOf feed: FeedID, isOfServer: Bool, bytes: Int, at date: Date) throws {
        try recordPart.run(feed, date, ItemSet(), bytes, isOfServer)
    }

    func recordSentAgain(_ fetched: Fetched) throws {
        try addRow.run(fetched.feed)
        try recordSentAgain.run(Each(fetched.attempt), Each(fetched.success))
    }

    func recordUnchanged(_ fetched: Fetched) throws {
        try recordUnchanged.run(Each(fetched.attempt), Each(fetched.success))
    }

    func record(failure reason: String, _ failing: Failing, of fetched: Fetched) throws {
        try addRow.run(fetched.feed)
        try recordFailure.run(
            Each(fetched.attempt), reason, failing == .gone, fetched.wait?.until, fetched.wait?.status, failing.rawValue
        )
        try remember(fetched, new: nil)
        guard let host = fetched.waitingHost, let wait = fetched.wait else { return }
        try forgetWaits.run(fetched.date)
        try recordWaitOfHost.run(host.name, wait.until, wait.status)
    }

    private func remember(_ fetched: Fetched, new: Int?) throws {
        let transfer = fetched.transfer
        try addToHistory.run(
            fetched.feed, fetched.date, new, transfer?.status, transfer?.received, transfer?.milliseconds)
        try trimHistory.run(fetched.feed)
    }

    /// The number of fetches of a feed that lede remembers.
    private static let historyLength = 20

    // The columns that every answer changes; the lease that ends is this process's own.
    private static let attempt = """
        UPDATE fetches SET last_attempt = ?2, next_due = ?3, due_reason = ?4, due_after = ?5, status = ?6, received = ?7,
            took = ?8, lease_holder = NULL, lease_until = NULL
        """

    private static let success = """
        \(attempt), last_success = ?2, last_error = NULL, failing = NULL, error_count = 0, failing_since = NULL, is_gone = 0,
            wait_until = NULL, wait_status = NULL, asked_with = ?12
        """

    /// Where redirects lead, how often and since when. A URL that the document announces counts as if it had always led
    /// there, as long as the document says so.
    private static let move = """
        moved_to = iif(\(isAnnounced), moved_to, ?11),
            moved_count = iif(\(isAnnounced), moved_count, iif(?11 IS NULL, 0, iif(?11 IS moved_to, moved_count + 1, 1))),
            moved_since = iif(\(isAnnounced), moved_since, iif(?11 IS NULL, NULL, iif(?11 IS moved_to, moved_since, ?2)))
        """

    private static let isAnnounced = "?11 IS NULL AND moved_since IS 0"

    private static let moveByDocument = """
        moved_to = coalesce(?22, ?11),
            moved_count = iif(?22 IS NOT NULL, \(Database.answersToMove),
                iif(?11 IS NULL, 0, iif(?11 IS moved_to, moved_count + 1, 1))),
            moved_since = iif(?22 IS NOT NULL, 0, iif(?11 IS NULL, NULL, iif(?11 IS moved_to, moved_since, ?2)))
        """
}

extension Fetched {
    /// The values of every note, in the order of its parameters.
    fileprivate var attempt: [Value] {
        let due = due?.asValues ?? [.null, .null, .null]
        let transfer = transfer?.asValues ?? [.null, .null, .null]
        return [feed.sqliteValue, date.sqliteValue] + due + transfer
    }

    /// Further values of a successful fetch.
    fileprivate var success: [Value] {
        [etag.sqliteValue, lastModified.sqliteValue, permanentURL.sqliteValue, askedWith.sqliteValue]
    }
}

extension Due {
    fileprivate var asValues: [Value] { [date.sqliteValue, reason.rawValue.sqliteValue, after.sqliteValue] }
}

extension TransferFigures {
    fileprivate var asValues: [Value] { [status.sqliteValue, received.sqliteValue, milliseconds.sqliteValue] }
}
