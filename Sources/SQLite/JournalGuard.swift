import CSQLite
import Glibc

/// Refuses journals that name another file, and pipes in the place of SQLite's files.
///
/// A rollback journal may end in the name of a super-journal, which SQLite deletes after the rollback
/// (https://www.sqlite.org/fileformat.html, 3): a journal from elsewhere could so delete any file of the user. SQLite itself
/// names one only if a transaction writes to several databases, as none of lede's does. The look is in the function with
/// which SQLite opens its files, so that nothing can be exchanged between the two.
enum JournalGuard {
    /// The result of opening a journal that names another file. SQLite passes it on, and has none of this number itself.
    static let refusal = SQLITE_CANTOPEN | 0xFF << 8

    private static let systemName = "unix"
    private static let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// Makes it the way in which SQLite opens files, from now on.
    static func install() {
        guard let system = sqlite3_vfs_find(systemName) else {
            preconditionFailure("SQLite has no functions for the files of this system")
        }
        // SQLite keeps it for as long as the process lives.
        let guarded = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        guarded.initialize(to: system.pointee)
        guarded.pointee.zName = UnsafePointer(strdup("lede"))
        guarded.pointee.xOpen = { _, path, file, flags, openedFlags in
            let result = JournalGuard.look(at: path, flags)
            guard result == SQLITE_OK, let system = sqlite3_vfs_find(JournalGuard.systemName) else {
                // SQLite closes only what has methods.
                file?.pointee.pMethods = nil
                return result == SQLITE_OK ? SQLITE_CANTOPEN : result
            }
            return system.pointee.xOpen(system, path, file, flags, openedFlags)
        }
        sqlite3_vfs_register(guarded, 1)
    }

    private static func look(at path: UnsafePointer<CChar>?, _ flags: Int32) -> Int32 {
        // A journal can get a name during the rollback, if it is a link to the database itself.
        if flags & SQLITE_OPEN_SUPER_JOURNAL != 0 { return refusal }
        guard let path else { return SQLITE_OK }
        var status = stat()
        // SQLite would wait for a pipe for ever. It opens the index of a log without this function.
        if flags & SQLITE_OPEN_MAIN_DB != 0, lstat(String(cString: path) + "-shm", &status) == 0,
            status.st_mode & S_IFMT != S_IFREG
        {
            return SQLITE_CANTOPEN
        }
        guard flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL) != 0 else { return SQLITE_OK }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
        // Mostly there is none, and otherwise SQLite says why it can't open it.
        guard descriptor >= 0 else { return SQLITE_OK }
        defer { close(descriptor) }
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return SQLITE_CANTOPEN }
        let isJournal = flags & SQLITE_OPEN_MAIN_JOURNAL != 0
        return isJournal && namesFile(descriptor, size: status.st_size) ? refusal : SQLITE_OK
    }

    /// Whether a journal ends in the name of a file, with its length, a checksum and the magic number.
    private static func namesFile(_ journal: Int32, size: Int) -> Bool {
        var end = [UInt8](repeating: 0, count: 16)
        guard size >= end.count, pread(journal, &end, end.count, size - end.count) == end.count else { return false }
        let length = end[..<4].reduce(0) { $0 << 8 | Int($1) }
        return length > 0 && length <= size - end.count && end[8...] == magic[...]
    }
}

extension Database {
    /// The longest text, blob or row. lede's own longest is a step of the journal with a whole urls file.
    private static let longestValue: Int32 = 128 << 20
    /// The longest statement, including those in a schema.
    private static let longestSQL: Int32 = 1 << 20
    /// What a schema may make of one statement. lede's own stay far below; a longer filter fails with SQLite's words.
    private static let limits = [
        SQLITE_LIMIT_LENGTH: longestValue,
        SQLITE_LIMIT_SQL_LENGTH: longestSQL,
        SQLITE_LIMIT_VDBE_OP: 100_000,
        SQLITE_LIMIT_COMPOUND_SELECT: 50,
        SQLITE_LIMIT_FUNCTION_ARG: 20,
        SQLITE_LIMIT_TRIGGER_DEPTH: 10,
        SQLITE_LIMIT_WORKER_THREADS: 0,
        // VACUUM attaches its new file.
        SQLITE_LIMIT_ATTACHED: 1
    ]

    /// Makes SQLite distrust the file (https://www.sqlite.org/security.html, 1.2). Any file may come from someone else,
    /// or from a broken disk.
    func distrustFile(_ options: DatabaseOptions) throws(SQLiteError) {
        let handle = connection.handle
        // A schema may call only SQLite's harmless functions, and nobody may write to it as to a table.
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_DEFENSIVE, options.mayRepairSchema ? 0 : 1)
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_VIEW, options.runsSchema ? 1 : 0)
        _ = lede_sqlite_configure(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, options.runsSchema ? 1 : 0)
        for (limit, value) in Self.limits { sqlite3_limit(handle, limit, value) }
        connection.watchProgress()
        try execute("PRAGMA cell_size_check = ON")
    }

    /// Lets `body` write to the tables that FTS5 keeps a virtual one in.
    package func writingToShadowTables<Result>(_ body: () throws -> Result) rethrows -> Result {
        _ = lede_sqlite_configure(connection.handle, SQLITE_DBCONFIG_DEFENSIVE, 0)
        defer { _ = lede_sqlite_configure(connection.handle, SQLITE_DBCONFIG_DEFENSIVE, 1) }
        return try body()
    }

    /// Whether `table` is a plain table with this column. A view runs code when read, and a virtual table isn't plain
    /// either.
    package func hasPlainTable(_ table: String, with column: String) -> Bool {
        sqlite3_table_column_metadata(connection.handle, "main", table, column, nil, nil, nil, nil, nil) == SQLITE_OK
    }
}
