package import FeedParser
import SQLite
import System

// The labels of a server's items are the tags of these items here. A server has folders under the same kind of name, and a tag
// that is called like a folder stays here.
extension Library {
    /// Whether these are the names that a server is known to have.
    package func isFollowing(_ names: ServerLabels, of account: AccountID) throws(LibraryFailure) -> Bool {
        try read { database in try database.labelNames(of: account) == names.areFolders }
    }

    /// Follows the names of a server's labels and folders. Tags that were called like a folder before may be sent now, and at
    /// first all of them.
    package func follow(_ names: ServerLabels, of account: AccountID) throws(LibraryFailure) {
        try write { database in
            try database.run("DELETE FROM server_names WHERE account = ?", account)
            let add = try database.statement("INSERT INTO server_names (account, name, is_folder) VALUES (?, ?, ?)")
            for (name, isFolder) in names.areFolders { try add.run(account, name, isFolder) }
            let tagged = try database.all(
                "SELECT item FROM item_tags JOIN server_items USING (item) WHERE account = ?", account
            ) { ItemID($0.integer(0)) }
            try database.touch(ItemSet(tagged))
            return ((), [])
        }
    }

    /// The items of the library whose labels differ, in these lists of all labels, from what the server was known to have.
    package func compare(
        _ lists: [String: ServerList], of account: AccountID
    ) throws(LibraryFailure) -> [ServerItemID] {
        try read { database in
            var lacking: [String: Set<ServerItemID>] = [:]
            try database.each(
                """
                SELECT label, server_id FROM server_labels JOIN server_items USING (account, server_id)
                WHERE account = ? AND is_gone = 0
                """, account
            ) { lacking[$0.text(0), default: []].insert($0.remoteID(1)) }
            let find = try database.statement(
                "SELECT 1 FROM server_items WHERE account = ? AND server_id = ? AND is_gone = 0")
            var differing: Set<ServerItemID> = []
            for (label, list) in lists {
                for id in list.ids where lacking[label]?.remove(id) == nil {
                    if try find.first(account, id, read: { _ in true }) != nil { differing.insert(id) }
                }
            }
            return Array(differing.union(lacking.values.joined()))
        }
    }

    /// The labels that the server doesn't have yet, with their items.
    package func unsentLabels(of account: AccountID) throws(LibraryFailure) -> [LabelChange: [ServerItemID]] {
        try read { database in
            var changes: [LabelChange: [ServerItemID]] = [:]
            try database.eachUnsentLabel(in: database.touchedItems(), of: account) { id, change in
                changes[change, default: []].append(id)
            }
            return changes
        }
    }

    /// Notes that the server has changed a label of these items.
    package func acknowledge(
        _ ids: [ServerItemID], _ change: LabelChange, of account: AccountID
    ) throws(LibraryFailure) {
        try write { database in
            for id in ids { try database.note(change, of: id, account) }
            return ((), [])
        }
    }
}

/// A label that items get on a server, or lose.
package struct LabelChange: Hashable, Sendable {
    package let label: String
    package let isOn: Bool

    var mark: Mark { isOn ? .tagged(label) : .untagged(label) }
}

extension Database {
    /// The names that a server is known to have, with whether each is a folder's; empty if its items have no labels.
    func labelNames(of account: AccountID) throws -> [String: Bool] {
        let names = try all("SELECT name, is_folder FROM server_names WHERE account = ?", account) {
            ($0.text(0), $0.bool(1))
        }
        return Dictionary(names) { first, _ in first }
    }

    func note(_ change: LabelChange, of id: ServerItemID, _ account: AccountID) throws {
        let sql =
            change.isOn
            ? "INSERT OR IGNORE INTO server_labels (account, server_id, label) VALUES (?, ?, ?)"
            : "DELETE FROM server_labels WHERE account = ? AND server_id = ? AND label = ?"
        try run(sql, account, id, change.label)
    }

    /// Passes on the labels in which these items differ from what the server is known to have. Tags that a server would cut or
    /// trim stay here.
    func eachUnsentLabel(
        in items: ItemSet, of account: AccountID, _ body: (ServerItemID, LabelChange) throws -> Void
    ) throws {
        guard !items.isEmpty, try !labelNames(of: account).isEmpty else { return }
        let statement = try statement(
            """
            WITH known AS (
                SELECT server_id, server_items.item, is_deleted FROM server_items INDEXED BY server_items_by_item
                    JOIN states ON states.item = server_items.item
                WHERE server_items.item BETWEEN ?2 AND ?3 AND account = ?1 AND is_gone = 0 AND is_refused = 0)
            SELECT server_id, tag, 1 FROM known JOIN item_tags USING (item)
            WHERE tag = trim(tag) AND length(CAST(tag AS BLOB)) <= \(ServerLabels.longest)
                AND NOT EXISTS (SELECT 1 FROM server_names WHERE account = ?1 AND name = tag AND is_folder = 1)
                AND NOT EXISTS (SELECT 1 FROM server_labels
                    WHERE account = ?1 AND server_labels.server_id = known.server_id AND label = tag)
            UNION ALL
            SELECT known.server_id, label, 0 FROM known
                JOIN server_labels ON account = ?1 AND server_labels.server_id = known.server_id
            WHERE is_deleted = 0 AND NOT EXISTS (SELECT 1 FROM item_tags WHERE item_tags.item = known.item AND tag = label)
            """)
        for run in items.runs {
            try statement.each(account, run.lowerBound, run.upperBound) { row in
                try body(row.remoteID(0), LabelChange(label: row.text(1), isOn: row.bool(2)))
            }
        }
    }
}
