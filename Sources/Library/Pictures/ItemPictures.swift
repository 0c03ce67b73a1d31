package import FoundationEssentials
import SQLite
import Typesetting

/// The pictures of an item: in the feed's text, and in the article of its page.
package struct ItemPictures: Equatable, Sendable {
    package let item: ItemID
    /// The URLs, each once, in the order of the texts.
    package let urls: [String]

    package init(item: ItemID, urls: [String]) {
        self.item = item
        self.urls = urls
    }

    /// More aren't fetched ahead for an item.
    static let most = 50
}

extension Library {
    /// The URLs of an item's pictures on the web, at most 50. Reads its texts, so it may take milliseconds.
    package func pictures(of item: ItemID) throws(LibraryFailure) -> ItemPictures {
        let texts = try read { database in
            try database.first(
                """
                SELECT contents.html, full_texts.html, coalesce(link, site)
                FROM states JOIN items ON items.id = states.item JOIN feeds ON feeds.id = states.feed
                    JOIN contents ON contents.item = items.id LEFT JOIN full_texts ON full_texts.item = items.id
                WHERE states.item = ? AND is_deleted = 0
                """, item
            ) { (htmls: [$0.text(0), $0.text(1)], base: $0.optionalText(2)) }
        }
        var urls: [String] = []
        for html in texts?.htmls ?? [] where !html.isEmpty {
            let html = String(decoding: html.utf8.prefix(FullText.longest), as: UTF8.self)
            for url in Document(html: html, baseURL: texts?.base).images.compactMap(\.source)
            where urls.count < ItemPictures.most && url.hasPrefix("http") && !urls.contains(url) {
                urls.append(url)
            }
        }
        return ItemPictures(item: item, urls: urls)
    }

    /// The items among these whose pictures lede hasn't tried to fetch ahead, or may try again, newest first.
    package func itemsLackingPictures(
        among items: ItemSet, limit: Int, at now: Date
    ) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            let statement = try database.statement(
                """
                SELECT states.date FROM states WHERE item = ?1 AND is_deleted = 0
                    AND (NOT EXISTS (SELECT 1 FROM pictured_items WHERE pictured_items.item = ?1 AND due > ?2)
                        OR EXISTS (SELECT 1 FROM item_pictures JOIN pictures ON pictures.id = picture
                            WHERE item_pictures.item = ?1 AND file IS NULL AND due <= ?2))
                """)
            let dated = try items.compactMap { item in
                try statement.first(item, now) { ($0.integer(0), item) }
            }
            return dated.sorted { ($0.0, $0.1.rawValue) > ($1.0, $1.1.rawValue) }.prefix(limit).map(\.1)
        }
    }

    /// The URLs of these items' feeds.
    package func feedURLs(of items: [ItemID]) throws(LibraryFailure) -> [ItemID: String] {
        try read { database in
            let statement = try database.statement(
                """
                SELECT feeds.url, server_accounts.url FROM states JOIN feeds ON feeds.id = states.feed
                    LEFT JOIN server_accounts ON server_accounts.id = account
                WHERE states.item = ? AND is_deleted = 0
                """)
            var urls: [ItemID: String] = [:]
            for item in Set(items) {
                urls[item] = try statement.first(item) { trustedFeed($0.text(0), of: $0.optionalText(1)) }
            }
            return urls
        }
    }

    /// Notes that lede has tried to fetch all pictures of these items, and needn't do so again before a date.
    package func recordPictures(
        of items: [ItemID], triedAgainAt date: Date = .distantFuture
    ) throws(LibraryFailure) {
        guard !items.isEmpty else { return }
        try write { database in
            let record = try database.statement(
                """
                INSERT INTO pictured_items (item, due) SELECT item, ?2 FROM states WHERE item = ?1 AND is_deleted = 0
                ON CONFLICT (item) DO UPDATE SET due = ?2
                """)
            for item in items { try record.run(item, date) }
            return ((), [])
        }
    }
}
