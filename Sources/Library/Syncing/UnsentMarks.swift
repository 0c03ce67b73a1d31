package import FeedParser
package import FoundationEssentials
import SQLite
import SyncFolder

/// The marks that a server doesn't have yet.
package struct UnsentMarks: Equatable, Sendable {
    fileprivate var items: [RemoteMark: [UnsentItem]] = [:]
    /// Items that the server had no more, when they were looked at last.
    package internal(set) var lost: [ServerItemID] = []
    /// What these are: the last note.
    let last: Int64

    /// The items of a mark.
    package subscript(mark: RemoteMark) -> [ServerItemID] { items[mark]?.map(\.id) ?? [] }

    /// The items of a mark by their feed here.
    package func byFeed(_ mark: RemoteMark) -> [FeedID: [ServerItemID]] {
        Dictionary(grouping: items[mark] ?? [], by: \.feed).mapValues { $0.map(\.id) }
    }

    package var count: Int { items.values.reduce(0) { $0 + $1.count } }

    package var isEmpty: Bool { count == 0 && lost.isEmpty }

    /// Whether nothing was marked since the last sync.
    package var wereNone: Bool { last == 0 }
}

/// An item with a mark that its server doesn't have yet.
private struct UnsentItem: Equatable {
    let id: ServerItemID
    let feed: FeedID
}

/// A mark that servers take.
package struct RemoteMark: Hashable, Sendable {
    package let state: ItemState
    package let value: Bool

    package static let read = RemoteMark(state: .read, value: true)

    /// In the order in which to send them.
    package static let all = ItemState.onServers.flatMap { state in
        [true, false].map { RemoteMark(state: state, value: $0) }
    }
}

extension Library {
    /// The marks to send.
    package func unsentMarks(of account: AccountID) throws(LibraryFailure) -> UnsentMarks {
        try read { database in
            var marks = UnsentMarks(last: try database.lastTouch)
            try database.eachApart(in: database.touchedItems()) { apart in
                guard apart.account == account else { return }
                guard !apart.isGone else { return marks.lost.append(apart.id) }
                for state in ItemState.onServers where apart.base[state] != apart.local[state] {
                    let mark = RemoteMark(state: state, value: apart.local[state])
                    marks.items[mark, default: []].append(UnsentItem(id: apart.id, feed: apart.feed))
                }
            }
            return marks
        }
    }

    /// Notes that the server has got a mark of these items; returns how many it got for the first time.
    package func acknowledge(
        _ ids: [ServerItemID], _ mark: RemoteMark, of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> Int {
        if ids.isEmpty { return 0 }
        return try write { database in
            let update = try database.statement(
                "UPDATE server_items SET \(mark.state.column) = ? WHERE account = ? AND server_id = ?")
            let note = try database.statement(
                """
                INSERT INTO server_sends (account, server_id, is_star, acknowledged) VALUES (?, ?, ?, ?)
                ON CONFLICT (account, server_id, is_star) DO UPDATE
                    SET acknowledged = excluded.acknowledged, is_again = acknowledged = 0
                RETURNING is_again
                """)
            var new = 0
            for id in ids {
                try update.run(mark.value, account, id)
                if try note.first(account, id, mark.state.rawValue, now, read: { $0.bool(0) }) == false { new += 1 }
            }
            return (new, [])
        }
    }

    /// The items with marks that the server has acknowledged only just now, and not shown since.
    package func unconfirmedMarks(of account: AccountID, at now: Date) throws(LibraryFailure) -> Set<ServerItemID> {
        try read { database in
            try Set(database.sentMarks(of: account, at: now).filter { !$0.isSettled }.map(\.id))
        }
    }

    /// Notes that the server refuses marks of these items. It hears no more of them until it tells of them itself.
    package func setAside(_ ids: [ServerItemID], of account: AccountID) throws(LibraryFailure) {
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

/// A mark that the server has acknowledged only just now.
struct SentMark {
    let id: ServerItemID
    let state: ItemState
    /// What was sent.
    private let value: Bool
    /// Whether the server has shown it already, or it was sent twice.
    let isSettled: Bool

    /// Fails for a state that isn't known.
    fileprivate init?(_ row: borrowing Row) {
        guard let state = ItemState(rawValue: row.int(1)) else { return nil }
        self.state = state
        (id, isSettled) = (row.remoteID(0), row.bool(2))
        value = ItemStates(row, from: 3, ItemState.onServers)[state]
    }

    var marks: RemoteMarks { RemoteMarks(id, [state: value]) }

    /// Whether a list that doesn't contradict it shows it for the first time. What must not be listed is shown by whole lists.
    func isConfirmed(by list: ServerList) -> Bool { !isSettled && (list.isComplete || value == state.countedValue) }
}

extension Database {
    /// The marks of items that the server has and takes marks of.
    func sentMarks(of account: AccountID, at now: Date) throws -> [SentMark] {
        try all(
            """
            SELECT server_id, is_star, is_again, \(ItemState.serverColumns)
            FROM server_sends JOIN server_items USING (account, server_id)
            WHERE account = ? AND acknowledged BETWEEN ? AND ? AND is_gone = 0 AND is_refused = 0
            """, account, now - IncomingMarks.doubtfulTime, now + IncomingMarks.doubtfulTime
        ) { SentMark($0) }.compactMap { $0 }
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

// Marks are noted for the servers in the transaction that makes them: as sets of items, since that costs a mark of 100,000
// items next to nothing. Which of them differ from a server's is found out when they are sent.
extension Database {
    var hasAccounts: Bool {
        get throws { try first("SELECT 1 FROM server_accounts WHERE kind <> 'folder' LIMIT 1") { _ in true } == true }
    }

    /// Notes that the marks of these items may differ from those on a server, or in a shared folder.
    func touch(_ items: ItemSet, _ kind: FolderMarkKind? = nil) throws {
        if items.isEmpty { return }
        if try hasAccounts { try run("INSERT INTO server_touches (items) VALUES (?)", items) }
        try touchForFolder(items, kind)
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
    let id: ServerItemID
    let account: AccountID
    let item: ItemID
    let feed: FeedID
    let isGone: Bool
    /// As the server is known to have them.
    let base: ItemStates
    let local: ItemStates

    var isApart: Bool { base != local }

    init(_ row: borrowing Row) {
        id = row.remoteID(0)
        account = AccountID(row.integer(1))
        (item, feed) = (ItemID(row.integer(2)), FeedID(row.integer(3)))
        isGone = row.bool(4)
        base = ItemStates(row, from: 5, ItemState.onServers)
        local = ItemStates(row, from: 5 + Int32(ItemState.onServers.count), ItemState.onServers)
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
            SELECT server_id, server_items.account, server_items.item, states.feed, is_gone,
                \(ItemState.serverColumns), \(ItemState.columnsForServers)
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
