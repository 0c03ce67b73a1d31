import SQLite

extension DatabaseOptions {
    /// How the library's connections are opened.
    static let library = DatabaseOptions(format: format) { (database) throws(SQLiteError) in
        try database.addSearchTokenizer()
        try database.addFilterFunctions()
        guard !database.isReadOnly else { return }
        // With a smaller cache a mark of many, which goes through all indexes, writes their pages again and again.
        try database.execute("PRAGMA cache_size = -8000; PRAGMA journal_size_limit = 16777216")
    }

    // In pages of 8 KB there is less room left over beside texts of a few kilobytes; and a file whose items were deleted
    // can give their pages back in small steps.
    private static let format = "PRAGMA page_size = 8192; PRAGMA auto_vacuum = incremental"
}
