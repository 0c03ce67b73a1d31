import SQLite

extension Migration {
    /// The saved searches of the urls file with their items, and what rules did to items.
    static let filterSchema = Migration(
        """
        CREATE TABLE queries (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            name TEXT NOT NULL,
            expression TEXT NOT NULL,
            position INTEGER NOT NULL,
            -- Whether its items are in query_items. Those of others are read off the indexes of lists.
            is_kept INTEGER NOT NULL,
            -- The items from this one on were looked at; 0 when all were.
            looked_from INTEGER NOT NULL,
            -- The moment from which ages in it were counted.
            looked_at INTEGER NOT NULL,
            items INTEGER NOT NULL DEFAULT 0,
            unread INTEGER NOT NULL DEFAULT 0
        );
        CREATE TABLE query_items (
            query INTEGER NOT NULL REFERENCES queries ON DELETE CASCADE,
            item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
            -- Those of the item, so that the lists of a query are indexes too.
            date INTEGER NOT NULL,
            is_read INTEGER NOT NULL,
            PRIMARY KEY (item, query)
        ) WITHOUT ROWID;
        CREATE INDEX listed_by_query ON query_items (query, date, item);
        CREATE INDEX unread_by_query ON query_items (query, is_read, date, item) WHERE is_read = 0;
        -- What a query's tests of feeds come to, as a number that is another where one of them is.
        CREATE TABLE query_feeds (
            query INTEGER NOT NULL REFERENCES queries ON DELETE CASCADE,
            feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
            truth INTEGER NOT NULL,
            PRIMARY KEY (feed, query)
        ) WITHOUT ROWID;
        CREATE TRIGGER query_item_comes AFTER INSERT ON query_items BEGIN
            UPDATE queries SET items = items + 1, unread = unread + (new.is_read = 0) WHERE id = new.query;
        END;
        CREATE TRIGGER query_item_goes AFTER DELETE ON query_items BEGIN
            UPDATE queries SET items = items - 1, unread = unread - (old.is_read = 0) WHERE id = old.query;
        END;
        CREATE TRIGGER query_item_turns AFTER UPDATE OF is_read ON query_items BEGIN
            UPDATE queries SET unread = unread + old.is_read - new.is_read WHERE id = new.query;
        END;
        -- Rules that have changed an item, with the mark that they make, in the journal's words.
        CREATE TABLE rules (
            id INTEGER PRIMARY KEY,
            text TEXT NOT NULL,
            place TEXT NOT NULL,
            mark TEXT NOT NULL,
            detail TEXT,
            UNIQUE (text, place)
        );
        CREATE TABLE rule_items (
            item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
            rule INTEGER NOT NULL REFERENCES rules ON DELETE CASCADE,
            -- That of the journal, which may have forgotten it since.
            step INTEGER NOT NULL,
            is_undone INTEGER NOT NULL DEFAULT 0,
            PRIMARY KEY (item, rule)
        ) WITHOUT ROWID;
        CREATE INDEX rule_items_by_step ON rule_items (step, rule);
        """)
}
