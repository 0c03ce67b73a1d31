package import FoundationEssentials
import Glibc
import SQLite

/// An item as lists show it: everything except its text.
package struct Item: Equatable, Identifiable, Sendable {
    package let id: ItemID
    package let feed: FeedID
    package let title: String
    package let link: String?
    package let author: String?
    /// The feed's date; when the item was first seen if the feed has no date or a future one.
    package let date: Date
    package var states: ItemStates
    /// Whether the library has the article of its web page.
    package var hasPage = false

    package var isRead: Bool { states[.read] }
    package var isStarred: Bool { states[.starred] }
    package var isQueued: Bool { states[.queued] }
    package var isHeard: Bool { states[.heard] }
}

extension Library {
    /// The newest items of all the user's feeds.
    package func items(unreadOnly: Bool, limit: Int) throws(LibraryFailure) -> [Item] {
        try items(of: listing(.all, unreadOnly: unreadOnly), limit: limit)
    }

    /// The newest items of one feed.
    package func items(of feed: FeedID, unreadOnly: Bool, limit: Int) throws(LibraryFailure) -> [Item] {
        try items(of: listing(.feed(feed), unreadOnly: unreadOnly), limit: limit)
    }

    /// These items as they are now, in this order, without those that are gone.
    package func items(_ ids: [ItemID]) throws(LibraryFailure) -> [Item] {
        let pending = changeQueue.marks
        return try read { database in
            let statement = try database.statement("\(Item.query) WHERE states.item = ? AND is_deleted = 0")
            return try ids.compactMap { id in try pending.areDeleting(id) ? nil : statement.first(id) { Item($0) } }
        }.applying(pending)
    }
}

extension Item {
    static let columns = """
        items.id, items.feed, items.title, items.link, author, date, \(hasPage), \(ItemState.columns)
        """
    /// Whether the library has the article of its page.
    static let hasPage = """
        EXISTS (SELECT 1 FROM full_texts INDEXED BY full_texts_found WHERE full_texts.item = states.item AND bytes > 0)
        """
    static let query = "SELECT \(columns) FROM \(tables)"
    static let tables = "states JOIN items ON items.id = states.item"

    /// Reads the columns, from one on.
    init(_ row: borrowing Row, from first: Int32 = 0) {
        func column(_ number: Int32) -> Column { .position(first + number) }
        self.init(
            id: ItemID(row.integer(column(0))),
            feed: FeedID(row.integer(column(1))),
            title: row.text(column(2)),
            link: row.optionalText(column(3)),
            author: row.optionalText(column(4)),
            date: row.date(column(5)),
            states: ItemStates(row, from: first + 7),
            hasPage: row.bool(column(6)))
    }
}

/// What lists don't know about an item.
package struct ItemDetails: Equatable, Sendable {
    /// The URL of its first file.
    package var enclosure: String?
    /// The length of its text, in bytes.
    package var length = 0

    package init() {}
}

extension Library {
    package func details(of items: [ItemID]) throws(LibraryFailure) -> [ItemID: ItemDetails] {
        try read { database in
            let statement = try database.statement(
                """
                SELECT length(CAST(html AS BLOB)),
                    (SELECT url FROM enclosures WHERE item = ?1 AND NOT is_transcript ORDER BY position LIMIT 1)
                FROM contents WHERE item = ?1
                """)
            return try items.reduce(into: [:]) { known, item in
                var details = ItemDetails()
                try statement.each(item) { (details.length, details.enclosure) = ($0.int(0), $0.optionalText(1)) }
                known[item] = details
            }
        }
    }

    /// The next items of all feeds by number, including removed feeds; empty at the end.
    package func itemIDs(after last: ItemID, limit: Int) throws(LibraryFailure) -> [ItemID] {
        try read { database in
            try database.all(
                "SELECT item FROM states WHERE item > ? AND is_deleted = 0 ORDER BY item LIMIT ?", last, limit
            ) { ItemID($0.integer(0)) }
        }
    }

    /// The library's bytes on disk, with its log.
    package var size: Int {
        [path, path + "-wal"].reduce(0) { sum, path in
            var status = stat()
            return stat(path, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}
