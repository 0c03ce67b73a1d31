package import FoundationEssentials
import SQLite

/// How many articles of pages the library keeps.
package struct FullTextLimits: Equatable, Sendable {
    package var bytes: Int
    package var age: TimeInterval

    package init(bytes: Int, age: TimeInterval) {
        (self.bytes, self.age) = (bytes, age)
    }
}

/// What the library keeps of pages.
package struct FullTextSummary: Equatable, Sendable {
    package struct OfFeed: Equatable, Sendable {
        package let feed: FeedID
        package let name: String
        package let articles: Int
        package let bytes: Int
    }

    /// The feeds with articles, the largest first.
    package let feeds: [OfFeed]
    /// The pages in which lede found no article.
    package let refused: Int

    package var articles: Int { feeds.reduce(0) { $0 + $1.articles } }
    package var bytes: Int { feeds.reduce(0) { $0 + $1.bytes } }
}

extension Library {
    package func fullTextSummary() throws(LibraryFailure) -> FullTextSummary {
        try read { database in
            let feeds = try database.all(
                """
                SELECT feeds.id, coalesce(own_title, feeds.title, feeds.url), count(*), total(bytes)
                FROM full_texts JOIN states ON states.item = full_texts.item JOIN feeds ON feeds.id = states.feed
                WHERE bytes > 0 GROUP BY feeds.id ORDER BY 4 DESC, feeds.id
                """
            ) { row in
                FullTextSummary.OfFeed(
                    feed: FeedID(row.integer(0)), name: row.text(1), articles: row.int(2), bytes: row.int(3))
            }
            let refused = try database.first("SELECT count(*) FROM full_texts WHERE bytes = 0") { $0.int(0) } ?? 0
            return FullTextSummary(feeds: feeds, refused: refused)
        }
    }

    /// Discards articles that are too old or too many: those read longest ago first, then preloaded ones that are still
    /// unread, the oldest first, and starred ones last. Returns their number. For a week lede doesn't fetch them again by itself, or it would
    /// discard them again.
    @discardableResult
    package func discardFullTexts(beyond limits: FullTextLimits, at now: Date) throws(LibraryFailure) -> Int {
        let surplus = try read { database in
            let old = try database.all(
                """
                SELECT full_texts.item FROM full_texts JOIN states ON states.item = full_texts.item
                WHERE used < ? AND is_starred = 0
                """, now - limits.age
            ) { ItemID($0.integer(0)) }
            return try old + database.surplusFullTexts(beyond: limits.bytes, besides: ItemSet(old))
        }
        return try discardFullTexts(of: surplus, leftAloneUntil: now + 7 * 86_400)
    }

    /// Discards the articles of a feed, or all, or those fetched before a date, and what is known of pages without an
    /// article. Returns the number of articles.
    @discardableResult
    package func discardFullTexts(of feed: FeedID? = nil, fetchedBefore date: Date? = nil) throws(LibraryFailure) -> Int
    {
        var articles = 0
        let items = try read { database in
            try database.all(
                """
                SELECT full_texts.item, bytes > 0 FROM full_texts JOIN states ON states.item = full_texts.item
                WHERE (?1 IS NULL OR feed = ?1) AND (?2 IS NULL OR fetched < ?2)
                """, feed, date
            ) { row in
                if row.bool(1) { articles += 1 }
                return ItemID(row.integer(0))
            }
        }
        _ = try discardFullTexts(of: items)
        return articles
    }

    /// In short transactions, so that marks don't wait.
    private func discardFullTexts(
        of items: [ItemID], leftAloneUntil date: Date? = nil
    ) throws(LibraryFailure) -> Int {
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
        return items.count
    }
}

extension Database {
    fileprivate func surplusFullTexts(beyond limit: Int, besides discarded: ItemSet) throws -> [ItemID] {
        let total = try first("SELECT total(bytes) FROM full_texts") { $0.int(0) } ?? 0
        guard total > limit else { return [] }
        var kept = 0
        var surplus: [ItemID] = []
        try each(
            """
            SELECT full_texts.item, bytes FROM full_texts JOIN states ON states.item = full_texts.item
            ORDER BY is_starred DESC, is_preloaded AND is_read = 0 DESC,
                CASE WHEN is_preloaded AND is_read = 0 THEN date ELSE used END DESC, full_texts.item DESC
            """
        ) { row in
            let item = ItemID(row.integer(0))
            if discarded.contains(item) { return }
            if kept + row.int(1) > limit { surplus.append(item) } else { kept += row.int(1) }
        }
        return surplus
    }
}
