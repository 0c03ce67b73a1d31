import SQLite

/// The tables of the library's file, and how connections to it are opened.
enum Schema {
    /// `Schema.sql`, which nobody may edit, and a migration to each later version. Never edit one that has shipped; add
    /// a new one, and its digest to `SchemaListing.newest`.
    static let migrations = [
        Migration(to: 15, String(decoding: PackageResources.Schema_sql, as: UTF8.self)),
        // When another device's removal was followed here, as many removals within a day need the user's word.
        Migration(to: 16, "ALTER TABLE folder_feeds ADD COLUMN removed_at INTEGER"),
        // The kind of mark, as in `folder_marks`; NULL if it may be any.
        Migration(
            to: 17,
            "ALTER TABLE folder_touches ADD COLUMN kind TEXT; ALTER TABLE folder_touches DROP COLUMN is_tagging"),
        // The labels that items are known to have on their server, and the names that its labels and folders have.
        Migration(
            to: 18,
            """
            CREATE TABLE server_labels (
                account INTEGER NOT NULL,
                server_id BLOB NOT NULL,
                label TEXT NOT NULL,
                PRIMARY KEY (account, server_id, label),
                FOREIGN KEY (account, server_id) REFERENCES server_items ON DELETE CASCADE
            ) WITHOUT ROWID;
            CREATE TABLE server_names (
                account INTEGER NOT NULL REFERENCES server_accounts ON DELETE CASCADE,
                name TEXT NOT NULL,
                is_folder INTEGER NOT NULL,
                PRIMARY KEY (account, name)
            ) WITHOUT ROWID;
            """),
        // The queue of episodes, and how far each was heard.
        Migration(
            to: 19,
            """
            ALTER TABLE states ADD COLUMN is_queued INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE states ADD COLUMN queued_at INTEGER;
            ALTER TABLE states ADD COLUMN is_heard INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE states ADD COLUMN heard_at INTEGER;
            CREATE INDEX queued ON states (is_queued, is_listed, date) WHERE is_queued = 1 AND is_listed = 1;
            CREATE INDEX unread_queued ON states (is_queued, is_listed, is_read, date)
                WHERE is_queued = 1 AND is_listed = 1 AND is_read = 0;
            ALTER TABLE totals ADD COLUMN queued INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE totals ADD COLUMN heard INTEGER NOT NULL DEFAULT 0;
            CREATE TABLE episodes (
                item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
                -- Of the file, as the feed names it; NULL if the item has none, and a site's own tool plays its page.
                url TEXT,
                -- Its place in the queue.
                place INTEGER NOT NULL,
                -- What has become of its download: `EpisodeDownload.Stage`.
                download INTEGER NOT NULL DEFAULT 0,
                -- The name of its file in the folder, and its length, as far as the server said.
                file TEXT,
                total INTEGER,
                -- The version that the file's beginning belongs to, and the host that named it.
                validator TEXT,
                validator_host TEXT,
                failure TEXT,
                -- Where playing stopped, in milliseconds, how long it is as the player says, and when it was played.
                position INTEGER NOT NULL DEFAULT 0,
                duration INTEGER,
                played_at INTEGER,
                -- The time of the position that the item's server knows, 0 for none.
                told_at INTEGER
            );
            CREATE INDEX episodes_in_order ON episodes (place);
            -- At which its episodes play; NULL if the user has chosen none.
            ALTER TABLE feeds ADD COLUMN speed REAL;
            -- How far an episode was played, and how long it is.
            ALTER TABLE folder_marks ADD COLUMN position INTEGER;
            ALTER TABLE folder_marks ADD COLUMN duration INTEGER;
            """)
    ]

    /// The version of the files that this program makes.
    static var version: Int { migrations.last?.version ?? 0 }
}

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

/// Settings that the file itself must remember, because every process that writes to it follows them.
enum StoredSetting: String {
    /// Whether copies are folded; 0 for no.
    case foldsCopies = "folds_copies"
    /// The last item that a changed folding setting has been applied to; present only while that isn't finished.
    case foldedUpTo = "folded_up_to"
    /// The hash of the urls file that the subscriptions follow; removed when a subscription changes.
    case followedFile = "followed_file"
    /// The number of marks so far.
    case markings
}

extension Database {
    /// The number of marks so far.
    var markings: Int64 {
        get throws { try setting(.markings) ?? 0 }
    }

    func setting(_ setting: StoredSetting) throws -> Int64? {
        try first("SELECT value FROM settings WHERE name = ?", setting.rawValue) { $0.integer(0) }
    }

    func set(_ setting: StoredSetting, to value: Int64?) throws {
        guard let value else {
            try run("DELETE FROM settings WHERE name = ?", setting.rawValue)
            return
        }
        try run("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", setting.rawValue, value)
    }
}
