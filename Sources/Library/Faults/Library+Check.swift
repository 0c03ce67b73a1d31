import SQLite

extension Library {
    /// The faults of the file and of its derived data, in words; empty if there are none.
    ///
    /// Reads everything, so a large library takes a while.
    package func check() throws(LibraryFailure) -> [String] {
        let problems = try read { try $0.problems(.full) }
        guard problems.isEmpty else {
            // Counts in a damaged file mean nothing. The next opening saves what it can.
            DamageNote(path).leave()
            return problems
        }
        return try read { database in
            let promises = try Promise.all + database.searchVolumes().map { Promise.everythingIsIndexed(in: $0.volume) }
            return try promises.compactMap { try $0.breach(in: database) }
        }
    }
}

/// Derived data that can be checked against the rest.
private struct Promise {
    let words: String
    /// A query for its violations.
    let query: String

    init(_ words: String, _ query: String) {
        self.words = words
        self.query = query
    }

    func breach(in database: Database) throws -> String? {
        let count = try database.first("SELECT count(*) FROM (\(query))") { $0.int(0) } ?? 0
        return count == 0 ? nil : "\(words): \(count)"
    }
}

extension Promise {
    /// Every text below a volume's index limit is in the volume, in its latest edition or with that pending.
    static func everythingIsIndexed(in volume: SearchVolume) -> Promise {
        let number = "(items.id | (coalesce(edition, 0) << \(SearchText.editionShift)))"
        return Promise(
            "items that the search has lost",
            """
            SELECT items.id FROM items JOIN search_volumes ON volume = \(volume.number)
                LEFT JOIN search_changes ON item = items.id
            WHERE items.id BETWEEN \(volume.items.lowerBound) AND indexed AND coalesce(is_due, 0) = 0
                AND \(number) NOT IN (SELECT id FROM \(volume.table)_docsize)
            """)
    }

    static let all = [
        Promise("items without marks", "SELECT id FROM items WHERE id NOT IN (SELECT item FROM states)"),
        Promise("items without a text", "SELECT id FROM items WHERE id NOT IN (SELECT item FROM contents)"),
        Promise("rows that belong to nothing", "SELECT * FROM pragma_foreign_key_check"),
        Promise(
            "items whose marks belong to another feed",
            "SELECT id FROM items JOIN states ON item = id WHERE states.feed <> items.feed"),
        Promise(
            "feeds with a wrong count",
            """
            SELECT id FROM feeds
                LEFT JOIN (SELECT feed, count(*) AS items, total(is_read = 0) AS news FROM states WHERE is_deleted = 0
                    GROUP BY feed) ON feed = id
            WHERE (unread, total) IS NOT (CAST(coalesce(news, 0) AS INTEGER), coalesce(items, 0))
            """),
        Promise(
            "wrong totals",
            """
            SELECT * FROM totals WHERE (items, unread, starred) IS NOT
                (SELECT count(*), CAST(total(is_read = 0) AS INTEGER), CAST(total(is_starred) AS INTEGER) FROM states
                 WHERE is_listed = 1)
            """),
        Promise(
            "saved searches with a wrong count",
            """
            SELECT id FROM queries WHERE is_kept = 1 AND (items, unread) IS NOT
                (SELECT count(*), CAST(total(is_read = 0) AS INTEGER) FROM query_items WHERE query = id)
            """),
        Promise(
            "items of saved searches with other marks or dates than the items themselves",
            """
            SELECT query_items.item FROM query_items JOIN states USING (item)
            WHERE is_deleted = 1 OR query_items.is_read <> states.is_read OR query_items.date <> states.date
            """),
        Promise(
            "feeds of a server that the urls file doesn't name, or of none",
            """
            SELECT id FROM feeds WHERE account IS NOT NULL AND is_subscribed = 1
                AND account NOT IN (SELECT id FROM server_accounts WHERE is_followed = 1)
            """),
        Promise("duplicates of nothing", "SELECT story FROM copies GROUP BY story HAVING count(*) < 2"),
        Promise(
            "duplicates within one feed",
            "SELECT story FROM copies JOIN states USING (item) GROUP BY story, feed HAVING count(*) > 1"),
        Promise(
            "items that lists should show or hide",
            "SELECT item FROM states WHERE is_listed <> \(Database.shouldBeListed)")
    ]
}
