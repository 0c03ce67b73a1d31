import FoundationEssentials
import SQLite

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
