/// How connections are opened.
package struct DatabaseOptions: Sendable {
    /// How long a statement waits for another connection's lock.
    package var busyTimeout: Duration
    /// How many prepared statements a connection keeps; of more the least recently used goes.
    package var cachedStatements: Int
    /// Whether a path may lead over symbolic links, in any part of it.
    package var followsLinks: Bool
    /// Whether a connection may be told by `PRAGMA writable_schema` to go by a schema of which a part is lost.
    package var mayRepairSchema: Bool
    /// Statements for a file in which nothing is yet, such as `PRAGMA page_size`, that a pool runs before it makes it.
    package var format: String
    /// Called with each new connection: the place for pragmas, functions and collations.
    package var prepare: @Sendable (Database) throws(SQLiteError) -> Void
    /// Called after that with a pool's connection that writes.
    package var prepareWriter: @Sendable (Database) throws(SQLiteError) -> Void

    /// Called with the connection by which a pool opens the file, before it writes there: what throws refuses the file.
    package var inspect: @Sendable (Database) throws -> Void

    package init(
        busyTimeout: Duration = .seconds(5), cachedStatements: Int = 64, followsLinks: Bool = true,
        mayRepairSchema: Bool = false, format: String = "",
        prepare: @escaping @Sendable (Database) throws(SQLiteError) -> Void = { _ in },
        prepareWriter: @escaping @Sendable (Database) throws(SQLiteError) -> Void = { _ in },
        inspect: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) {
        self.busyTimeout = busyTimeout
        self.cachedStatements = cachedStatements
        self.followsLinks = followsLinks
        self.mayRepairSchema = mayRepairSchema
        self.format = format
        self.inspect = inspect
        self.prepare = prepare
        self.prepareWriter = prepareWriter
    }
}
