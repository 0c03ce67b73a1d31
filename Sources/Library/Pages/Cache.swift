package import FoundationEssentials
import SQLite

/// What lede keeps of web pages and pictures.
package struct CacheSummary: Equatable, Sendable {
    package struct OfFeed: Equatable, Sendable {
        package let feed: FeedID
        package let name: String
        package fileprivate(set) var articles = 0
        package fileprivate(set) var articleBytes = 0
        /// A picture in several feeds counts for one.
        package fileprivate(set) var pictures = 0
        package fileprivate(set) var pictureBytes = 0

        var bytes: Int { articleBytes + pictureBytes }
    }

    /// The feeds of which lede keeps something, the largest first.
    package fileprivate(set) var feeds: [OfFeed] = []
    /// The pages in which lede found no article.
    package fileprivate(set) var refused = 0
    /// All pictures, also those of deleted items.
    package fileprivate(set) var pictures = 0
    package fileprivate(set) var pictureBytes = 0

    package var articles: Int { feeds.reduce(0) { $0 + $1.articles } }
    package var articleBytes: Int { feeds.reduce(0) { $0 + $1.articleBytes } }
}

extension Library {
    /// Looks for the files, too, so it may take a moment.
    package func cacheSummary() throws(LibraryFailure) -> CacheSummary {
        try read { database in
            var summary = CacheSummary()
            var feeds: [FeedID: CacheSummary.OfFeed] = [:]
            try database.each("SELECT id, coalesce(own_title, title, url) FROM feeds") { row in
                let feed = FeedID(row.integer(0))
                feeds[feed] = CacheSummary.OfFeed(feed: feed, name: row.text(1))
            }
            try database.each(
                """
                SELECT feed, count(*), total(bytes) FROM full_texts JOIN states ON states.item = full_texts.item
                WHERE bytes > 0 GROUP BY feed
                """
            ) { row in
                feeds[FeedID(row.integer(0))]?.articles = row.int(1)
                feeds[FeedID(row.integer(0))]?.articleBytes = row.int(2)
            }
            try database.each(
                """
                SELECT hash, bytes, (
                    SELECT feed FROM pictures JOIN item_pictures ON picture = pictures.id JOIN states USING (item)
                    WHERE file = picture_files.id ORDER BY item LIMIT 1)
                FROM picture_files
                """
            ) { row in
                let bytes = row.int(1)
                guard let hash = PictureHash(row.blob(0)), pictureFolder.has(hash, bytes: bytes) else { return }
                summary.pictures += 1
                summary.pictureBytes += bytes
                guard let feed = row.optionalInteger(2).map(FeedID.init) else { return }
                feeds[feed]?.pictures += 1
                feeds[feed]?.pictureBytes += bytes
            }
            summary.feeds = feeds.values.filter { $0.articles + $0.pictures > 0 }
                .sorted { ($1.bytes, $0.feed.rawValue) < ($0.bytes, $1.feed.rawValue) }
            summary.refused = try database.first("SELECT count(*) FROM full_texts WHERE bytes = 0") { $0.int(0) } ?? 0
            return summary
        }
    }
}

/// How many articles of pages, and pictures, lede keeps.
package struct CacheLimits: Equatable, Sendable {
    package var bytes: Int
    package var age: TimeInterval
    /// In bytes.
    package var largestPicture: Int

    package init(bytes: Int, age: TimeInterval, largestPicture: Int = .max) {
        (self.bytes, self.age, self.largestPicture) = (bytes, age, largestPicture)
    }
}

// What lede keeps of the web: articles of pages in the library, and pictures in files.
extension Library {
    /// Discards what is too old or too much: what was read longest ago first, then what was preloaded for items that are
    /// still unread, the oldest first, and what belongs to starred items last. Returns the number of articles and
    /// pictures. For a week lede doesn't fetch the articles again by itself, or it would discard them again.
    @discardableResult
    package func discardCached(beyond limits: CacheLimits, at now: Date) throws(LibraryFailure) -> Int {
        let surplus = try read { database in
            let old = try database.cached(notUsedSince: now - limits.age, largestPicture: limits.largestPicture)
            return try old + database.surplus(beyond: limits.bytes, besides: Set(old))
        }
        try discardFullTexts(of: surplus.compactMap(\.article), leftAloneUntil: now + 7 * 86_400)
        try discardPictures(in: surplus.compactMap(\.pictureFile))
        return surplus.count
    }

    /// Discards the articles and pictures of a feed, or all, or those fetched before a date, and what is known of pages
    /// without an article and of pictures that couldn't be fetched. Returns the numbers of articles and pictures.
    @discardableResult
    package func clearCache(
        of feed: FeedID? = nil, fetchedBefore date: Date? = nil
    ) throws(LibraryFailure) -> (articles: Int, pictures: Int) {
        var articles = 0
        let (items, files) = try read { database in
            let items = try database.all(
                """
                SELECT full_texts.item, bytes > 0 FROM full_texts JOIN states ON states.item = full_texts.item
                WHERE (?1 IS NULL OR feed = ?1) AND (?2 IS NULL OR fetched < ?2)
                """, feed, date
            ) { row in
                if row.bool(1) { articles += 1 }
                return ItemID(row.integer(0))
            }
            return (items, try database.pictureFiles(of: feed, fetchedBefore: date))
        }
        try discardFullTexts(of: items)
        try discardPictures(in: files)
        try forgetPictureFailures(of: feed)
        return (articles, files.count)
    }

    /// In short transactions, so that marks don't wait.
    private func discardFullTexts(of items: [ItemID], leftAloneUntil date: Date? = nil) throws(LibraryFailure) {
        var rest = items[...]
        while !rest.isEmpty {
            let batch = Array(rest.prefix(200))
            rest = rest.dropFirst(batch.count)
            try write { database in
                let delete = try database.statement("DELETE FROM full_texts WHERE item = ?")
                let leaveAlone = try database.statement(
                    "INSERT OR REPLACE INTO page_requests (item, is_wanted, failures, due) VALUES (?, 0, 0, ?)")
                for item in batch {
                    try delete.run(item)
                    if let date { try leaveAlone.run(item, date) }
                }
                return ((), [.pages(ItemSet(batch))])
            }
        }
        if !items.isEmpty { searchIndexer.wake() }
    }
}

/// Something that lede keeps.
private enum Cached: Hashable, Sendable {
    case article(of: ItemID)
    case picture(file: Int64)

    init(_ row: borrowing Row) {
        self = row.bool(0) ? .picture(file: row.integer(1)) : .article(of: ItemID(row.integer(1)))
    }

    var article: ItemID? { if case .article(let item) = self { item } else { nil } }
    var pictureFile: Int64? { if case .picture(let file) = self { file } else { nil } }
}

extension Database {
    fileprivate func cached(notUsedSince date: Date, largestPicture: Int) throws -> [Cached] {
        try all(
            """
            SELECT 0, full_texts.item FROM full_texts JOIN states ON states.item = full_texts.item
            WHERE used < ?1 AND NOT (\(ItemState.keeps))
            UNION ALL
            SELECT 1, id FROM picture_files WHERE bytes > ?2 OR used < ?1 AND NOT EXISTS (
                SELECT 1 FROM pictures JOIN item_pictures ON picture = pictures.id JOIN states USING (item)
                WHERE file = picture_files.id AND (\(ItemState.keeps)))
            """, date, largestPicture
        ) { Cached($0) }
    }

    fileprivate func surplus(beyond limit: Int, besides discarded: Set<Cached>) throws -> [Cached] {
        let total = try first("SELECT (SELECT total(bytes) FROM full_texts) + (SELECT total(bytes) FROM picture_files)")
        {
            $0.int(0)
        }
        guard let total, total > limit else { return [] }
        var kept = 0
        var surplus: [Cached] = []
        try each(
            """
            SELECT is_picture, id, bytes FROM (
                SELECT 0 AS is_picture, full_texts.item AS id, bytes, used, date,
                    \(ItemState.keeps) AS stays,
                    is_preloaded AND is_read = 0 AS waits
                FROM full_texts JOIN states ON states.item = full_texts.item
                UNION ALL
                SELECT 1, picture_files.id, bytes, used, max(date), max(\(ItemState.keeps)), max(is_preloaded AND is_read = 0)
                FROM picture_files LEFT JOIN pictures ON file = picture_files.id
                    LEFT JOIN item_pictures ON picture = pictures.id LEFT JOIN states ON states.item = item_pictures.item
                GROUP BY picture_files.id)
            ORDER BY stays DESC, waits DESC, CASE WHEN waits THEN date ELSE used END DESC, is_picture, id DESC
            """
        ) { row in
            let cached = Cached(row)
            if discarded.contains(cached) { return }
            if kept + row.int(2) > limit { surplus.append(cached) } else { kept += row.int(2) }
        }
        return surplus
    }
}
