import FeedParser
import FoundationEssentials
import SQLite

/// Takes in what a server says about marks, within one transaction.
///
/// Each mark has three states: what the server is known to have (the base), what it is here, and what the server says now.
/// What differs from the base here was done by the user and is sent; otherwise the server's word is taken.
struct IncomingMarks {
    fileprivate struct Known {
        let item: ItemID
        var base: ItemStates
        let isLost: Bool
        let local: ItemStates
        let isDeleted: Bool
    }

    private let database: Database
    private let account: AccountID
    private let now: Date
    private let find: Statement
    private let change: Statement
    private let add: Statement
    private let findLocal: Statement
    private let findSend: Statement
    private let sendAgain: Statement
    private let confirm: Statement
    private let findLabels: Statement
    private let findTag: Statement
    /// The server's names of labels and folders, with whether each is a folder's.
    private let names: [String: Bool]
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
            SELECT server_items.item, is_gone OR is_refused, is_deleted, \(ItemState.serverColumns),
                \(ItemState.columnsForServers)
            FROM server_items JOIN states ON states.item = server_items.item WHERE account = ? AND server_id = ?
            """)
        let columns = ItemState.onServers.map(\.column)
        let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
        change = try database.statement(
            "UPDATE server_items SET \(assignments), is_gone = 0, is_refused = 0 WHERE account = ? AND server_id = ?")
        let (list, places) = (columns.map { ", \($0)" }.joined(), columns.map { _ in ", ?" }.joined())
        add = try database.statement(
            "INSERT INTO server_items (account, server_id, item\(list)) VALUES (?, ?, ?\(places))")
        let local = "SELECT is_deleted, \(ItemState.columnsForServers) FROM states WHERE item = ?"
        findLocal = try database.statement(local)
        findSend = try database.statement(
            "SELECT acknowledged, is_again FROM server_sends WHERE account = ? AND server_id = ? AND is_star = ?")
        findLabels = try database.statement("SELECT label FROM server_labels WHERE account = ? AND server_id = ?")
        findTag = try database.statement("SELECT 1 FROM item_tags WHERE item = ? AND tag = ?")
        names = try database.labelNames(of: account)
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
        for state in ItemState.onServers {
            guard let value = marks[state] else { continue }
            // What the server shows has reached it, and what it says later is newer.
            if value == base[state] { try confirm.run(account, marks.id, state.rawValue) }
        }
        for state in ItemState.onServers {
            guard let value = marks[state], value != base[state] else { continue }
            base[state] = value
            if known.local[state] == value { continue }
            if try mustSendAgain(marks.id, state) {
                touched.append(known.item)
            } else {
                try take(state, value, known.item, isDeleted: known.isDeleted)
            }
        }
        try tellLabels(marks, known.item, isDeleted: known.isDeleted)
        if known.isLost || base != known.base { try change.run(Each(base.valuesForServers), account, marks.id) }
        // What was done to it while it was lost is sent now.
        if known.isLost { touched.append(known.item) }
        return true
    }

    /// Takes in the marks of an item that the server and the library have met over for the first time: what is read or
    /// starred in one of them is so in both.
    mutating func meet(_ marks: RemoteMarks, _ item: ItemID, isNew: Bool) throws {
        var there = ItemStates()
        for state in ItemState.onServers { there[state] = marks[state] ?? false }
        try add.run(account, marks.id, item, Each(there.valuesForServers))
        try tellLabels(marks, item, isNew: isNew)
        if isNew {
            for state in ItemState.onServers where there[state] {
                given[.state(state, true), default: []].append(item)
            }
            return
        }
        let local = try findLocal.first(item) {
            (isDeleted: $0.bool(0), states: ItemStates($0, from: 1, ItemState.onServers))
        }
        guard let local else { return }
        for state in ItemState.onServers where there[state] && !local.states[state] {
            try take(state, true, item, isDeleted: local.isDeleted)
        }
        let mayHaveTags =
            try !names.isEmpty && database.first("SELECT 1 FROM item_tags WHERE item = ?", item) { _ in true } != nil
        if local.states != there || mayHaveTags { touched.append(item) }
    }

    /// Whether an item has a label, and not only its folder's name.
    func hasLabel(_ marks: RemoteMarks) -> Bool { marks.labels?.contains { names[$0] == false } ?? false }

    /// Takes in an item's labels. Those of which the server's list of names knows nothing are believed only if they were there
    /// before, since they may be new folders; and a tag stays when its name becomes a folder's.
    private mutating func tellLabels(
        _ marks: RemoteMarks, _ item: ItemID, isDeleted: Bool = false, isNew: Bool = false
    ) throws {
        guard let labels = marks.labels, !names.isEmpty else { return }
        let base = Set(try findLabels.all(account, marks.id) { $0.text(0) })
        let there = labels.filter { label in names[label].map { !$0 } ?? base.contains(label) }
        for label in there.symmetricDifference(base) {
            let change = LabelChange(label: label, isOn: there.contains(label))
            try database.note(change, of: marks.id, account)
            let isOnHere = try findTag.first(item, label) { _ in true } ?? false
            if isDeleted && change.isOn || names[label] == true || isOnHere == change.isOn { continue }
            if isNew {
                given[change.mark, default: []].append(item)
            } else {
                taken[change.mark, default: []].append(item)
            }
        }
    }

    /// A deleted item gets a star, too, so that it doesn't seem to have lost it here. Nothing shows or counts that.
    private mutating func take(_ state: ItemState, _ value: Bool, _ item: ItemID, isDeleted: Bool) throws {
        guard isDeleted else {
            taken[.state(state, value), default: []].append(item)
            return
        }
        if state.isSetByDeleting { return }
        try database.run("UPDATE states SET \(state.column) = ? WHERE item = ? AND is_deleted = 1", value, item)
    }

    /// Whether a mark that the server contradicts was sent only just now, and the server has never shown it: its word may be
    /// older.
    private func mustSendAgain(_ id: ServerItemID, _ state: ItemState) throws -> Bool {
        let send = try findSend.first(account, id, state.rawValue) { (at: $0.date(0), isAgain: $0.bool(1)) }
        guard let send, !send.isAgain, abs(now.timeIntervalSince(send.at)) < Self.doubtfulTime else { return false }
        try sendAgain.run(account, id, state.rawValue)
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
        let tagged = taken.keys.filter(\.isTag)
        for mark in RemoteMark.all.map({ Mark.state($0.state, $0.value) }) + tagged {
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

extension IncomingMarks.Known {
    init(_ row: borrowing Row) {
        item = ItemID(row.integer(0))
        (isLost, isDeleted) = (row.bool(1), row.bool(2))
        base = ItemStates(row, from: 3, ItemState.onServers)
        local = ItemStates(row, from: 3 + Int32(ItemState.onServers.count), ItemState.onServers)
    }
}
