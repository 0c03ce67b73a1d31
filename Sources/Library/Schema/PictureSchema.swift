import SQLite

extension Migration {
    /// Pictures of items: their files in the cache folder, and those that lede couldn't fetch.
    static let pictureSchema = Migration(
        """
        -- A file may be gone, because the folder is only a cache.
        CREATE TABLE picture_files (
            id INTEGER PRIMARY KEY,
            -- Of its bytes; its name.
            hash BLOB NOT NULL UNIQUE,
            bytes INTEGER NOT NULL,
            -- In pixels, once somebody has decoded it.
            width INTEGER,
            height INTEGER,
            -- When it was fetched and last shown, in milliseconds since 1970.
            fetched INTEGER NOT NULL,
            used INTEGER NOT NULL,
            is_preloaded INTEGER NOT NULL
        );
        CREATE INDEX picture_files_by_use ON picture_files (used, bytes);
        CREATE TABLE pictures (
            id INTEGER PRIMARY KEY,
            url TEXT NOT NULL UNIQUE,
            -- NULL if lede couldn't fetch it.
            file INTEGER REFERENCES picture_files ON DELETE CASCADE,
            etag TEXT,
            last_modified TEXT,
            -- In a row, why the last, and when lede may try again by itself, in milliseconds since 1970.
            failures INTEGER NOT NULL,
            reason TEXT,
            due INTEGER NOT NULL
        );
        CREATE INDEX pictures_by_file ON pictures (file);
        CREATE TABLE item_pictures (
            item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
            picture INTEGER NOT NULL REFERENCES pictures ON DELETE CASCADE,
            PRIMARY KEY (item, picture)
        ) WITHOUT ROWID;
        CREATE INDEX item_pictures_by_picture ON item_pictures (picture);
        -- Items whose pictures lede has tried to fetch ahead, and when it may do so again, in milliseconds since 1970.
        CREATE TABLE pictured_items (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            due INTEGER NOT NULL
        );
        CREATE TRIGGER pictured_text_changed AFTER UPDATE OF html ON contents WHEN old.html <> new.html BEGIN
            DELETE FROM pictured_items WHERE item = new.item;
        END;
        CREATE TRIGGER pictured_page_added AFTER INSERT ON full_texts WHEN new.bytes > 0 BEGIN
            DELETE FROM pictured_items WHERE item = new.item;
        END;
        CREATE TRIGGER pictured_page_changed AFTER UPDATE OF html ON full_texts WHEN old.html <> new.html BEGIN
            DELETE FROM pictured_items WHERE item = new.item;
        END;
        """)
}
