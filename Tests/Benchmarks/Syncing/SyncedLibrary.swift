import Foundation
import Library
import SQLite

extension GeneratedLibrary {
    /// Passes a copy of a library whose feeds and items are all known to be on a feed server.
    func withSyncedCopy<Result>(of account: AccountKey, _ body: (String) throws -> Result) throws -> Result {
        let copy = try Self.folder() + "/synced-\(UInt32.random(in: 0...UInt32.max)).db"
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) } }
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        do {
            let library = try Library(path: copy)
            try library.follow([account])
            library.settle()
        }
        let database = try Database(path: copy, access: .readWrite)
        try database.transaction { try database.execute(Self.join) }
        _ = try database.checkpoint(.truncate)
        return try body(copy)
    }

    private static let join = """
        UPDATE feeds SET account = 1;
        INSERT INTO server_feeds (account, feed, server_id, site, title, folders)
            SELECT 1, id, 'feed/' || id, site, title, '' FROM feeds;
        INSERT INTO server_items (account, server_id, item, is_read, is_starred)
            SELECT 1, 1716300000000000 + item, item, is_read, is_starred FROM states ORDER BY item;
        UPDATE server_accounts SET last_success = unixepoch() * 1000, feeds_read_at = unixepoch() * 1000,
            lists_read_at = unixepoch() * 1000;
        """
}
