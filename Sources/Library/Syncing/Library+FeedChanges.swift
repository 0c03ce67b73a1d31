import FoundationEssentials
import SQLite

// What the user does with the feeds of a server. It shows at once, and waits for the server in order. The library's
// `unsubscribe(_:)` and `rename(_:to:)`, and undoing them, do the same for such feeds.
extension Library {
    /// Adds feeds to an account, with their tags as folders, as one step to undo. Feeds that the user has already are left
    /// out.
    package func add(_ feeds: [Subscription], to account: AccountID) throws(LibraryFailure) -> [FeedID] {
        try write { database in
            let before = try database.subscribedFeeds()
            let added = try database.keepingFollowedFile {
                try feeds.normalised.compactMap { try database.add($0, to: account, unless: before) }
            }
            if added.isEmpty { return ([], []) }
            try database.relist(subscribedBefore: before)
            try database.addStep(.subscribed(added, said: []), ItemSet(), at: database.timeOfStep(at: Date()))
            return (added, [.subscriptions])
        }
    }

    /// Moves feeds of servers into these folders, which are their tags, as one step to undo. `words` say so in the
    /// imperative. Returns how many feeds have moved.
    @discardableResult
    package func move(
        _ feeds: [FeedID], as words: String, _ folders: @escaping @Sendable ([String]) -> [String]
    ) throws(LibraryFailure) -> Int { try move(feeds, as: words, renaming: nil, folders) }

    /// Renames a folder of these feeds of servers in the same way.
    @discardableResult
    package func rename(
        _ folder: String, to name: String, of feeds: [FeedID], as words: String
    ) throws(LibraryFailure) -> Int {
        try move(feeds, as: words, renaming: FolderRenaming(from: folder, to: name)) { folders in
            folders.map { $0 == folder ? name : $0 }
        }
    }

    private func move(
        _ feeds: [FeedID], as words: String, renaming: FolderRenaming?,
        _ folders: @escaping @Sendable ([String]) -> [String]
    ) throws(LibraryFailure) -> Int {
        try write { database in
            let moves = try feeds.compactMap { feed -> Step.Move? in
                guard try database.account(of: feed) != nil else { return nil }
                let old = try database.tags(of: feed)
                let move = Step.Move(feed: feed, from: old, to: folders(old))
                return move.from == move.to ? nil : move
            }
            if moves.isEmpty { return (0, []) }
            try database.move(moves, renaming: renaming)
            try database.addStep(
                .moved(Step.Moves(words: words, renaming: renaming, feeds: moves)), ItemSet(),
                at: database.timeOfStep(at: Date()))
            return (moves.count, [.subscriptions])
        }
    }

    /// The changes that wait for the server, in their order.
    package func feedChanges(of account: AccountID) throws(LibraryFailure) -> [FeedChange] {
        try read { database in
            try database.all(
                """
                SELECT server_changes.id, kind, detail, url, server_id, server_changes.feed FROM server_changes
                    JOIN feeds ON feeds.id = server_changes.feed
                    LEFT JOIN server_feeds ON server_feeds.feed = server_changes.feed
                        AND server_feeds.account = server_changes.account AND is_gone = 0
                WHERE server_changes.account = ? AND refusal IS NULL ORDER BY server_changes.id
                """, account
            ) { row -> FeedChange? in
                FeedChange.Kind(name: row.text(1), detail: row.optionalText(2)).map {
                    FeedChange(
                        id: row.integer(0), kind: $0, url: row.text(3), serverID: row.optionalText(4),
                        feed: FeedID(row.integer(5)))
                }
            }.compactMap { $0 }
        }
    }

    /// Notes that the server has made a change; of an addition, the feed's id there.
    package func finish(
        _ change: FeedChange, of account: AccountID, addedAs id: String? = nil
    ) throws(LibraryFailure) {
        try write { database in
            try database.run("DELETE FROM server_changes WHERE id = ?", change.id)
            switch change.kind {
            case .add:
                if let id { try database.note(change.feed, as: id, of: account) }
            case .remove:
                try database.run(
                    "UPDATE server_feeds SET is_gone = 1 WHERE account = ? AND feed = ?", account, change.feed)
                try database.loseItems(of: change.feed, account)
            case .rename(let title):
                try database.run(
                    "UPDATE server_feeds SET title = ? WHERE account = ? AND feed = ?", title, account, change.feed)
                // Now it is the server's title, unless the user has changed it meanwhile.
                try database.run(
                    """
                    UPDATE feeds SET title = ?1, own_title = nullif(own_title, ?1) WHERE id = ?2 AND account = ?3
                    """, title, change.feed, account)
            case .move(let folders):
                try database.run(
                    "UPDATE server_feeds SET folders = ? WHERE account = ? AND feed = ?", folders.asFolders, account,
                    change.feed)
            // The feeds' own moves follow.
            case .renameFolder: break
            }
            return ((), [])
        }
    }

    /// Sets a change aside that the server refuses, with the reason. A feed that it doesn't add stays without news.
    package func setAside(_ change: FeedChange, reason: String) throws(LibraryFailure) {
        try write { database in
            try database.run("UPDATE server_changes SET refusal = ? WHERE id = ?", reason, change.id)
            return ((), [])
        }
    }
}

extension Database {
    /// Adds a feed to an account unless it is one of `known`, and lets the server do the same.
    fileprivate func add(_ feed: Subscription, to account: AccountID, unless known: Set<FeedID>) throws -> FeedID? {
        if let feed = try self.feed(at: feed.url), known.contains(feed) { return nil }
        let id = try first(
            """
            INSERT INTO feeds (url, own_title, is_hidden, position, account)
            VALUES (?1, ?2, ?3, (SELECT coalesce(max(position), 0) + 1 FROM feeds), ?4)
            ON CONFLICT (url) DO UPDATE SET account = excluded.account, is_subscribed = 1, position = excluded.position,
                own_title = excluded.own_title, is_hidden = excluded.is_hidden, folder = NULL
            RETURNING id
            """, feed.url, feed.ownTitle, feed.isHidden, account
        ) { FeedID($0.integer(0)) }
        guard let id else { return nil }
        try setTags(feed.tags, of: id)
        try queue(.add, of: id, for: account)
        try queueLooks(of: id, for: account)
        return id
    }

    fileprivate func note(_ feed: FeedID, as id: String, of account: AccountID) throws {
        try run(
            """
            INSERT INTO server_feeds (account, feed, server_id, folders) VALUES (?, ?, ?, '')
            ON CONFLICT (account, feed) DO UPDATE SET server_id = excluded.server_id, is_gone = 0
            """, account, feed, id)
    }

    /// Notes that the server doesn't have a feed's items any more. They keep their marks.
    func loseItems(of feed: FeedID, _ account: AccountID) throws {
        try run(
            """
            UPDATE server_items SET is_gone = 1 WHERE account = ? AND is_gone = 0
                AND item IN (SELECT id FROM items WHERE feed = ?)
            """, account, feed)
    }
}
