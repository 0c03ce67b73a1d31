package import FoundationEssentials
import SQLite

/// How a server's lists differ from what it was known to have. A list is a hint: what it lacks may only be missing.
package struct ListDifferences: Equatable, Sendable {
    /// Items that the library doesn't have, in the order of the lists.
    package var unknown: [RemoteID] = []
    /// Marks that the server has made, and marks made here that its lists confirm.
    package var told: [RemoteMarks] = []
    /// Items that the unread list lacks, and those that the starred one does.
    package var notUnread: [RemoteID] = []
    package var notStarred: [RemoteID] = []
    /// Items whose marks differ from what was sent just now.
    package var doubtful: [RemoteID] = []

    package var isEmpty: Bool {
        unknown.isEmpty && told.isEmpty && notUnread.isEmpty && notStarred.isEmpty && doubtful.isEmpty
    }
}

extension Library {
    /// Compares a server's lists with what it was known to have.
    package func compare(
        unread: RemoteList, starred: RemoteList, of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> ListDifferences {
        try read { database in
            let comparison = try ListComparison(database, account, at: now)
            var differences = ListDifferences()
            try comparison.compare(unread, isStar: false, &differences)
            try comparison.compare(starred, isStar: true, &differences)
            return differences
        }
    }

    /// Forgets which items not to ask for, as far as the server's whole lists have them no more, or their time is over.
    package func forgetSkips(
        of account: AccountID, except listed: Set<RemoteID>, at now: Date
    ) throws(LibraryFailure) {
        let skipped = try read { database in
            try database.all(
                "SELECT server_id FROM server_skips WHERE account = ? AND coalesce(until NOT BETWEEN ? AND ?, 1)",
                account,
                now, now + Self.skipTime
            ) { $0.remoteID(0) }
        }
        let unlisted = skipped.filter { !listed.contains($0) }
        if unlisted.isEmpty { return }
        try write { database in
            let delete = try database.statement("DELETE FROM server_skips WHERE account = ? AND server_id = ?")
            for id in unlisted { try delete.run(account, id) }
            return ((), [])
        }
    }

    /// The numbers of unread items of a server that aren't among these items, and are of the feed or of an unknown one.
    package func notToRead(
        _ unread: [RemoteID], with items: Set<RemoteID>, in feed: FeedID, of account: AccountID
    ) throws(LibraryFailure) -> [Int64] {
        try read { database in
            let find = try database.statement(
                """
                SELECT feed FROM server_items JOIN items ON items.id = item WHERE account = ? AND server_id = ?
                """)
            return try unread.compactMap { id -> Int64? in
                guard case .number(let number) = id, !items.contains(id) else { return nil }
                let other = try find.first(account, id) { FeedID($0.integer(0)) }
                return other == nil || other == feed ? number : nil
            }
        }
    }

    /// Those of these items that the library doesn't have and may ask for.
    package func unknown(
        _ ids: [RemoteID], of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> [RemoteID] {
        try read { database in
            let comparison = try ListComparison(database, account, at: now)
            return try ids.filter { try comparison.isUnknown($0) }
        }
    }
}

private struct ListComparison {
    private let database: Database
    private let account: AccountID
    private let now: Date
    private let find: Statement
    private let findSkip: Statement
    private let sent: [SentMark]

    init(_ database: Database, _ account: AccountID, at now: Date) throws {
        self.database = database
        self.account = account
        self.now = now
        find = try database.statement("SELECT is_gone FROM server_items WHERE account = ? AND server_id = ?")
        findSkip = try database.statement(
            "SELECT coalesce(until BETWEEN ?3 AND ?4, 1) FROM server_skips WHERE account = ?1 AND server_id = ?2")
        sent = try database.sentMarks(of: account, at: now)
    }

    func compare(_ list: RemoteList, isStar: Bool, _ differences: inout ListDifferences) throws {
        // Few of an account's items are in a list.
        let (index, condition) =
            isStar ? ("server_items_starred", "is_starred = 1") : ("server_items_unread", "is_read = 0")
        let stored = try database.all(
            """
            SELECT server_id FROM server_items INDEXED BY \(index)
            WHERE account = ? AND is_gone = 0 AND \(condition) ORDER BY server_id DESC
            """, account
        ) { $0.remoteID(0) }
        let (news, lacking) = list.ids.differences(from: stored)
        let sent = sent.filter { $0.isStar == isStar }
        if !sent.isEmpty {
            let contradicted = Set(news).union(lacking)
            differences.told += sent.filter { $0.isConfirmed(by: list) && !contradicted.contains($0.id) }.map(\.marks)
        }
        let doubtful = Set(sent.map(\.id))
        let known = Set(differences.unknown)
        for id in news {
            if let isGone = try find.first(account, id, read: { $0.bool(0) }) {
                if !isGone, doubtful.contains(id) {
                    differences.doubtful.append(id)
                } else {
                    differences.told.append(
                        isStar ? RemoteMarks(id, isStarred: true) : RemoteMarks(id, isRead: false))
                }
            } else if !known.contains(id), try !isSkipped(id) {
                differences.unknown.append(id)
            }
        }
        let rest = try lacking.filter { try !isSkipped($0) }
        if isStar { differences.notStarred = rest } else { differences.notUnread = rest }
    }

    func isUnknown(_ id: RemoteID) throws -> Bool {
        try find.first(account, id, read: { _ in true }) == nil && !isSkipped(id)
    }

    /// A time too far ahead was written before the clock was set back.
    private func isSkipped(_ id: RemoteID) throws -> Bool {
        try findSkip.first(account, id, now, now + Library.skipTime, read: { $0.bool(0) }) ?? false
    }
}

extension Library {
    /// How long lede doesn't ask again for an item that the server lists but doesn't give.
    package static let skipTime: TimeInterval = 3600
}

extension [RemoteID] {
    /// What only this list has, each once and in its order, and what only another one has, newest first.
    ///
    /// Both are usually the same hundred thousand in the same order, which sets would take long to find out.
    fileprivate func differences(from other: [RemoteID]) -> (new: [RemoteID], lacking: [RemoteID]) {
        let (own, other) = (sorted(by: RemoteID.isNewer), other.sorted(by: RemoteID.isNewer))
        var (new, lacking): (Set<RemoteID>, [RemoteID]) = ([], [])
        var place = 0
        for id in own {
            while place < other.count, RemoteID.isNewer(other[place], id) {
                lacking.append(other[place])
                place += 1
            }
            // An id may be there more than once, also right behind its like.
            if place < other.count, other[place] == id {
                place += 1
            } else if place == 0 || other[place - 1] != id {
                new.insert(id)
            }
        }
        lacking += other[place...]
        return (new.isEmpty ? [] : filter { new.remove($0) != nil }, lacking)
    }
}

extension RemoteID {
    /// Newer items have greater numbers.
    fileprivate static func isNewer(_ one: RemoteID, _ other: RemoteID) -> Bool {
        switch (one, other) {
        case (.number(let one), .number(let other)): one > other
        case (.text(let one), .text(let other)): one > other
        case (.number, .text): true
        case (.text, .number): false
        }
    }
}
