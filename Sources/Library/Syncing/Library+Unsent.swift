package import FoundationEssentials
import SQLite

/// The marks that a server doesn't have yet.
package struct UnsentMarks: Equatable, Sendable {
    /// Read items by their feed here.
    package internal(set) var read: [FeedID: [RemoteID]] = [:]
    package internal(set) var unread: [RemoteID] = []
    package internal(set) var starred: [RemoteID] = []
    package internal(set) var unstarred: [RemoteID] = []
    /// Items that the server had no more, when they were looked at last.
    package internal(set) var lost: [RemoteID] = []
    /// What these are: the last note.
    let last: Int64

    package var count: Int { read.values.reduce(0) { $0 + $1.count } + unread.count + starred.count + unstarred.count }

    package var isEmpty: Bool { count == 0 && lost.isEmpty }

    /// Whether nothing was marked since the last sync.
    package var wereNone: Bool { last == 0 }
}

/// A mark in the words of servers.
package enum RemoteMark: String, CaseIterable, Sendable {
    case read, unread, starred, unstarred
}

extension Library {
    /// The marks to send.
    package func unsentMarks(of account: AccountID) throws(LibraryFailure) -> UnsentMarks {
        try read { database in
            var marks = UnsentMarks(last: try database.lastTouch)
            try database.eachApart(in: database.touchedItems()) { apart in
                guard apart.account == account else { return }
                guard !apart.isGone else { return marks.lost.append(apart.id) }
                if apart.base.isRead != apart.local.isRead {
                    if apart.local.isRead {
                        marks.read[apart.feed, default: []].append(apart.id)
                    } else {
                        marks.unread.append(apart.id)
                    }
                }
                if apart.base.isStarred != apart.local.isStarred {
                    if apart.local.isStarred {
                        marks.starred.append(apart.id)
                    } else {
                        marks.unstarred.append(apart.id)
                    }
                }
            }
            return marks
        }
    }

    /// Notes that the server has got a mark of these items.
    package func acknowledge(
        _ ids: [RemoteID], _ mark: RemoteMark, of account: AccountID, at now: Date
    ) throws(LibraryFailure) {
        if ids.isEmpty { return }
        try write { database in
            let column = mark.isStar ? "is_starred" : "is_read"
            let update = try database.statement(
                "UPDATE server_items SET \(column) = ? WHERE account = ? AND server_id = ?")
            let note = try database.statement(
                """
                INSERT INTO server_sends (account, server_id, is_star, acknowledged) VALUES (?, ?, ?, ?)
                ON CONFLICT (account, server_id, is_star) DO UPDATE
                    SET acknowledged = excluded.acknowledged, is_again = acknowledged = 0
                """)
            for id in ids {
                try update.run(mark.value, account, id)
                try note.run(account, id, mark.isStar, now)
            }
            return ((), [])
        }
    }

    /// The items with marks that the server has acknowledged only just now, and not shown since.
    package func unconfirmedMarks(of account: AccountID, at now: Date) throws(LibraryFailure) -> Set<RemoteID> {
        try read { database in
            try Set(database.sentMarks(of: account, at: now).filter { !$0.isSettled }.map(\.id))
        }
    }

    /// Notes that the server refuses marks of these items. It hears no more of them until it tells of them itself.
    package func setAside(_ ids: [RemoteID], of account: AccountID) throws(LibraryFailure) {
        try write { database in
            let update = try database.statement(
                "UPDATE server_items SET is_refused = 1 WHERE account = ? AND server_id = ?")
            for id in ids { try update.run(account, id) }
            return ((), [])
        }
    }

    /// Sends marks once more that the server has refused.
    package func retryRefused(of account: AccountID) throws(LibraryFailure) {
        try write { database in
            let refused = try database.all(
                "SELECT item FROM server_items WHERE account = ? AND is_refused = 1", account
            ) {
                ItemID($0.integer(0))
            }
            try database.run("UPDATE server_items SET is_refused = 0 WHERE account = ? AND is_refused = 1", account)
            try database.touch(ItemSet(refused))
            return ((), [])
        }
    }

    /// Forgets the notes about marks that have been sent.
    package func forget(_ sent: UnsentMarks, of account: AccountID) throws(LibraryFailure) {
        guard sent.last > 0 else { return }
        try write { database in
            var rest: [ItemID] = []
            // What another server has no more is still looked for there.
            try database.eachApart(in: database.touchedItems(upTo: sent.last)) { apart in
                if !apart.isGone || apart.account != account { rest.append(apart.item) }
            }
            try database.run("DELETE FROM server_touches WHERE id <= ?", sent.last)
            try database.touch(ItemSet(rest))
            return ((), [])
        }
    }
}

extension RemoteMark {
    var isStar: Bool { self == .starred || self == .unstarred }

    /// The value of its column.
    var value: Bool { self == .read || self == .starred }
}

/// A mark that the server has acknowledged only just now.
struct SentMark {
    let id: RemoteID
    let isStar: Bool
    /// What was sent: read or not, starred or not.
    private let value: Bool
    /// Whether the server has shown it already, or it was sent twice.
    let isSettled: Bool

    fileprivate init(_ row: borrowing Row) {
        (id, isStar, value, isSettled) = (row.remoteID(0), row.bool(1), row.bool(2), row.bool(3))
    }

    var marks: RemoteMarks { isStar ? RemoteMarks(id, isStarred: value) : RemoteMarks(id, isRead: value) }

    /// Whether a list that doesn't contradict it shows it for the first time. What must not be listed is shown by whole lists.
    func isConfirmed(by list: RemoteList) -> Bool { !isSettled && (list.isComplete || isStar == value) }
}

extension Database {
    /// The marks of items that the server has and takes marks of.
    func sentMarks(of account: AccountID, at now: Date) throws -> [SentMark] {
        try all(
            """
            SELECT server_id, is_star, iif(is_star, is_starred, is_read), is_again
            FROM server_sends JOIN server_items USING (account, server_id)
            WHERE account = ? AND acknowledged BETWEEN ? AND ? AND is_gone = 0 AND is_refused = 0
            """, account, now - Telling.doubtfulTime, now + Telling.doubtfulTime
        ) { SentMark($0) }
    }
}
