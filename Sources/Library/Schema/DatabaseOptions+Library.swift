import SQLite

extension DatabaseOptions {
    /// How the library's connections are opened.
    static let library = DatabaseOptions(prepare: { (database) throws(SQLiteError) in
        try database.addSearchTokenizer()
        guard !database.isReadOnly else { return }
        // The first two are taken by a file that is new, in this order. In pages of 8 KB there is less room left over
        // beside texts of a few kilobytes; and a file whose items were deleted can give their pages back in small steps.
        // With a smaller cache a mark of many, which goes through all indexes, writes their pages again and again.
        try database.execute(
            """
            PRAGMA page_size = 8192;
            PRAGMA auto_vacuum = incremental;
            PRAGMA cache_size = -8000;
            PRAGMA journal_size_limit = 16777216;
            """)
    })
}
