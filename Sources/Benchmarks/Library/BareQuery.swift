/// The least that SQLite has to do for what a screen shows.
enum BareQuery {
    static let feeds = """
        SELECT id, url, own_title, title, site, unread, total, newest_item, etag, last_modified, last_success, last_error
        FROM feeds LEFT JOIN fetches ON feed = id WHERE is_subscribed ORDER BY position
        """

    /// The hundred items of a condition that come after a date and, of that date, after a number; newest first.
    static func page(of condition: String) -> String {
        """
        SELECT items.id, items.feed, items.title, items.link, author, date, is_read, is_starred
        FROM states JOIN items ON items.id = states.item
        WHERE \(condition) AND (date, item) < (?, ?) ORDER BY date DESC, item DESC LIMIT 100
        """
    }

    /// The item that has so many of the condition before it.
    static func item(_ condition: String, after count: Int) -> String {
        "SELECT item FROM states WHERE \(condition) ORDER BY date DESC, item DESC LIMIT 1 OFFSET \(count)"
    }
}
