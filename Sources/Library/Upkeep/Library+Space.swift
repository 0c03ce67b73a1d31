import SQLite

extension Library {
    /// The empty pages that a file keeps, for new data.
    private static let spareShare = 10
    /// The number of pages returned at once, so that a user's mark doesn't wait.
    private static let pagesAtOnce = 64

    /// Returns the space of deleted items to the file system if it is much; returns the bytes.
    ///
    /// An older lede's file keeps its space and reuses it. Waits for the writer again and again, so it needs a thread
    /// that may wait.
    @discardableResult
    func giveBackSpace() throws(LibraryFailure) -> Int {
        var pages = 0
        while true {
            let given = try maintain { database in
                let spare = try database.number("page_count") / Self.spareShare
                return try database.freePages > spare ? database.vacuum(pages: Self.pagesAtOnce) : 0
            }
            guard given > 0 else { break }
            pages += given
        }
        return try pages * read { try $0.number("page_size") }
    }

    private func maintain<Result: Sendable>(
        _ body: @Sendable (Database) throws -> Result
    ) throws(LibraryFailure) -> Result {
        do { return try pool.maintain(body) } catch { throw failure(error) }
    }
}

extension Database {
    fileprivate func number(_ pragma: String) throws -> Int {
        try first("PRAGMA \(pragma)") { $0.int(0) } ?? 0
    }
}
