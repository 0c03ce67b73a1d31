import SQLite

extension Migration {
    /// The contents of the search index; its tables are made volume by volume, as it grows (`SearchVolume`).
    static let searchSchema = Migration(
        """
        CREATE TABLE search_volumes (
            volume INTEGER PRIMARY KEY,
            -- Up to which item it is indexed, and how many texts that are.
            indexed INTEGER NOT NULL,
            texts INTEGER NOT NULL DEFAULT 0,
            -- How far its parts have been merged into one, once it is complete: 1 is begun, 2 done.
            merging INTEGER NOT NULL DEFAULT 0
        );
        -- Items that were changed: how often they have been indexed anew, and whether they must be once more.
        CREATE TABLE search_changes (
            item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
            edition INTEGER NOT NULL DEFAULT 0,
            is_due INTEGER NOT NULL DEFAULT 1
        );
        CREATE INDEX due_search_changes ON search_changes (is_due) WHERE is_due = 1;
        CREATE TRIGGER item_changed AFTER UPDATE OF revision ON items WHEN old.revision <> new.revision BEGIN
            INSERT INTO search_changes (item) VALUES (new.id) ON CONFLICT (item) DO UPDATE SET is_due = 1;
        END;
        """)
}
