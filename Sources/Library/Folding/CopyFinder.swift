import SQLite

/// Finds the item of another feed that an item is a copy of: by its link, otherwise by its opening words.
struct CopyFinder {
    private struct Match {
        let id: ItemID
        let feed: FeedID
    }

    private let sameLink: Statement
    private let sameText: Statement
    private let isNear: Statement
    private let words: Statement
    private let sameKeys: Statement

    init(_ database: Database) throws {
        func sameKey(_ key: String) -> String {
            """
            SELECT other.id, other.feed FROM items AS item CROSS JOIN items AS other
            WHERE item.id = ? AND other.\(key) = item.\(key) AND other.id <> item.id LIMIT \(Self.mostCopies + 1)
            """
        }
        sameLink = try database.statement(sameKey("link_key"))
        sameText = try database.statement(sameKey("text_key"))
        // What a rule marked read, such as everything in a feed, says nothing about the copies in other feeds.
        isNear = try database.statement(
            """
            SELECT 1 FROM states AS item, states AS other JOIN feeds ON feeds.id = other.feed
            WHERE item.item = ?1 AND other.item = ?2 AND abs(item.date - other.date) <= \(Self.window)
                AND other.is_deleted = 0 AND is_subscribed AND folds_copies
                AND NOT EXISTS (
                    SELECT 1 FROM rule_items JOIN rules ON rules.id = rule WHERE rule_items.item = ?2 AND mark = 'read'
                        AND is_undone = 0)
            """)
        sameKeys = try database.statement(
            """
            SELECT item.link_key = other.link_key, item.text_key = other.text_key FROM items AS item, items AS other
            WHERE item.id = ? AND other.id = ?
            """)
        words = try database.statement(
            """
            SELECT items.title, html, coalesce(link, ''), url FROM items JOIN contents ON contents.item = items.id
                JOIN states ON states.item = items.id JOIN feeds ON feeds.id = states.feed WHERE items.id = ?
            """)
    }

    func original(of item: ItemID, in feed: FeedID) throws -> ItemID? {
        // Reading an item's words takes longer than finding that no other item has its keys.
        let byLink = try matches(sameLink, item, feed)
        let byWords = try matches(sameText, item, feed)
        guard !byLink.isEmpty || !byWords.isEmpty, let new = try candidate(item) else { return nil }
        return try byLink.first { try candidate($0).map { new.saysTheSame(as: $0) } ?? false }
            ?? byWords.first { try candidate($0).map { new.isOnSite(of: $0) } ?? false }
    }

    /// Whether an item of a story is still a copy of another one there, after its words or its link have changed.
    func isCopy(_ item: ItemID, ofOneOf others: [ItemID]) throws -> Bool {
        guard let changed = try candidate(item) else { return false }
        return try others.contains { id in
            let keys = try sameKeys.first(item, id) { (link: $0.bool(0), words: $0.bool(1)) }
            guard let keys, let other = try candidate(id) else { return false }
            if keys.words, changed.isOnSite(of: other) { return true }
            return keys.link && (changed.saysTheSame(as: other) || other.saysTheSame(as: changed))
        }
    }

    /// Whether an item is on its feed's own site.
    func isAtHome(_ item: ItemID) throws -> Bool { try candidate(item)?.isAtHome ?? false }

    /// The items of other feeds with the same key and about the same time, oldest first.
    ///
    /// Excludes keys that a feed uses more than once: those are news pages, shops or greetings, and not stories.
    private func matches(_ sameKey: Statement, _ item: ItemID, _ feed: FeedID) throws -> [ItemID] {
        let matches = try sameKey.all(item) { Match(id: ItemID($0.integer(0)), feed: FeedID($0.integer(1))) }
        guard !matches.isEmpty, matches.count <= Self.mostCopies else { return [] }
        var uses: [FeedID: Int] = [feed: 1]
        for match in matches { uses[match.feed, default: 0] += 1 }
        guard uses[feed] == 1 else { return [] }
        return try matches.filter { uses[$0.feed] == 1 }.map(\.id).sorted().filter { match in
            try isNear.first(item, match) { _ in true } == true
        }
    }

    private func candidate(_ item: ItemID) throws -> Candidate? {
        try words.first(item) { row in
            Candidate(
                wording: Wording(title: row.text(0), html: row.text(1)), link: row.text(2),
                isAtHome: FeedHost.areOnOneSite(row.text(2), row.text(3)))
        }
    }

    private struct Candidate {
        let wording: Wording
        let link: String
        /// Whether the feed is on the site that the item links to.
        let isAtHome: Bool

        /// Whether two items with the same words lead to one site: otherwise one may repeat the articles of another
        /// site with links of its own.
        func isOnSite(of other: Candidate) -> Bool { FeedHost.areOnOneSite(link, other.link) }

        /// Whether a new item is the same article as a stored one with its link: an article about another links to it,
        /// too, and should be read on its own.
        ///
        /// A feed must not hide another's articles, or have them arrive read, by listing their links beforehand. The
        /// item on its feed's own site is the one that lists show, so it may join one that says less.
        func saysTheSame(as other: Candidate) -> Bool {
            let (words, others) = (wording, other.wording)
            guard words.hasText else {
                return others.hasText ? words.hasTitle(like: others) : words.hasTitle(of: others)
            }
            guard others.hasText else { return isAtHome && !other.isAtHome }
            return words.hasTitle(like: others) && (words.hasText(of: others) || isAtHome != other.isAtHome)
        }
    }

    /// A link that more items share isn't an article's. This also bounds the cost for one item.
    private static let mostCopies = 32
    /// The greatest distance between the dates of copies, in milliseconds: two weeks.
    private static let window = 14 * 86_400_000
}
