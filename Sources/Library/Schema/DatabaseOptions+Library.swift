import SQLite

extension DatabaseOptions {
    /// The options of the library's connections, without a key to seal journal steps.
    static let library = library(sealing: nil)

    /// The options for a library that lede only copies rows from.
    static let source = {
        var options = library
        options.runsSchema = false
        return options
    }()

    /// The options of the library's connections.
    static func library(sealing seal: StepSeal?) -> DatabaseOptions {
        DatabaseOptions(format: format) { (database) throws(SQLiteError) in
            try database.addSearchTokenizer()
            try database.addFilterFunctions()
            try database.addStepSeal(seal)
        } prepareWriter: { (database) throws(SQLiteError) in
            try database.setCacheSize(.ofWriter)
            try database.execute("PRAGMA journal_size_limit = 16777216")
        } inspect: { database in
            try database.refuseForeignSchema()
        }
    }

    // Pages of 8 KB waste less space beside texts of a few kilobytes, and incremental vacuum can return the pages of
    // deleted items in small steps.
    private static let format = "PRAGMA page_size = 8192; PRAGMA auto_vacuum = incremental"
}

extension Database {
    /// The kilobytes of the file that a connection caches.
    enum CacheSize: Int {
        /// Enough to read something once.
        case small = 200
        /// SQLite's default.
        case ofReader = 2000
        /// With less, a mark of many items writes the pages of all indexes again and again.
        case ofWriter = 6000
        /// With less, importing a million items in another reader's order does so, too.
        case large = 160_000
    }

    /// Runs `body` with a larger or smaller cache.
    func withCache<Result>(_ size: CacheSize, _ body: () throws -> Result) throws -> Result {
        try setCacheSize(size)
        defer { try? setCacheSize(isReadOnly ? .ofReader : .ofWriter) }
        return try body()
    }

    fileprivate func setCacheSize(_ size: CacheSize) throws(SQLiteError) {
        try execute("PRAGMA cache_size = -\(size.rawValue)")
    }
}
