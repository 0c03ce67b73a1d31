package import FoundationEssentials
import SQLite

/// What lede took from an item's web page: its article, or only the reason why there is none. Or the item's transcript.
package struct FullText: Equatable, Sendable {
    /// The article; empty if the page has none.
    package var html: String
    /// The page's URL, after redirects.
    package var url: String
    package var fetched: Date
    /// The number of letters in the article.
    package var letters: Int
    /// Why this part of the page is the article, or why there is none, in words.
    package var reason: String
    package var title: String?
    package var byline: String?
    /// The server's validators, for the next request.
    package var etag: String?
    package var lastModified: String?

    package init(
        html: String, url: String, fetched: Date, letters: Int, reason: String, title: String? = nil,
        byline: String? = nil, etag: String? = nil, lastModified: String? = nil
    ) {
        self.html = html
        self.url = url
        self.fetched = fetched
        self.letters = letters
        self.reason = reason
        self.title = title
        self.byline = byline
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether the page has an article.
    package var isFound: Bool { !html.isEmpty }

    /// Whether it is the item's transcript, which stands where the page's article would.
    package var isTranscript: Bool { reason == Self.transcript }

    /// The reason of a transcript.
    package static let transcript = "its transcript"

    /// Longer articles aren't kept: no real one is.
    package static let longest = 1 << 20
}

// The articles of items' pages, one for each item.
extension Library {
    /// The article of an item's page; nil if lede hasn't fetched the page.
    package func fullText(of item: ItemID) throws(LibraryFailure) -> FullText? {
        try read { try $0.fullText(of: item) }
    }

    /// Stores the article of an item's page, and the hashes of the page's blocks. An item deleted meanwhile needs none.
    ///
    /// `isPreloaded` says that nobody has asked for it yet, so that it stays until it is read.
    package func store(
        _ text: FullText, of item: ItemID, blocks: [UInt64] = [], isPreloaded: Bool
    ) throws(LibraryFailure) {
        try write { database in
            guard let feed = try database.feed(of: item) else { return ((), []) }
            try database.store(text, of: item, isPreloaded: isPreloaded)
            try database.storeBlocks(blocks, of: item, in: feed)
            try database.run("DELETE FROM page_requests WHERE item = ?", item)
            return ((), [.pages([item])])
        }
    }

    /// Notes that the server has the same page as before.
    package func recordUnchangedPage(of item: ItemID, at now: Date) throws(LibraryFailure) {
        try write { database in
            try database.run("UPDATE full_texts SET fetched = ? WHERE item = ?", now, item)
            return ((), [])
        }
    }

    /// Notes that the user reads an article now, so that it goes last.
    package func recordUse(ofFullTextOf item: ItemID, at now: Date) {
        act { database in
            try database.run("UPDATE full_texts SET used = ?, is_preloaded = 0 WHERE item = ?", now, item)
            return ((), [])
        }
    }

    /// The hashes of blocks for each of the feed's last pages, without an item's own.
    package func blocks(ofPagesIn feed: FeedID, besides item: ItemID) throws(LibraryFailure) -> [[UInt64]] {
        try read { database in
            try database.all("SELECT blocks FROM page_blocks WHERE feed = ? AND item <> ? ORDER BY item", feed, item) {
                row in
                row.withBlob(0) { [UInt64](blocks: $0) }
            }
        }
    }
}

extension Database {
    func fullText(of item: ItemID) throws -> FullText? {
        try first(
            """
            SELECT html, url, fetched, letters, reason, title, byline, etag, last_modified FROM full_texts WHERE item = ?
            """, item
        ) { row in
            FullText(
                html: row.text(0), url: row.text(1), fetched: row.date(2), letters: row.int(3), reason: row.text(4),
                title: row.optionalText(5), byline: row.optionalText(6), etag: row.optionalText(7),
                lastModified: row.optionalText(8))
        }
    }

    fileprivate func feed(of item: ItemID) throws -> FeedID? {
        try first("SELECT feed FROM states WHERE item = ? AND is_deleted = 0", item) { FeedID($0.integer(0)) }
    }

    fileprivate func store(_ text: FullText, of item: ItemID, isPreloaded: Bool) throws {
        let html = text.html
        try run(
            """
            INSERT INTO full_texts (item, fetched, used, bytes, letters, is_preloaded, url, reason, title, byline, etag,
                last_modified, html)
            VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            ON CONFLICT (item) DO UPDATE SET (fetched, bytes, letters, url, reason, title, byline, etag, last_modified, html)
                = (?2, ?3, ?4, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            """, item, text.fetched, html.utf8.count, text.letters, isPreloaded, text.url, text.reason, text.title,
            text.byline, text.etag, text.lastModified, html)
    }

    /// Keeps the blocks of a few pages for each feed: enough to see what they share.
    fileprivate func storeBlocks(_ blocks: [UInt64], of item: ItemID, in feed: FeedID) throws {
        guard !blocks.isEmpty else { return }
        try run(
            "INSERT OR REPLACE INTO page_blocks (item, feed, blocks) VALUES (?, ?, ?)", item, feed,
            Array(blocks.prefix(Self.mostBlocks)).bytes)
        try run(
            """
            DELETE FROM page_blocks WHERE feed = ?1 AND item NOT IN (
                SELECT item FROM page_blocks WHERE feed = ?1 ORDER BY item DESC LIMIT \(Self.mostPagesWithBlocks))
            """, feed)
    }

    private static let mostBlocks = 1000
    private static let mostPagesWithBlocks = 5
}

extension [UInt64] {
    fileprivate var bytes: [UInt8] {
        flatMap { block in (0..<8).map { UInt8(truncatingIfNeeded: block >> (8 * UInt64($0))) } }
    }

    fileprivate init(blocks bytes: Span<UInt8>) {
        self = stride(from: 0, to: bytes.count - bytes.count % 8, by: 8).map { start in
            (0..<8).reduce(0) { $0 | UInt64(bytes[start + $1]) << (8 * UInt64($1)) }
        }
    }
}
