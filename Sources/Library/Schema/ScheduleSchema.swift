import SQLite

extension Migration {
    /// When a feed is due and why, how its fetches went, and who is fetching it now; and further settings of the urls
    /// file.
    static let scheduleSchema = Migration(
        """
        -- Whether lists of feeds leave it out, and the path of its group in the urls file.
        ALTER TABLE feeds ADD COLUMN is_hidden INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE feeds ADD COLUMN folder TEXT;

        ALTER TABLE fetches RENAME TO old_fetches;
        CREATE TABLE fetches (
            feed INTEGER PRIMARY KEY REFERENCES feeds ON DELETE CASCADE,
            last_attempt INTEGER,
            last_success INTEGER,
            -- Before it there is no need to ask, for this reason, which asked for so many seconds.
            next_due INTEGER,
            due_reason TEXT,
            due_after INTEGER,
            -- Until when its server has told us to wait, by an answer of this status.
            wait_until INTEGER,
            wait_status INTEGER,
            -- The server has said that it is gone for good.
            is_gone INTEGER NOT NULL DEFAULT 0,
            -- How many times in a row it failed, since when, and why the last time.
            error_count INTEGER NOT NULL DEFAULT 0,
            failing_since INTEGER,
            last_error TEXT,
            -- Which process is asking for it, by a number of its own, and until when others leave it to that one.
            lease_holder INTEGER,
            lease_until INTEGER,
            -- What the server said of the last document, which hashes to this; and what it was asked with.
            etag TEXT,
            last_modified TEXT,
            body_hash INTEGER,
            asked_with INTEGER,
            -- The address that permanent redirects lead to, in how many answers in a row, and since when.
            moved_to TEXT,
            moved_count INTEGER NOT NULL DEFAULT 0,
            moved_since INTEGER,
            -- The last answer: its status, its bytes on the wire, and the milliseconds that it took.
            status INTEGER,
            received INTEGER,
            took INTEGER,
            -- How long the last document was.
            size INTEGER,
            -- What the last document asked of those who fetch it: minutes, and bits for hours and days of UTC.
            time_to_live INTEGER,
            update_interval INTEGER,
            skipped_hours INTEGER NOT NULL DEFAULT 0,
            skipped_days INTEGER NOT NULL DEFAULT 0,
            -- The seconds that usually lie between two of its items, and the date of the newest.
            rhythm INTEGER,
            newest_date INTEGER,
            -- The items that the last document held: retention lets them be, or they would come again.
            held_items BLOB
        );
        INSERT INTO fetches (feed, etag, last_modified, body_hash, last_attempt, last_success, last_error, error_count,
                failing_since, held_items)
            SELECT feed, etag, last_modified, body_hash, last_attempt, last_success, last_error, error_count,
                iif(error_count > 0, last_attempt, NULL), held_items
            FROM old_fetches;
        DROP TABLE old_fetches;

        -- The last fetches of a feed that brought a document or failed. One that found nothing new only changes the row
        -- above, so that it stays cheap.
        CREATE TABLE fetch_history (
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            at INTEGER NOT NULL,
            -- How many items were new; NULL where it failed.
            new_items INTEGER,
            status INTEGER,
            received INTEGER,
            took INTEGER,
            PRIMARY KEY (feed, at)
        ) WITHOUT ROWID;

        -- The servers that have told us to wait, all their feeds alike.
        CREATE TABLE hosts (
            host TEXT PRIMARY KEY,
            wait_until INTEGER NOT NULL,
            wait_status INTEGER
        ) WITHOUT ROWID;
        """)
}
