import SQLite

extension Database {
    /// Repairs a library that lacks rows, so that it keeps all its promises.
    ///
    /// If rows are lost, feeds fetch them again: their next requests are unconditional.
    func mend(afterLoss isLossKnown: Bool) throws {
        try execute(
            """
            INSERT OR IGNORE INTO feeds (id, url, position, is_subscribed)
                SELECT DISTINCT feed, 'lost:' || feed, 0, 0 FROM items WHERE feed NOT IN (SELECT id FROM feeds);
            DELETE FROM items WHERE feed NOT IN (SELECT id FROM feeds);
            INSERT INTO states (item, feed, date)
                SELECT id, feed, added FROM items WHERE id NOT IN (SELECT item FROM states);
            UPDATE states SET feed = (SELECT feed FROM items WHERE id = item)
                WHERE feed <> (SELECT feed FROM items WHERE id = item);
            -- No text has this revision, so the feed's next document writes it again.
            UPDATE items SET revision = 0 WHERE id NOT IN (SELECT item FROM contents);
            INSERT INTO contents (item, html)
                SELECT id, '' FROM items WHERE id NOT IN (SELECT item FROM contents);
            -- Who asked for them then is gone.
            UPDATE fetches SET lease_holder = NULL, lease_until = NULL;
            UPDATE feeds SET account = NULL WHERE account NOT IN (SELECT id FROM server_accounts);
            """)
        if isLossKnown { try run("UPDATE fetches SET etag = NULL, last_modified = NULL, body_hash = NULL") }
        for table in [
            "states", "contents", "enclosures", "categories", "item_tags", "copies", "rule_items", "server_items"
        ] {
            try execute("DELETE FROM \(table) WHERE item NOT IN (SELECT id FROM items)")
        }
        for table in ["fetches", "fetch_history", "feed_tags", "feed_days", "server_feeds", "server_changes"] {
            try execute("DELETE FROM \(table) WHERE feed NOT IN (SELECT id FROM feeds)")
        }
        for table in ["server_feeds", "server_items", "server_sends", "server_changes"] {
            try execute("DELETE FROM \(table) WHERE account NOT IN (SELECT id FROM server_accounts)")
        }
        // Servers tell again of everything, so that lost items return.
        try execute(
            """
            DELETE FROM server_skips;
            UPDATE server_accounts SET cursor = NULL, feeds_read_at = NULL, lists_read_at = NULL, lease_holder = NULL;
            DELETE FROM folder_lines;
            DELETE FROM folder_files;
            DELETE FROM folder_marks WHERE feed NOT IN (SELECT id FROM folder_feeds);
            """)
        try execute(
            "DELETE FROM copies WHERE story IN (SELECT story FROM copies GROUP BY story HAVING count(*) < 2)")
        // The urls file will say which feeds are lost.
        try set(.followedFile, to: nil)
        try recount()
    }

    /// Recomputes all stored counts.
    private func recount() throws {
        try execute(
            """
            UPDATE states SET is_listed = \(Self.shouldBeListed) WHERE is_listed <> \(Self.shouldBeListed);
            UPDATE feeds SET (unread, total) =
                (SELECT count(*) FILTER (WHERE is_read = 0), count(*) FROM states
                 WHERE states.feed = feeds.id AND is_deleted = 0);
            UPDATE feeds SET newest_item = (SELECT max(id) FROM items WHERE items.feed = feeds.id);
            DELETE FROM totals;
            INSERT INTO totals
                SELECT count(*), count(*) FILTER (WHERE is_read = 0), count(*) FILTER (WHERE is_starred = 1)
                FROM states WHERE is_listed = 1;
            """)
    }

    func countItems() throws -> Int { try first("SELECT count(*) FROM items") { $0.int(0) } ?? 0 }

    /// The tables with original data. The search index and the rows of saved searches are rebuilt, and pictures fetched
    /// again.
    func tablesToSave() throws -> [String] {
        try all(
            """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'
                AND name NOT LIKE 'search%' AND name NOT LIKE 'quer%' AND name <> 'totals'
                AND name NOT LIKE '%picture%'
            """
        ) { $0.text(0) }
    }
}
