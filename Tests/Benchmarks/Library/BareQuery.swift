/// The minimal SQL for what a screen shows.
enum BareQuery {
    static let feeds = """
        SELECT id, url, own_title, title, site, unread, total, newest_item, etag, last_modified, last_success, last_error
        FROM feeds LEFT JOIN fetches ON feed = id WHERE is_subscribed ORDER BY position
        """

    /// The SQL for the next hundred items of a condition, by date and then number, newest first.
    static func page(of condition: String) -> String {
        """
        SELECT items.id, items.feed, items.title, items.link, author, date, is_read, is_starred
        FROM states JOIN items ON items.id = states.item
        WHERE \(condition) AND (date, item) < (?, ?) ORDER BY date DESC, item DESC LIMIT 100
        """
    }

    /// The SQL for the item at position `count` of a condition.
    static func item(_ condition: String, after count: Int) -> String {
        "SELECT item FROM states WHERE \(condition) ORDER BY date DESC, item DESC LIMIT 1 OFFSET \(count)"
    }
}
