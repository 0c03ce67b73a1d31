import SQLite

extension Migration {
    /// Devices that agree through a folder: their marks, as registers in which the last one wins, and how far the folder is
    /// read and written. The folder itself is an account of the kind “folder”, whose cursor is the folder's id.
    static let folderSchema = Migration(
        """
        CREATE TABLE folder_devices (
            id INTEGER PRIMARY KEY,
            -- Its folder.
            name TEXT NOT NULL UNIQUE,
            title TEXT,
            version TEXT,
            -- The time of its newest line, by its clock.
            seen INTEGER NOT NULL DEFAULT 0,
            -- Of this library: the machine and the file that it was used as.
            machine TEXT,
            inode INTEGER,
            -- The last number that this library gave a line of its own.
            last_line INTEGER NOT NULL DEFAULT 0,
            -- Whether the shared folder still has it.
            is_there INTEGER NOT NULL DEFAULT 1
        );
        CREATE TABLE folder_files (
            device INTEGER NOT NULL REFERENCES folder_devices ON DELETE CASCADE,
            name TEXT NOT NULL,
            -- As it was when it was read, and up to where.
            size INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            place INTEGER NOT NULL,
            tail INTEGER NOT NULL,
            -- The numbers of its lines, and how many between them are missing.
            first_line INTEGER,
            last_line INTEGER,
            missing INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (device, name)
        ) WITHOUT ROWID;
        CREATE TABLE folder_feeds (
            id INTEGER PRIMARY KEY,
            url TEXT NOT NULL UNIQUE,
            -- The feed's later row, if it has moved here: other devices may still say the old URL.
            moved_to INTEGER,
            -- Its subscription: settings, NULL if it was removed. No time if no device has said anything.
            time INTEGER,
            device INTEGER,
            settings TEXT,
            -- What the urls file had when it was compared last, and the time of what it followed.
            base TEXT,
            is_based INTEGER NOT NULL DEFAULT 0,
            taken INTEGER
        );
        CREATE TABLE folder_marks (
            feed INTEGER NOT NULL REFERENCES folder_feeds ON DELETE CASCADE,
            -- The beginning of the item's identity.
            key INTEGER NOT NULL,
            kind TEXT NOT NULL,
            time INTEGER NOT NULL,
            device INTEGER NOT NULL,
            is_set INTEGER NOT NULL,
            -- When it came here, in days since 1970.
            day INTEGER NOT NULL,
            -- The beginning of the link's key, 0 without a link; and whether the library doesn't have the item yet.
            link INTEGER NOT NULL,
            is_waiting INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (feed, key, kind)
        ) WITHOUT ROWID;
        CREATE INDEX folder_marks_waiting ON folder_marks (feed, link) WHERE is_waiting = 1;
        -- Lines that aren't known to be in the folder yet.
        CREATE TABLE folder_lines (number INTEGER PRIMARY KEY, line BLOB NOT NULL);
        -- Items that were marked since they were compared last, and when.
        CREATE TABLE folder_touches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            items BLOB NOT NULL,
            time INTEGER NOT NULL,
            is_tagging INTEGER NOT NULL
        );
        -- Feeds give items other ids.
        CREATE TRIGGER folder_item_changes AFTER UPDATE OF identity ON items WHEN old.identity >> 16 <> new.identity >> 16
        BEGIN
            UPDATE OR IGNORE folder_marks SET key = new.identity >> 16 WHERE key = old.identity >> 16
                AND feed = (SELECT folder_feeds.id FROM folder_feeds JOIN feeds USING (url) WHERE feeds.id = new.feed);
        END;
        """)
}
