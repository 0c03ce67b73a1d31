package import FoundationEssentials
package import SQLite

/// A user's account on a feed server, as the library knows it.
package struct AccountID: Hashable, Sendable {
    package let rawValue: Int64

    package init(_ rawValue: Int64) {
        self.rawValue = rawValue
    }
}

extension AccountID: Bindable {
    package var sqliteValue: Value { .integer(rawValue) }
}

/// The line of the urls file that names an account, without secrets.
package struct AccountKey: Hashable, Sendable {
    /// The name of the protocol.
    package let kind: String
    package let url: String
    package let user: String

    package init(kind: String, url: String, user: String) {
        self.kind = kind
        self.url = url
        self.user = user
    }
}

extension AccountKey {
    /// The account that stands for the shared folder at a path.
    package static func folder(_ path: String) -> AccountKey { AccountKey(kind: folderKind, url: path, user: "") }

    package var isFolder: Bool { kind == Self.folderKind }

    static let folderKind = "folder"
}

/// How far an account is in agreement with its server, and how the last sync went.
package struct Account: Equatable, Sendable {
    package let id: AccountID
    package let key: AccountKey
    package internal(set) var lastSuccess: Date?
    /// The number of syncs in a row that failed, with the kind of the last failure and its reason in words.
    package internal(set) var failures = 0
    package internal(set) var failing: String?
    package internal(set) var lastError: String?
    /// When to try again by itself, and whether the server asked for that.
    package internal(set) var retry: Date?
    package internal(set) var isToldToWait = false
    /// Feeds that left the server's list at once. They stay until the user accepts that they are gone.
    package internal(set) var vanishing = 0
    /// Marks that the server doesn't have yet.
    package internal(set) var unsentMarks = 0
    /// Changes of subscriptions that the server doesn't have yet.
    package internal(set) var unsentChanges = 0
    /// What the server refused: items, and changes of subscriptions with their reasons.
    package internal(set) var refusedItems = 0
    package internal(set) var refusals: [String] = []
    /// Files of a shared folder that are too large to be read, the first few, by their path there.
    package internal(set) var hugeFiles: [String] = []

    // What only the sync needs.
    package internal(set) var cursor: String?
    package internal(set) var feedsRead: Date?
    package internal(set) var listsRead: Date?
    package internal(set) var isUncertain = false

    package var isInAgreement: Bool { failures == 0 && unsentMarks == 0 && unsentChanges == 0 && !isInDispute }

    /// Whether the user has to decide: feeds have vanished, or the server refused changes.
    package var isInDispute: Bool { vanishing > 0 || refusedItems > 0 || !refusals.isEmpty }

    /// Whether something is wrong that the user should see.
    package var isTroubled: Bool { failures > 0 || isInDispute || !hugeFiles.isEmpty }

    /// Whether no sync of the other has ended since this one was read.
    func isSynced(asLastAs other: Account) -> Bool {
        lastSuccess == other.lastSuccess && failures == other.failures && cursor == other.cursor
    }
}

extension Account {
    static let query = """
        SELECT id, kind, url, user, last_success, failures, failing, last_error, retry_at, is_told_to_wait, vanishing, cursor,
            feeds_read_at, lists_read_at, is_uncertain FROM server_accounts
        """

    init(_ row: borrowing Row) {
        id = AccountID(row.integer(0))
        key = AccountKey(kind: row.text(1), url: row.text(2), user: row.text(3))
        (lastSuccess, failures) = (row.optionalDate(4), row.int(5))
        (failing, lastError) = (row.optionalText(6), row.optionalText(7))
        (retry, isToldToWait, vanishing) = (row.optionalDate(8), row.bool(9), row.int(10))
        (cursor, feedsRead, listsRead) = (row.optionalText(11), row.optionalDate(12), row.optionalDate(13))
        isUncertain = row.bool(14)
    }
}
