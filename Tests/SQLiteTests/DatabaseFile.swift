import SQLite
import TestSupport

/// A path for a database in its own folder, which is removed with this value.
struct DatabaseFile {
    private let home: Home
    let path: String

    init() throws {
        home = try Home()
        path = home.path + "/test.db"
    }

    func open(
        _ access: Database.Access = .readWriteCreate, busyTimeout: Duration = .seconds(Deadline.patience)
    ) throws -> Database {
        try Database(path: path, access: access, options: .init(busyTimeout: busyTimeout))
    }

    /// A pool that waits for other connections as long as a busy machine may need.
    func pool(_ scripts: String...) throws -> DatabasePool {
        try DatabasePool(
            path: path, migrations: zip(1..., scripts).map { Migration(to: $0, $1) },
            options: .init(busyTimeout: .seconds(Deadline.patience)))
    }
}
