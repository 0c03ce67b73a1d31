import SQLite

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

    var lastTouch: Int64 {
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
