import FoundationEssentials
import SQLite

// What the user does with the feeds of a server. It shows at once, and waits for the server in order. The library's
// `unsubscribe(_:)` and `rename(_:to:)`, and undoing them, do the same for such feeds.
extension Library {
    /// Adds a feed to an account, as a step to undo; nil if a line of the urls file names it already.
    package func add(
        _ url: String, to account: AccountID, folders: [String] = []
    ) throws(LibraryFailure) -> FeedID? {
        try write { database in
            let before = try database.subscribedFeeds()
            if let known = try database.feed(at: url), before.contains(known) { return (nil, []) }
            let feed = try database.keepingFollowedFile {
                let feed = try database.first(
                    """
                    INSERT INTO feeds (url, position, account) VALUES (?1, (SELECT coalesce(max(position), 0) + 1 FROM feeds), ?2)
                    ON CONFLICT (url) DO UPDATE SET account = excluded.account, is_subscribed = 1,
                        position = excluded.position, own_title = NULL, folder = NULL
                    RETURNING id
                    """, url, account
                ) { FeedID($0.integer(0)) }
                if let feed { try database.setTags(folders, of: feed) }
                return feed
            }
            guard let feed else { return (nil, []) }
            try database.queue(.add, of: feed, for: account)
            if !folders.isEmpty { try database.queue(.move(folders), of: feed, for: account) }
            try database.relist(subscribedBefore: before)
            try database.addStep(.subscribed([feed], said: []), ItemSet(), at: database.timeOfStep(at: Date()))
            return (feed, [.subscriptions])
        }
    }

    /// Moves a feed of a server into these folders, which are its tags.
    package func move(_ feed: FeedID, toFolders folders: [String]) throws(LibraryFailure) {
        try write { database in
            guard let account = try database.account(of: feed) else { return ((), []) }
            try database.keepingFollowedFile { try database.setTags(folders, of: feed) }
            try database.queue(.move(folders), of: feed, for: account)
            return ((), [.subscriptions])
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
            case .move(let folders):
                try database.run(
                    "UPDATE server_feeds SET folders = ? WHERE account = ? AND feed = ?", folders.asFolders, account,
                    change.feed)
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
