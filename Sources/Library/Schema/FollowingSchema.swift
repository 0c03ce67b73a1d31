import SQLite

extension Migration {
    /// Feeds in order without sorting; and the urls file that they follow, which any change of a subscription resets,
    /// even an undo that the file doesn't know of yet.
    static let followingSchema = Migration { database in
        try database.execute("CREATE INDEX feeds_in_order ON feeds (position) WHERE is_subscribed")
        for change in ["INSERT", "DELETE", "UPDATE OF url, own_title, folder, is_hidden, position, is_subscribed"] {
            try database.execute(followsNoFile(after: change, of: "feeds"))
        }
        for change in ["INSERT", "DELETE", "UPDATE"] {
            try database.execute(followsNoFile(after: change, of: "feed_tags"))
        }
    }

    private static func followsNoFile(after change: String, of table: String) -> String {
        """
        CREATE TRIGGER \(table)_after_\(change.prefix(6).lowercased()) AFTER \(change) ON \(table) BEGIN
            DELETE FROM settings WHERE name = 'followed_file';
        END;
        """
    }
}
