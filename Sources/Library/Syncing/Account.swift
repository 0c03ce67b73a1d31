import FeedParser
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

    /// The account that stands for the shared folder at a path.
    package static func folder(_ path: String) -> AccountKey { AccountKey(kind: folderKind, url: path, user: "") }

    package var isFolder: Bool { kind == Self.folderKind }

    private static let folderKind = "folder"
}

/// How far an account is in agreement with its server, and how the last sync went.
package struct Account: Equatable, Sendable {
    package let id: AccountID
    package let key: AccountKey
    /// When a sync with everything last succeeded.
    package internal(set) var lastSuccess: Date?
    /// Whether a sync has begun and not taken everything: it was stopped or killed, or it runs now.
    package internal(set) var isUnfinished = false
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

    package var isInAgreement: Bool { !isOpen && unsentMarks == 0 && unsentChanges == 0 && !isInDispute }

    /// Whether the end of the next sync is news, even if nothing else is.
    package var isOpen: Bool { failures > 0 || lastSuccess == nil || isUnfinished }

    /// Whether the first sync has begun and not ended.
    package var isInFirstSync: Bool { lastSuccess == nil && feedsRead != nil }

    /// Whether the user has to decide: feeds have vanished, or the server refused changes.
    package var isInDispute: Bool { vanishing > 0 || refusedItems > 0 || !refusals.isEmpty }

    /// Whether something is wrong that the user should see.
    package var isTroubled: Bool { failures > 0 || isInDispute || !hugeFiles.isEmpty }

    /// Whether no sync of the other has ended since this one was read.
    fileprivate func isSynced(asLastAs other: Account) -> Bool {
        lastSuccess == other.lastSuccess && failures == other.failures && cursor == other.cursor
    }
}

extension Account {
    static let query = """
        SELECT id, kind, url, user, last_success, failures, failing, last_error, retry_at, is_told_to_wait, vanishing, cursor,
            feeds_read_at, lists_read_at, is_uncertain, lease_holder IS NOT NULL OR failing IS 'stopped' FROM server_accounts
        """

    init(_ row: borrowing Row) {
        id = AccountID(row.integer(0))
        key = AccountKey(kind: row.text(1), url: row.text(2), user: row.text(3))
        (lastSuccess, failures) = (row.optionalDate(4), row.int(5))
        (failing, lastError) = (row.optionalText(6), row.optionalText(7))
        (retry, isToldToWait, vanishing) = (row.optionalDate(8), row.bool(9), row.int(10))
        (cursor, feedsRead, listsRead) = (row.optionalText(11), row.optionalDate(12), row.optionalDate(13))
        (isUncertain, isUnfinished) = (row.bool(14), row.bool(15))
    }
}

extension Library {
    /// The accounts that the urls file names, in its order.
    package func accounts() throws(LibraryFailure) -> [Account] {
        try read { database in
            var accounts = try database.all("\(Account.query) WHERE is_followed = 1 ORDER BY position") { Account($0) }
            if !accounts.isEmpty { try database.countUnsent(&accounts) }
            return accounts
        }
    }

    /// Follows these accounts, as when the urls file names them.
    package func follow(_ accounts: [AccountKey]) throws(LibraryFailure) {
        if try isFollowing(accounts) { return }
        try write { database in ((), try database.follow(accounts)) }
    }

    func isFollowing(_ accounts: [AccountKey]) throws(LibraryFailure) -> Bool {
        try read { try $0.followedAccounts() == accounts }
    }

    package func account(_ id: AccountID) throws(LibraryFailure) -> Account? {
        try read { database in try database.first("\(Account.query) WHERE id = ?", id) { Account($0) } }
    }

    /// Makes the next sync believe that feeds have left the server's list, however many, and forgets the changes that the
    /// server refused. Feeds that it didn't add go.
    package func acceptServer(of account: AccountID) throws(LibraryFailure) {
        try write { database in
            // The sync has to read the list again, however new it is.
            try database.run(
                """
                UPDATE server_accounts SET is_accepted = 1, feeds_read_at = NULL,
                    cursor = CASE WHEN kind = 'folder' AND failing = 'gone' THEN NULL ELSE cursor END WHERE id = ?
                """, account)
            let before = try database.subscribedFeeds()
            _ = try database.keepingFollowedFile {
                try database.run(
                    """
                    UPDATE feeds SET is_subscribed = 0 WHERE account = ?1 AND id IN
                        (SELECT feed FROM server_changes WHERE account = ?1 AND kind = 'add' AND refusal IS NOT NULL)
                    """, account)
            }
            try database.run("DELETE FROM server_changes WHERE account = ? AND refusal IS NOT NULL", account)
            try database.relist(subscribedBefore: before)
            return ((), [.subscriptions])
        }
    }
}

// A sync of an account takes a lease, so that only one of several processes syncs it.
extension Library {
    /// How long a lease holds unless it is renewed. Adding a feed takes some servers minutes.
    private static let leaseOfSync: TimeInterval = 300

    /// Begins a sync; false if another holder syncs the account, or has done so since the account was as `last` has it.
    package func beginSync(
        of account: AccountID, by holder: LeaseHolder, after last: Account? = nil, at now: Date
    ) throws(LibraryFailure) -> Bool {
        try write { database in
            if let last {
                let known = try database.first("\(Account.query) WHERE id = ?", account) { Account($0) }
                guard let known, last.isSynced(asLastAs: known) else { return (false, []) }
            }
            let other =
                try database.first("SELECT lease_holder FROM server_accounts WHERE id = ?", account) {
                    $0.optionalInteger(0)
                } ?? nil
            let isFree = other.map { $0 == holder.number || !LeaseHolder(number: $0).isAlive } ?? true
            let end = now + Self.leaseOfSync
            // A time further ahead was written before the clock was set back.
            let taken = try database.run(
                """
                UPDATE server_accounts SET lease_holder = ?2, lease_until = ?4
                WHERE id = ?1 AND (?5 OR lease_until NOT BETWEEN ?3 AND ?6)
                """, account, holder.number, now, end, isFree, end + Self.leaseOfSync)
            return (taken > 0, [])
        }
    }

    /// Renews the lease; false if another holder has taken it meanwhile.
    package func renewSync(
        of account: AccountID, by holder: LeaseHolder, at now: Date
    ) throws(LibraryFailure) -> Bool {
        try write { database in
            let renewed = try database.run(
                "UPDATE server_accounts SET lease_until = ?3 WHERE id = ?1 AND lease_holder = ?2", account,
                holder.number, now + Self.leaseOfSync)
            return (renewed > 0, [])
        }
    }

    /// Notes how a sync went, and ends its lease.
    package func endSync(
        of account: AccountID, by holder: LeaseHolder, _ outcome: SyncResult, at now: Date
    ) throws(LibraryFailure) {
        try write { database in
            switch outcome {
            case .succeeded(let isWhole):
                // Marks that were sent don't end what a sync with everything has left open.
                try database.run(
                    """
                    UPDATE server_accounts SET last_success = iif(?2 OR last_success IS NOT NULL, ?1, NULL), failures = 0,
                        failing = iif(?2 OR failing IS NULL, NULL, 'stopped'), last_error = NULL, retry_at = NULL,
                        is_told_to_wait = 0, is_uncertain = 0 WHERE id = ?3
                    """, now, isWhole, account)
                let old = now - IncomingMarks.doubtfulTime
                try database.run(
                    "DELETE FROM server_sends WHERE account = ? AND acknowledged NOT BETWEEN ? AND ?", account, old,
                    now + IncomingMarks.doubtfulTime)
            case .failed(let failure):
                try database.run(
                    """
                    UPDATE server_accounts SET failures = failures + 1, failing = ?, last_error = ?, retry_at = ?,
                        is_told_to_wait = ?, is_uncertain = max(is_uncertain, ?) WHERE id = ?
                    """, failure.kind, failure.reason, failure.retry, failure.isToldToWait, failure.isUncertain, account
                )
            case .stopped:
                try database.run(
                    """
                    UPDATE server_accounts SET failing = coalesce(failing, 'stopped') WHERE id = ? AND lease_holder = ?
                    """, account, holder.number)
            }
            try database.run(
                "UPDATE server_accounts SET lease_holder = NULL, lease_until = NULL WHERE id = ? AND lease_holder = ?",
                account, holder.number)
            return ((), [])
        }
    }
}

/// How a sync went, for the library to remember.
package enum SyncResult: Equatable, Sendable {
    case succeeded(isWhole: Bool)
    case failed(Failure)
    /// It was stopped by the user.
    case stopped

    package struct Failure: Equatable, Sendable {
        package var kind: String
        package var reason: String
        /// When to try again; nil for not by itself.
        package var retry: Date?
        package var isToldToWait: Bool
        /// Whether marks may have been sent nevertheless.
        package var isUncertain: Bool

        package init(kind: String, reason: String, retry: Date?, isToldToWait: Bool, isUncertain: Bool) {
            self.kind = kind
            self.reason = reason
            self.retry = retry
            self.isToldToWait = isToldToWait
            self.isUncertain = isUncertain
        }
    }
}

extension Database {
    fileprivate func followedAccounts() throws -> [AccountKey] {
        try all(
            "SELECT kind, url, user FROM server_accounts WHERE is_followed = 1 AND kind <> 'folder' ORDER BY position"
        ) {
            AccountKey(kind: $0.text(0), url: $0.text(1), user: $0.text(2))
        }
    }

    /// Hides the feeds of accounts that aren't named any more, and shows those of accounts that are named again.
    func follow(_ accounts: [AccountKey]) throws -> [LibraryChange] {
        guard try followedAccounts() != accounts else { return [] }
        let before = try subscribedFeeds()
        try run("UPDATE server_accounts SET is_followed = 0 WHERE kind <> 'folder'")
        for (position, key) in accounts.enumerated() {
            try run(
                """
                INSERT INTO server_accounts (kind, url, user, position) VALUES (?, ?, ?, ?)
                ON CONFLICT (kind, url, user) DO UPDATE SET is_followed = 1, position = excluded.position
                """, key.kind, key.url, key.user, position)
        }
        try keepingFollowedFile {
            try run(
                """
                UPDATE feeds SET is_subscribed = 0 WHERE is_subscribed = 1
                    AND account IN (SELECT id FROM server_accounts WHERE is_followed = 0)
                """)
            try returnFeedsToServers()
            let lines = try first("SELECT count(*) FROM feeds WHERE is_subscribed AND account IS NULL") { $0.int(0) }
            try arrangeFeedsOfServers(after: lines ?? 0)
        }
        try relist(subscribedBefore: before)
        return [.subscriptions]
    }

    fileprivate func countUnsent(_ accounts: inout [Account]) throws {
        let touched = try touchedItems()
        var counts: [AccountID: Int] = [:]
        try eachApart(in: touched) { apart in
            if !apart.isGone { counts[apart.account, default: 0] += 1 }
        }
        for index in accounts.indices {
            if accounts[index].key.isFolder {
                accounts[index].unsentMarks = try unwrittenForFolder()
                accounts[index].hugeFiles = try hugeFiles
                continue
            }
            let id = accounts[index].id
            accounts[index].unsentMarks = counts[id] ?? 0
            try eachUnsentLabel(in: touched, of: id) { _, _ in accounts[index].unsentMarks += 1 }
            accounts[index].unsentMarks += try positions(of: id, all: false).count(where: \.isChanged)
            accounts[index].unsentChanges =
                try first("SELECT count(*) FROM server_changes WHERE account = ? AND refusal IS NULL", id) { $0.int(0) }
                ?? 0
            accounts[index].refusals = try all(
                "SELECT refusal FROM server_changes WHERE account = ? AND refusal IS NOT NULL ORDER BY id", id
            ) { $0.text(0) }
            accounts[index].refusedItems =
                try first("SELECT count(*) FROM server_items WHERE account = ? AND is_refused = 1", id) { $0.int(0) }
                ?? 0
        }
    }
}
