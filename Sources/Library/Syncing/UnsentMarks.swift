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

/// Identifies a sync, whose changes are one step of the journal.
package struct SyncNumber: Equatable, Sendable {
    let number: Int64

    package init() { number = Int64.random(in: 1 ... .max) }

    init(_ number: Int64) {
        self.number = number
    }
}

extension Database {
    /// Notes marks that a sync took from a server, in the sync's step.
    func recordSync(_ marks: [Step.ItemMarks], _ sync: SyncNumber, at time: Date) throws {
        if marks.isEmpty { return }
        let items = marks.reduce(ItemSet()) { $0.union($1.items) }
        if let last = try lastStep(of: .sync), case .synced(var synced) = last.action, synced.sync == sync {
            for marks in marks {
                if let place = synced.marks.firstIndex(where: { $0.mark == marks.mark }), !synced.changesBack(marks) {
                    synced.marks[place] = Step.ItemMarks(
                        mark: marks.mark, items: synced.marks[place].items.union(marks.items))
                } else {
                    synced.marks.append(marks)
                }
            }
            try run(
                "UPDATE journal SET ended = ?, items = ?, detail = ? WHERE id = ?", time, last.items.union(items),
                Step.Action.synced(synced).detail, last.id)
            return
        }
        try addStep(.synced(Step.Synced(sync: sync, marks: marks)), items, at: time)
        // A sync takes place every few minutes, and the user's own steps are more worth keeping.
        try run(
            """
            DELETE FROM journal WHERE kind = 'sync'
                AND id <= (SELECT id FROM journal WHERE kind = 'sync' ORDER BY id DESC LIMIT 1 OFFSET \(Self.keptSyncs))
            """)
    }

    /// The number of syncs that can be undone.
    private static let keptSyncs = 50
}

extension Step.Synced {
    /// Whether some of these items have been marked otherwise in the same sync, so that the order matters.
    fileprivate func changesBack(_ new: Step.ItemMarks) -> Bool {
        marks.contains { $0.mark == new.mark.opposite && !$0.items.intersection(new.items).isEmpty }
    }
}

/// Takes in what a server says about marks, within one transaction.
///
/// Each mark has three states: what the server is known to have (the base), what it is here, and what the server says now.
/// What differs from the base here was done by the user and is sent; otherwise the server's word is taken.
struct Telling {
    fileprivate struct Known {
        let item: ItemID
        var base: (isRead: Bool, isStarred: Bool)
        let isLost: Bool
        let local: (isRead: Bool, isStarred: Bool)
        let isDeleted: Bool
    }

    private let database: Database
    private let account: AccountID
    private let now: Date
    private let find: Statement
    private let change: Statement
    private let add: Statement
    private let findSend: Statement
    private let sendAgain: Statement
    private let confirm: Statement
    /// What the server has changed.
    private var taken: [Mark: [ItemID]] = [:]
    /// The marks of new items.
    private var given: [Mark: [ItemID]] = [:]
    private var touched: [ItemID] = []

    init(_ database: Database, of account: AccountID, at now: Date) throws {
        self.database = database
        self.account = account
        self.now = now
        find = try database.statement(
            """
            SELECT server_items.item, server_items.is_read, server_items.is_starred, is_gone OR is_refused, states.is_read,
                states.is_starred, is_deleted
            FROM server_items JOIN states ON states.item = server_items.item WHERE account = ? AND server_id = ?
            """)
        change = try database.statement(
            """
            UPDATE server_items SET is_read = ?, is_starred = ?, is_gone = 0, is_refused = 0
            WHERE account = ? AND server_id = ?
            """)
        add = try database.statement(
            "INSERT INTO server_items (account, server_id, item, is_read, is_starred) VALUES (?, ?, ?, ?, ?)")
        findSend = try database.statement(
            "SELECT acknowledged, is_again FROM server_sends WHERE account = ? AND server_id = ? AND is_star = ?")
        // Whatever the server says after these is believed. What is sent again hasn't been acknowledged yet.
        sendAgain = try database.statement(
            """
            UPDATE server_sends SET is_again = 1, acknowledged = 0 WHERE account = ? AND server_id = ? AND is_star = ?
            """)
        confirm = try database.statement(
            "UPDATE server_sends SET is_again = 1 WHERE account = ? AND server_id = ? AND is_star = ? AND is_again = 0")
    }

    /// Takes in the marks of an item that the library has; false if it doesn't have it.
    mutating func tell(_ marks: RemoteMarks) throws -> Bool {
        guard let known = try find.first(account, marks.id, read: { Known($0) }) else { return false }
        var base = known.base
        // What the server shows has reached it, and what it says later is newer.
        if marks.isRead == base.isRead { try confirm.run(account, marks.id, false) }
        if marks.isStarred == base.isStarred { try confirm.run(account, marks.id, true) }
        if let isRead = marks.isRead, isRead != base.isRead {
            let local = known.local.isRead || known.isDeleted
            base.isRead = isRead
            if local != isRead {
                if try mustSendAgain(marks.id, isStar: false) {
                    touched.append(known.item)
                } else if !known.isDeleted {
                    taken[isRead ? .read : .unread, default: []].append(known.item)
                }
            }
        }
        if let isStarred = marks.isStarred, isStarred != base.isStarred {
            base.isStarred = isStarred
            if known.local.isStarred != isStarred {
                if try mustSendAgain(marks.id, isStar: true) {
                    touched.append(known.item)
                } else {
                    try takeStar(isStarred, known.item, isDeleted: known.isDeleted)
                }
            }
        }
        if known.isLost || base != known.base {
            try change.run(base.isRead, base.isStarred, account, marks.id)
        }
        // What was done to it while it was lost is sent now.
        if known.isLost { touched.append(known.item) }
        return true
    }

    /// Takes in the marks of an item that the server and the library have met over for the first time: what is read or
    /// starred in one of them is so in both.
    mutating func meet(_ marks: RemoteMarks, _ item: ItemID, isNew: Bool) throws {
        let (isRead, isStarred) = (marks.isRead ?? false, marks.isStarred ?? false)
        try add.run(account, marks.id, item, isRead, isStarred)
        if isNew {
            if isRead { given[.read, default: []].append(item) }
            if isStarred { given[.starred, default: []].append(item) }
            return
        }
        let local = try database.first(
            "SELECT is_read OR is_deleted, is_starred, is_deleted FROM states WHERE item = ?", item
        ) { (isRead: $0.bool(0), isStarred: $0.bool(1), isDeleted: $0.bool(2)) }
        guard let local else { return }
        if isRead, !local.isRead { taken[.read, default: []].append(item) }
        if isStarred, !local.isStarred { try takeStar(true, item, isDeleted: local.isDeleted) }
        if (local.isRead, local.isStarred) != (isRead, isStarred) { touched.append(item) }
    }

    /// A deleted item gets the star, too, so that it doesn't seem to have lost it here. Nothing shows or counts that.
    private mutating func takeStar(_ isStarred: Bool, _ item: ItemID, isDeleted: Bool) throws {
        guard isDeleted else {
            taken[isStarred ? .starred : .unstarred, default: []].append(item)
            return
        }
        try database.run("UPDATE states SET is_starred = ? WHERE item = ? AND is_deleted = 1", isStarred, item)
    }

    /// Whether a mark that the server contradicts was sent only just now, and the server has never shown it: its word may be
    /// older.
    private func mustSendAgain(_ id: RemoteID, isStar: Bool) throws -> Bool {
        let send = try findSend.first(account, id, isStar) { (at: $0.date(0), isAgain: $0.bool(1)) }
        guard let send, !send.isAgain, abs(now.timeIntervalSince(send.at)) < Self.doubtfulTime else { return false }
        try sendAgain.run(account, id, isStar)
        return true
    }

    /// Gives new items the marks that they have on the server.
    mutating func giveMarks(at time: Date) throws {
        for (mark, items) in given { _ = try database.makeAlone(mark, of: ItemSet(items), at: time) }
        given = [:]
    }

    /// Makes the marks that the server has changed, as a part of the sync's step; returns the changes and how many items
    /// they are of.
    mutating func finish(_ sync: SyncNumber) throws -> (changes: [LibraryChange], taken: Int) {
        let time = try database.timeOfStep(at: now)
        var marks: [Step.ItemMarks] = []
        for mark in [Mark.read, .unread, .starred, .unstarred] {
            guard let items = taken[mark] else { continue }
            let changed = try database.makeAlone(mark, of: ItemSet(items), at: time)
            if !changed.isEmpty { marks.append(Step.ItemMarks(mark: mark, items: changed)) }
        }
        try database.recordSync(marks, sync, at: time)
        try database.touch(ItemSet(touched))
        return (marks.map { .marked($0.mark, $0.items) }, marks.reduce(0) { $0 + $1.items.count })
    }

    /// How long after an acknowledgement the server's lists may be older than it.
    static let doubtfulTime: TimeInterval = 180
}

extension Telling.Known {
    init(_ row: borrowing Row) {
        item = ItemID(row.integer(0))
        base = (row.bool(1), row.bool(2))
        isLost = row.bool(3)
        local = (row.bool(4), row.bool(5))
        isDeleted = row.bool(6)
    }
}

// Marks are noted for the servers in the transaction that makes them: as sets of items, since that costs a mark of 100,000
// items next to nothing. Which of them differ from a server's is found out when they are sent.
extension Database {
    var hasAccounts: Bool {
        get throws { try first("SELECT 1 FROM server_accounts WHERE kind <> 'folder' LIMIT 1") { _ in true } == true }
    }

    /// Notes that the marks of these items may differ from those on a server, or in a shared folder.
    func touch(_ items: ItemSet) throws {
        if items.isEmpty { return }
        if try hasAccounts { try run("INSERT INTO server_touches (items) VALUES (?)", items) }
        try touchForFolder(items)
    }

    /// The items that were noted, up to a note.
    func touchedItems(upTo last: Int64 = .max) throws -> ItemSet {
        try all("SELECT items FROM server_touches WHERE id <= ?", last) { $0.itemSet(0) ?? ItemSet() }
            .reduce(ItemSet()) { $0.union($1) }
    }

    fileprivate var lastTouch: Int64 {
        get throws { try first("SELECT max(id) FROM server_touches") { $0.optionalInteger(0) ?? 0 } ?? 0 }
    }
}

/// An item of a server with its marks there and here.
struct MarksApart {
    let id: RemoteID
    let account: AccountID
    let item: ItemID
    let feed: FeedID
    let isGone: Bool
    /// As the server is known to have them.
    let base: (isRead: Bool, isStarred: Bool)
    let local: (isRead: Bool, isStarred: Bool)

    var isApart: Bool { base != local }

    init(_ row: borrowing Row) {
        id = row.remoteID(0)
        account = AccountID(row.integer(1))
        (item, feed) = (ItemID(row.integer(2)), FeedID(row.integer(3)))
        isGone = row.bool(4)
        base = (row.bool(5), row.bool(6))
        local = (row.bool(7), row.bool(8))
    }
}

extension Database {
    /// Passes on those of these items whose marks differ from a server's that the urls file names and that takes their marks.
    func eachApart(in items: ItemSet, _ body: (MarksApart) throws -> Void) throws {
        guard !items.isEmpty else { return }
        // Who deletes an item is done with it.
        // Without the name of the index, SQLite reads all items of the account for each run, and there may be many of both.
        let statement = try statement(
            """
            SELECT server_id, server_items.account, server_items.item, states.feed, is_gone, server_items.is_read,
                server_items.is_starred, states.is_read OR is_deleted, states.is_starred
            FROM server_items INDEXED BY server_items_by_item JOIN states ON states.item = server_items.item
            WHERE server_items.item BETWEEN ? AND ? AND is_refused = 0
                AND server_items.account IN (SELECT id FROM server_accounts WHERE is_followed = 1)
            """)
        for run in items.runs {
            try statement.each(run.lowerBound, run.upperBound) { row in
                let marks = MarksApart(row)
                if marks.isApart { try body(marks) }
            }
        }
    }
}
