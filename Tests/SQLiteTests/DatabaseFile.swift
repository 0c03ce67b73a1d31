import SQLite
import TestSupport

/// A place for a database in a folder of its own, which goes when this goes.
struct DatabaseFile {
    private let home: Home
    let path: String

    init() throws {
        home = try Home()
        path = home.path + "/test.db"
    }

    func open(_ access: Database.Access = .readWriteCreate, busyTimeout: Int32 = 20_000) throws -> Database {
        try Database(path: path, access: access, busyTimeout: busyTimeout)
    }

    func pool(_ scripts: String...) throws -> DatabasePool {
        try DatabasePool(path: path, migrations: scripts.map { Migration($0) })
    }
}
