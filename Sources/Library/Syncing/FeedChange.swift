import FoundationEssentials
import SQLite

/// A change of subscriptions that a server has to make.
package struct FeedChange: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case add
        case remove
        case rename(String)
        /// Into these folders, and out of the others.
        case move([String])
        /// Of all feeds in a folder; moves of these feeds follow, in case the server can't do it.
        case renameFolder(FolderRenaming)
    }

    package let id: Int64
    package let kind: Kind
    /// The feed's URL, and its id on the server if it has one.
    package let url: String
    package let serverID: String?
    /// The title that the server is known to have for it.
    package let serverTitle: String?
    let feed: FeedID
}

extension FeedChange.Kind {
    var name: String {
        switch self {
        case .add: "add"
        case .remove: "remove"
        case .rename: "rename"
        case .move: "move"
        case .renameFolder: "folder"
        }
    }

    var detail: String? {
        switch self {
        case .add, .remove: nil
        case .rename(let title): title
        case .move(let folders): folders.asFolders
        case .renameFolder(let renaming): [renaming.from, renaming.to].asFolders
        }
    }

    init?(name: String, detail: String?) {
        switch name {
        case "add": self = .add
        case "remove": self = .remove
        case "rename": self = .rename(detail ?? "")
        case "move": self = .move((detail ?? "").folders)
        case "folder":
            guard let names = detail?.folders, names.count == 2 else { return nil }
            self = .renameFolder(FolderRenaming(from: names[0], to: names[1]))
        default: return nil
        }
    }
}

extension Database {
    /// Lets a change wait for the server. A later one of the same kind replaces an earlier one.
    func queue(_ kind: FeedChange.Kind, of feed: FeedID, for account: AccountID) throws {
        let waiting = try all(
            "SELECT id, kind FROM server_changes WHERE account = ? AND feed = ? AND refusal IS NULL", account, feed
        ) { (id: $0.integer(0), kind: $0.text(1)) }
        try run("DELETE FROM server_changes WHERE account = ? AND feed = ? AND refusal IS NOT NULL", account, feed)
        let isOnServer = try isOnServer(feed, of: account)
        var replaced = [kind.name]
        switch kind {
        case .remove: replaced += ["add", "rename", "move"]
        case .add: replaced += ["remove"]
        case .rename, .move: break
        case .renameFolder: replaced = []
        }
        for change in waiting where replaced.contains(change.kind) {
            try run("DELETE FROM server_changes WHERE id = ?", change.id)
        }
        // The opposite only takes back what the server never heard of.
        switch kind {
        case .remove where !isOnServer && waiting.contains(where: { $0.kind == "add" }): return
        case .add where isOnServer: return
        default: break
        }
        try run(
            "INSERT INTO server_changes (account, feed, kind, detail) VALUES (?, ?, ?, ?)", account, feed, kind.name,
            kind.detail)
    }

    private func isOnServer(_ feed: FeedID, of account: AccountID) throws -> Bool {
        try first("SELECT is_gone = 0 FROM server_feeds WHERE account = ? AND feed = ?", account, feed) { $0.bool(0) }
            ?? false
    }

    /// The account whose server has a feed that no line of the urls file names.
    func account(of feed: FeedID) throws -> AccountID? {
        try first("SELECT account FROM feeds WHERE id = ?", feed) { $0.optionalInteger(0).map(AccountID.init) } ?? nil
    }

    /// Lets the server of a feed rename it; without a title, it keeps the one that it has.
    func queueRenaming(_ feed: FeedID, to title: String?) throws {
        guard let account = try account(of: feed) else { return }
        if let title { return try queue(.rename(title), of: feed, for: account) }
        try run(
            "DELETE FROM server_changes WHERE account = ? AND feed = ? AND kind = 'rename' AND refusal IS NULL",
            account,
            feed)
    }

    /// Lets the servers of these feeds remove them, or add them again.
    func queueSubscribing(_ feeds: [FeedID], _ isSubscribed: Bool) throws {
        for feed in feeds {
            guard let account = try account(of: feed) else { continue }
            try queue(isSubscribed ? .add : .remove, of: feed, for: account)
            if isSubscribed { try queueLooks(of: feed, for: account) }
        }
    }

    /// Lets the server give a feed the folders and the title that it has here, where they differ. A feed that the server
    /// has no more gets the title that it had there.
    private func queueLooks(of feed: FeedID, for account: AccountID) throws {
        let isThere = try isOnServer(feed, of: account)
        let there = try first(
            "SELECT title, folders FROM server_feeds WHERE account = ? AND feed = ?", account, feed
        ) { (title: $0.optionalText(0), folders: $0.text(1).folders.asTags) }
        let (own, folders) = (try ownTitle(of: feed), try tags(of: feed))
        if folders != (isThere ? there?.folders ?? [] : []) { try queue(.move(folders), of: feed, for: account) }
        if let title = own ?? (isThere ? nil : there?.title ?? nil) {
            try queue(.rename(title), of: feed, for: account)
        }
    }

    private func ownTitle(of feed: FeedID) throws -> String? {
        try first("SELECT own_title FROM feeds WHERE id = ?", feed) { $0.optionalText(0) } ?? nil
    }
}

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

    /// Moves feeds of servers into these folders, which are their tags, and others by `lines` of the urls file, as one step to
    /// undo. `words` say so in the imperative. Returns how many feeds have moved. `place` puts the urls file in place.
    @discardableResult
    package func move(
        _ feeds: [FeedID], and lines: [Step.Edit] = [], as words: String, place: @Sendable () throws -> Void = {},
        _ folders: @escaping @Sendable ([String]) -> [String]
    ) throws -> Int { try move(feeds, and: lines, as: words, renaming: nil, place, folders) }

    /// Renames a folder of these feeds of servers in the same way, and perhaps a group of the urls file.
    @discardableResult
    package func rename(
        _ renaming: FolderRenaming, of feeds: [FeedID], as words: String, place: @Sendable () throws -> Void = {}
    ) throws -> Int {
        try move(feeds, as: words, renaming: renaming, place) { folders in
            folders.map { $0 == renaming.from ? renaming.to : $0 }
        }
    }

    private func move(
        _ feeds: [FeedID], and lines: [Step.Edit] = [], as words: String, renaming: FolderRenaming?,
        _ place: @Sendable () throws -> Void, _ folders: @escaping @Sendable ([String]) -> [String]
    ) throws -> Int {
        try actTogether(place) { database in
            let moves = try feeds.compactMap { feed -> Step.Move? in
                guard try database.account(of: feed) != nil else { return nil }
                let old = try database.tags(of: feed)
                let move = Step.Move(feed: feed, from: old, to: folders(old))
                return move.from == move.to ? nil : move
            }
            let made = Step.Moves(words: words, renaming: renaming, feeds: moves, lines: lines)
            if moves.isEmpty, !made.isInUrlsFile { return (0, []) }
            try database.move(moves, renaming: renaming)
            try database.addStep(.moved(made), ItemSet(), at: database.timeOfStep(at: Date()))
            return (moves.count + lines.count, [.subscriptions])
        }
    }

    /// The changes that wait for the server, in their order.
    package func feedChanges(of account: AccountID) throws(LibraryFailure) -> [FeedChange] {
        try read { database in
            try database.all(
                """
                SELECT server_changes.id, kind, detail, rtrim(url, '#'), server_id, server_changes.feed, server_feeds.title
                FROM server_changes
                    JOIN feeds ON feeds.id = server_changes.feed
                    LEFT JOIN server_feeds ON server_feeds.feed = server_changes.feed
                        AND server_feeds.account = server_changes.account AND is_gone = 0
                WHERE server_changes.account = ? AND refusal IS NULL ORDER BY server_changes.id
                """, account
            ) { row -> FeedChange? in
                FeedChange.Kind(name: row.text(1), detail: row.optionalText(2)).map {
                    FeedChange(
                        id: row.integer(0), kind: $0, url: row.text(3), serverID: row.optionalText(4),
                        serverTitle: row.optionalText(6), feed: FeedID(row.integer(5)))
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

/// Another name for a folder of a server.
package struct FolderRenaming: Equatable, Sendable {
    package let from: String
    package let to: String
    /// Whether the urls file has it, too: as a group or a tag.
    package let isInFile: Bool

    package init(from: String, to: String, isInFile: Bool = false) {
        (self.from, self.to, self.isInFile) = (from, to, isInFile)
    }

    package var reversed: FolderRenaming { FolderRenaming(from: to, to: from, isInFile: isInFile) }
}

extension Database {
    /// Moves feeds of servers, and lets the servers do the same. A folder that all its feeds leave for one that is new gets
    /// another name there, so that the server doesn't keep it empty.
    func move(_ moves: [Step.Move], renaming: FolderRenaming?) throws {
        if let renaming { try queue(renaming, moving: Set(moves.map(\.feed))) }
        for move in moves {
            guard let account = try account(of: move.feed) else { continue }
            try keepingFollowedFile { try setTags(move.to, of: move.feed) }
            try queue(.move(move.to), of: move.feed, for: account)
        }
    }

    private func queue(_ renaming: FolderRenaming, moving feeds: Set<FeedID>) throws {
        let accounts = Dictionary(grouping: feeds.sorted { $0.rawValue < $1.rawValue }) { try? account(of: $0) }
        for case (let account??, let moving) in accounts {
            guard try feeds.isSuperset(of: self.feeds(in: renaming.from, of: account)),
                try self.feeds(in: renaming.to, of: account).isEmpty
            else { continue }
            try queue(.renameFolder(renaming), of: moving[0], for: account)
        }
    }

    private func feeds(in folder: String, of account: AccountID) throws -> [FeedID] {
        try all(
            """
            SELECT id FROM feeds JOIN feed_tags ON feed = feeds.id WHERE account = ? AND is_subscribed AND tag = ?
            """, account, folder
        ) { FeedID($0.integer(0)) }
    }

    /// Moves feeds of servers back that a step has moved, or again; returns how many. Those that were moved since stay.
    func toggle(_ moves: Step.Moves, undoing: Bool) throws -> Int {
        let toggled = try moves.feeds.map { undoing ? $0.reversed : $0 }.filter { move in
            try account(of: move.feed) != nil && tags(of: move.feed) == move.from
        }
        try move(toggled, renaming: undoing ? moves.renaming?.reversed : moves.renaming)
        return toggled.count
    }
}
