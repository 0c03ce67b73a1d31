import SQLite

extension Library {
    /// What a file keeps of its empty pages: they are filled again by what comes next.
    private static let spareShare = 10
    /// As many are given back at once, so that a mark of the person's doesn't wait.
    private static let pagesAtOnce = 64

    /// Gives the room that deleted items took back to the file system, where that is much; returned are the bytes.
    ///
    /// A file that an older lede made keeps its room, and fills it again. This waits for the writer, again and again:
    /// for a thread that may wait.
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
