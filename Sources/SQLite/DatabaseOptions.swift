/// How connections are opened.
package struct DatabaseOptions: Sendable {
    /// How long a statement waits for another connection's lock.
    package var busyTimeout: Duration
    /// The number of prepared statements that a connection keeps. The least recently used one is dropped.
    package var cachedStatements: Int
    /// Whether any part of a path may be a symbolic link.
    package var followsLinks: Bool
    /// Whether `PRAGMA writable_schema` may make a connection use a schema of which a part is lost.
    package var mayRepairSchema: Bool
    /// Whether the file's views and triggers work.
    package var runsSchema: Bool
    /// Statements for an empty file, such as `PRAGMA page_size`, which a pool runs before it creates its tables.
    package var format: String
    /// Called for each new connection, to set pragmas and add functions and collations.
    package var prepare: @Sendable (Database) throws(SQLiteError) -> Void
    /// Called after `prepare` for a pool's writing connection.
    package var prepareWriter: @Sendable (Database) throws(SQLiteError) -> Void

    /// Called for the connection with which a pool opens the file, before it writes to it. Throwing refuses the file.
    package var inspect: @Sendable (Database) throws -> Void

    package init(
        busyTimeout: Duration = .seconds(5), cachedStatements: Int = 64, followsLinks: Bool = true,
        mayRepairSchema: Bool = false, runsSchema: Bool = true, format: String = "",
        prepare: @escaping @Sendable (Database) throws(SQLiteError) -> Void = { _ in },
        prepareWriter: @escaping @Sendable (Database) throws(SQLiteError) -> Void = { _ in },
        inspect: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        self.busyTimeout = busyTimeout
        self.cachedStatements = cachedStatements
        self.followsLinks = followsLinks
        self.mayRepairSchema = mayRepairSchema
        self.runsSchema = runsSchema
        self.format = format
        self.inspect = inspect
        self.prepare = prepare
        self.prepareWriter = prepareWriter
    }
}
