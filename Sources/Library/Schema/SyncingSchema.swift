import SQLite

extension Migration {
    /// Feed servers: their feeds and items, with the marks that each server is known to have.
    static let syncingSchema = Migration(
        """
        CREATE TABLE server_accounts (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            url TEXT NOT NULL,
            user TEXT NOT NULL,
            position INTEGER NOT NULL,
            -- Whether the urls file names it.
            is_followed INTEGER NOT NULL DEFAULT 1,
            -- Up to where the server has told of its changes, in its protocol's own words.
            cursor TEXT,
            feeds_read_at INTEGER,
            lists_read_at INTEGER,
            -- Whether marks were sent last without an answer.
            is_uncertain INTEGER NOT NULL DEFAULT 0,
            -- How many feeds have left the server's list at once, until the user accepts that.
            vanishing INTEGER NOT NULL DEFAULT 0,
            is_accepted INTEGER NOT NULL DEFAULT 0,
            -- How the syncs went; and when to try again, which the server may have asked for.
            last_success INTEGER,
            failures INTEGER NOT NULL DEFAULT 0,
            failing TEXT,
            last_error TEXT,
            retry_at INTEGER,
            is_told_to_wait INTEGER NOT NULL DEFAULT 0,
            lease_holder INTEGER,
            lease_until INTEGER,
            UNIQUE (kind, url, user)
        );
        -- The server whose feed this is; NULL where a line of the urls file names the feed.
        ALTER TABLE feeds ADD COLUMN account INTEGER REFERENCES server_accounts;
        CREATE TABLE server_feeds (
            account INTEGER NOT NULL REFERENCES server_accounts ON DELETE CASCADE,
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            server_id TEXT NOT NULL,
            site TEXT,
            -- As the server is known to have them; folders are lines.
            title TEXT,
            folders TEXT NOT NULL,
            -- Whether it has left the server's list.
            is_gone INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, feed)
        ) WITHOUT ROWID;
        CREATE INDEX server_feeds_by_feed ON server_feeds (feed);
        CREATE TABLE server_items (
            account INTEGER NOT NULL REFERENCES server_accounts ON DELETE CASCADE,
            -- A number or a text.
            server_id BLOB NOT NULL,
            item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
            -- The marks that the server is known to have.
            is_read INTEGER NOT NULL,
            is_starred INTEGER NOT NULL,
            -- Whether the server has it no more, and whether it refuses marks of it.
            is_gone INTEGER NOT NULL DEFAULT 0,
            is_refused INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, server_id)
        ) WITHOUT ROWID;
        CREATE INDEX server_items_by_item ON server_items (item);
        CREATE INDEX server_items_unread ON server_items (account, is_read, server_id)
            WHERE is_read = 0 AND is_gone = 0;
        CREATE INDEX server_items_starred ON server_items (account, is_starred, server_id)
            WHERE is_starred = 1 AND is_gone = 0;
        -- Items whose marks may differ from a server's since they were sent last.
        CREATE TABLE server_touches (id INTEGER PRIMARY KEY AUTOINCREMENT, items BLOB NOT NULL);
        -- Marks that were sent just now: a list of the server may be older.
        CREATE TABLE server_sends (
            account INTEGER NOT NULL REFERENCES server_accounts ON DELETE CASCADE,
            server_id BLOB NOT NULL,
            is_star INTEGER NOT NULL,
            acknowledged INTEGER NOT NULL,
            -- Whether it is sent for the second time, as the server didn't seem to have it.
            is_again INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (account, server_id, is_star)
        ) WITHOUT ROWID;
        -- Items in the server's lists that lede doesn't have and doesn't ask for: until then, or as long as they are listed.
        CREATE TABLE server_skips (
            account INTEGER NOT NULL,
            server_id BLOB NOT NULL,
            until INTEGER,
            PRIMARY KEY (account, server_id)
        ) WITHOUT ROWID;
        CREATE TRIGGER server_item_goes AFTER DELETE ON server_items WHEN old.is_gone = 0 BEGIN
            INSERT OR REPLACE INTO server_skips (account, server_id) VALUES (old.account, old.server_id);
        END;
        -- Changes of subscriptions that wait for the server, in their order.
        CREATE TABLE server_changes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account INTEGER NOT NULL REFERENCES server_accounts ON DELETE CASCADE,
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            kind TEXT NOT NULL,
            detail TEXT,
            -- Why the server refused it.
            refusal TEXT
        );
        """)
}
