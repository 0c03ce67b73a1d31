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
