package import FoundationEssentials
import SQLite

/// An item whose page or transcript may be fetched, with everything that helps to find the article in it.
package struct PageToFetch: Equatable, Sendable {
    package let item: ItemID
    package let feed: FeedID
    /// The URL that the user wrote for the feed; empty if a feed server named it.
    package let feedURL: String
    /// The URL of the transcript, or else of the page.
    package let link: String
    /// The transcript that is fetched instead of the page.
    package let transcript: Article.Transcript?
    package let title: String
    package let author: String?
    package let date: Date
    /// The feed's own text.
    package let html: String
    /// The validators of the page as it was fetched last.
    package let etag: String?
    package let lastModified: String?
}

extension Library {
    /// The URL that the user wrote for a feed. A feed server may name any, so its feeds have none.
    static let writtenURL = "iif(feeds.account IS NULL, feeds.url, '')"

    /// The URL of an item's transcript or page and that of its feed, without its text; nil if the item has neither.
    package func pageLink(of item: ItemID) throws(LibraryFailure) -> (link: String, feedURL: String)? {
        try read { database in
            let transcript = try database.transcript(toReadOf: item)
            return try database.first(
                """
                SELECT coalesce(?2, link), \(Self.writtenURL)
                FROM states JOIN items ON items.id = states.item JOIN feeds ON feeds.id = states.feed
                WHERE states.item = ?1 AND is_deleted = 0 AND coalesce(?2, link) IS NOT NULL
                """, item, transcript?.url
            ) { ($0.text(0), $0.text(1)) }
        }
    }

    /// An item's page or transcript; nil if the item has neither.
    package func pageToFetch(of item: ItemID) throws(LibraryFailure) -> PageToFetch? {
        try read { try $0.pageToFetch(of: item) }
    }

    /// The items among these whose page or transcript lede hasn't fetched, newest first. Leaves out those that couldn't be
    /// fetched and that lede tries again only after `date`.
    package func itemsWithoutPage(
        among items: ItemSet, limit: Int, triedAgainBy date: Date = .distantFuture
    ) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            let statement = try database.statement(
                """
                SELECT states.date FROM states JOIN items ON items.id = states.item
                WHERE states.item = ?1 AND is_deleted = 0
                    AND (link IS NOT NULL OR EXISTS (SELECT 1 FROM enclosures WHERE item = ?1 AND is_transcript))
                    AND NOT EXISTS (SELECT 1 FROM full_texts WHERE full_texts.item = ?1)
                    AND NOT EXISTS (SELECT 1 FROM page_requests WHERE page_requests.item = ?1 AND due > ?2)
                """)
            let dated = try items.compactMap { item in
                try statement.first(item, date) { ($0.integer(0), item) }
            }
            return dated.sorted { ($0.0, $0.1.rawValue) > ($1.0, $1.1.rawValue) }.prefix(limit).map(\.1)
        }
    }
}

extension Database {
    fileprivate func pageToFetch(of item: ItemID) throws -> PageToFetch? {
        let transcript = try transcript(toReadOf: item)
        // What the server said of a page is nothing to a transcript.
        return try first(
            """
            SELECT states.feed, \(Library.writtenURL), coalesce(?2, items.link), items.title, items.author, states.date,
                contents.html, full_texts.etag, full_texts.last_modified
            FROM states JOIN items ON items.id = states.item JOIN feeds ON feeds.id = states.feed
                JOIN contents ON contents.item = items.id
                LEFT JOIN full_texts ON full_texts.item = items.id AND (full_texts.reason = ?3) = (?2 IS NOT NULL)
            WHERE states.item = ?1 AND is_deleted = 0 AND coalesce(?2, items.link) IS NOT NULL
            """, item, transcript?.url, FullText.transcript
        ) { row in
            PageToFetch(
                item: item, feed: FeedID(row.integer(0)), feedURL: row.text(1), link: row.text(2),
                transcript: transcript, title: row.text(3), author: row.optionalText(4), date: row.date(5),
                html: row.text(6), etag: row.optionalText(7), lastModified: row.optionalText(8))
        }
    }

    /// The transcript that reads best: in the item's language, and in the form that says most.
    fileprivate func transcript(toReadOf item: ItemID) throws -> Article.Transcript? {
        try first(
            """
            SELECT enclosures.url, enclosures.type, enclosures.language
            FROM enclosures JOIN states USING (item) JOIN contents USING (item) JOIN feeds ON feeds.id = states.feed
            WHERE item = ? AND is_transcript
            ORDER BY coalesce(lower(substr(enclosures.language, 1, 2))
                    <> lower(substr(coalesce(contents.language, feeds.language), 1, 2)), 0),
                CASE WHEN enclosures.type LIKE '%vtt%' THEN 0
                    WHEN enclosures.type LIKE '%subrip%' OR enclosures.type LIKE '%srt%' THEN 1
                    WHEN enclosures.type LIKE '%json%' THEN 2 WHEN enclosures.type LIKE '%html%' THEN 3 ELSE 4 END,
                enclosures.position
            LIMIT 1
            """, item
        ) { Article.Transcript(url: $0.text(0), type: $0.optionalText(1), language: $0.optionalText(2)) }
    }
}

// Pages that the user waits for, and pages that couldn't be fetched.
extension Library {
    /// Notes that the user waits for an item's page until the network is back.
    package func want(pageOf item: ItemID) {
        act { database in
            try database.run(
                """
                INSERT INTO page_requests (item, is_wanted, failures, due)
                SELECT item, 1, 0, 0 FROM states WHERE item = ? AND is_deleted = 0
                ON CONFLICT (item) DO UPDATE SET (is_wanted, failures, due) = (1, 0, 0)
                """, item)
            return ((), [])
        }
    }

    /// The items of the user's feeds whose pages the user waits for, and that lede may try now.
    package func wantedPages(at now: Date) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            try database.all(
                """
                SELECT item FROM page_requests JOIN states USING (item) JOIN feeds ON feeds.id = states.feed
                WHERE is_wanted = 1 AND is_subscribed = 1 AND due <= ? ORDER BY item LIMIT \(Self.mostWanted)
                """, now
            ) { ItemID($0.integer(0)) }
        }
    }

    /// Nobody asks for more by hand.
    private static var mostWanted: Int { 1000 }

    /// Notes that lede couldn't fetch an item's page, and tries again by itself only after a while: longer each time,
    /// and not before `earliest`. If that `isFinal`, the user no longer waits for it.
    package func recordFailure(
        ofPageOf item: ItemID, at now: Date, earliest: Date? = nil, isFinal: Bool
    ) throws(LibraryFailure) {
        try write { database in
            let failures = try database.first("SELECT failures FROM page_requests WHERE item = ?", item) { $0.int(0) }
            let due = max(now + PageRequest.wait(afterFailures: (failures ?? 0) + 1), earliest ?? now)
            try database.run(
                """
                INSERT INTO page_requests (item, is_wanted, failures, due)
                SELECT item, 0, 1, ?2 FROM states WHERE item = ?1 AND is_deleted = 0
                ON CONFLICT (item) DO UPDATE SET (is_wanted, failures, due) = (is_wanted AND NOT ?3, failures + 1, ?2)
                """, item, due, isFinal)
            return ((), [])
        }
    }
}

enum PageRequest {
    /// An hour, four times as long after each further failure, and a month at most.
    static func wait(afterFailures count: Int) -> TimeInterval {
        min(3600 * Double(1 << (2 * min(count - 1, 10))), longestWait)
    }

    static let longestWait: TimeInterval = 30 * 86_400
}
