import Locks
import SQLite

/// Another reader's database, of which nothing is believed.
struct ForeignDatabase: Sendable {
    let path: String
    private let copy: FolderCopy
    private let database: Locked<Database>

    /// Opens a copy of the file, which is made in `folder`.
    init(path: String, copyingTo folder: String) throws(MovingFailure) {
        self.path = path
        copy = try FolderCopy(of: path, in: folder)
        do {
            let database = try Database(path: copy.path, access: .readWrite)
            try database.refuseWrites()
            self.database = Locked(database)
        } catch {
            throw MovingFailure(error, in: path)
        }
    }

    /// The columns of a table that has this one, but for those that code in the schema computes; none where it is no plain table.
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

/// The columns that a query asks for, of a table that may lack some, as old versions do.
struct ColumnList {
    let sql: String

    init(_ names: [String], of known: Set<String>) {
        sql = names.map { known.contains($0) ? $0 : "NULL AS \($0)" }.joined(separator: ", ")
    }
}
