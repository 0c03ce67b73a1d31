import SQLite

extension DatabaseOptions {
    /// How the library's connections are opened, where no step of the journal can be sealed.
    static let library = library(sealing: nil)

    /// How the library's connections are opened.
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

    // In pages of 8 KB there is less room left over beside texts of a few kilobytes; and a file whose items were deleted
    // can give their pages back in small steps.
    private static let format = "PRAGMA page_size = 8192; PRAGMA auto_vacuum = incremental"
}

extension Database {
    /// How many kilobytes of the file a connection keeps in memory.
    enum CacheSize: Int {
        /// Enough to go through what is looked at once.
        case small = 200
        /// What SQLite gives every connection.
        case ofReader = 2000
        /// With less, a mark of many items, which goes through all indexes, writes their pages again and again.
        case ofWriter = 8000
        /// With less, so does bringing over a million items, in the order of another reader's.
        case large = 160_000
    }

    /// Runs `body` with more memory or less.
    func withCache<Result>(_ size: CacheSize, _ body: () throws -> Result) throws -> Result {
        try setCacheSize(size)
        defer { try? setCacheSize(isReadOnly ? .ofReader : .ofWriter) }
        return try body()
    }

    fileprivate func setCacheSize(_ size: CacheSize) throws(SQLiteError) {
        try execute("PRAGMA cache_size = -\(size.rawValue)")
    }
}
