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

    func open(_ access: Database.Access = .readWriteCreate, busyTimeout: Duration = .seconds(20)) throws -> Database {
        try Database(path: path, access: access, options: .init(busyTimeout: busyTimeout))
    }

    /// A pool that waits for other connections for as long as a busy machine may take.
    func pool(_ scripts: String...) throws -> DatabasePool {
        try DatabasePool(
            path: path, migrations: scripts.map { Migration($0) }, options: .init(busyTimeout: .seconds(20)))
    }
}
