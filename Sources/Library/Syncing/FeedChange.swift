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
    func queueLooks(of feed: FeedID, for account: AccountID) throws {
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
