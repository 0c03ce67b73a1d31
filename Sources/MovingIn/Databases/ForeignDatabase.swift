import Locks
import SQLite

/// Another reader's database, which may contain anything.
struct ForeignDatabase: Sendable {
    let path: String
    private let copy: FolderCopy
    private let database: Locked<Database>

    /// Opens a copy of the file in `folder`.
    init(path: String, copyingTo folder: String) throws(MovingFailure) {
        self.path = path
        copy = try FolderCopy(of: path, in: folder)
        do {
            let database = try Database(
                path: copy.path, access: .readWrite, options: DatabaseOptions(runsSchema: false))
            // SQLite reads the file, and rolls back what a kill left in its journal, only when asked for something.
            _ = try database.pragma("schema_version")
            try database.refuseWrites()
            self.database = Locked(database)
        } catch {
            throw MovingFailure(error, in: path)
        }
    }

    /// Returns the columns of a table with this column, without those that the schema computes; none if it isn't a
    /// plain table.
    func columns(of table: String, with column: String) throws(MovingFailure) -> Set<String> {
        guard database.withLock({ $0.hasPlainTable(table, with: column) }) else { return [] }
        return try Set(all("PRAGMA table_info(\(table))") { $0.text(1) })
    }

    func all<Result: Sendable>(
        _ sql: String, read: @Sendable (borrowing Row) throws -> Result
    ) throws(MovingFailure) -> [Result] {
        do {
            return try database.withLock { database in try database.all(sql, read: read) }
        } catch {
            throw MovingFailure(error, in: path)
        }
    }
}

/// The columns for a query of a table that may lack some of them, as in old versions.
struct ColumnList {
    let sql: String

    init(_ names: [String], of known: Set<String>) {
        sql = names.map { known.contains($0) ? $0 : "NULL AS \($0)" }.joined(separator: ", ")
    }
}
