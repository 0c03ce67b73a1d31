import FoundationEssentials
import SQLite

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
        let pending = pendingMarks.all
        return try read { database in
            let statement = try database.statement("\(Item.query) WHERE states.item = ? AND is_deleted = 0")
            return try ids.compactMap { id in try pending.areDeleting(id) ? nil : statement.first(id) { Item($0) } }
        }.applying(pending)
    }
}

extension Item {
    static let columns = """
        items.id, items.feed, items.title, items.link, author, date, is_read, is_starred, \(hasPage)
        """
    /// Whether the library has the article of its page.
    static let hasPage = """
        EXISTS (SELECT 1 FROM full_texts INDEXED BY full_texts_found WHERE full_texts.item = states.item AND bytes > 0)
        """
    /// The column after the item's columns says whether it is listed.
    static let query = "SELECT \(columns), is_listed FROM states JOIN items ON items.id = states.item"

    init(_ row: borrowing Row) {
        self.init(
            id: ItemID(row.integer(0)),
            feed: FeedID(row.integer(1)),
            title: row.text(2),
            link: row.optionalText(3),
            author: row.optionalText(4),
            date: row.date(5),
            isRead: row.bool(6),
            isStarred: row.bool(7),
            hasPage: row.bool(8))
    }
}
