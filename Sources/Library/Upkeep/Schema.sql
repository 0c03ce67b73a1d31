-- The tables, indexes and triggers of a library, version 15.
--
-- SQLite stores the text of each statement as it is here, and lede opens only a library with exactly this text
-- (SchemaListing): a change, even of a comment inside a statement, is a migration (Schema.swift). So some columns stand
-- where ALTER TABLE has put them.

CREATE TABLE feeds (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    is_subscribed INTEGER NOT NULL DEFAULT 1,
    -- What the person calls it.
    own_title TEXT,
    title TEXT,
    site TEXT,
    description TEXT,
    image TEXT,
    language TEXT,
    -- Whether what it has in common with other feeds is shown once.
    folds_copies INTEGER NOT NULL DEFAULT 1,
    unread INTEGER NOT NULL DEFAULT 0,
    total INTEGER NOT NULL DEFAULT 0,
    newest_item INTEGER
, is_hidden INTEGER NOT NULL DEFAULT 0, folder TEXT, account INTEGER REFERENCES server_accounts);
CREATE INDEX feeds_in_order ON feeds (position) WHERE is_subscribed;
CREATE TABLE feed_tags (
    feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (feed, tag)
) WITHOUT ROWID;
CREATE INDEX feeds_by_tag ON feed_tags (tag, feed);
-- The results of fetching are apart, because every refresh writes them.
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
, failing TEXT, text_bytes INTEGER NOT NULL DEFAULT 0, trimmed_at INTEGER);
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
-- How many items a feed brought, by the day (since 1970, UTC) of the item.
CREATE TABLE feed_days (
    feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
    day INTEGER NOT NULL,
    items INTEGER NOT NULL,
    PRIMARY KEY (feed, day)
) WITHOUT ROWID;
-- The servers that have told us to wait, all their feeds alike.
CREATE TABLE hosts (
    host TEXT PRIMARY KEY,
    wait_until INTEGER NOT NULL,
    wait_status INTEGER
) WITHOUT ROWID;
-- Any change of a subscription resets the urls file that they follow, even an undo that the file doesn't know of yet.
CREATE TRIGGER feeds_after_insert AFTER INSERT ON feeds BEGIN
    DELETE FROM settings WHERE name = 'followed_file';
END;
CREATE TRIGGER feeds_after_delete AFTER DELETE ON feeds BEGIN
    DELETE FROM settings WHERE name = 'followed_file';
END;
CREATE TRIGGER feeds_after_update AFTER UPDATE OF url, own_title, folder, is_hidden, position, is_subscribed ON feeds BEGIN
    DELETE FROM settings WHERE name = 'followed_file';
END;
CREATE TRIGGER feed_tags_after_insert AFTER INSERT ON feed_tags BEGIN
    DELETE FROM settings WHERE name = 'followed_file';
END;
CREATE TRIGGER feed_tags_after_delete AFTER DELETE ON feed_tags BEGIN
    DELETE FROM settings WHERE name = 'followed_file';
END;
CREATE TRIGGER feed_tags_after_update AFTER UPDATE ON feed_tags BEGIN
    DELETE FROM settings WHERE name = 'followed_file';
END;

-- Data for lists is apart from the text, so that lists never read texts. Identities and links are hashes: as text they
-- would be most of the file. AUTOINCREMENT ensures that an item's number is never reused, since marking all read uses
-- it as “up to here”.
CREATE TABLE items (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
    identity INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    title TEXT NOT NULL,
    link TEXT,
    author TEXT,
    added INTEGER NOT NULL,
    -- Of the canonical link and of the text's beginning: what copies in other feeds have in common.
    link_key INTEGER,
    text_key INTEGER
);
CREATE UNIQUE INDEX items_by_identity ON items (feed, identity);
CREATE INDEX items_by_link ON items (link_key) WHERE link_key IS NOT NULL;
CREATE INDEX items_by_text ON items (text_key) WHERE text_key IS NOT NULL;
CREATE TABLE contents (
    item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    html TEXT NOT NULL,
    -- What the feed itself knows the item by.
    guid TEXT,
    published INTEGER,
    updated INTEGER,
    language TEXT,
    image TEXT,
    comments_link TEXT,
    comments_feed TEXT,
    comments_count INTEGER,
    source_title TEXT,
    source_link TEXT,
    duration INTEGER,
    season INTEGER,
    episode INTEGER,
    chapters TEXT,
    latitude REAL,
    longitude REAL,
    in_reply_to TEXT
);
CREATE TABLE enclosures (
    item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    position INTEGER NOT NULL,
    url TEXT NOT NULL,
    type TEXT,
    length INTEGER,
    -- A transcript has a language and no length.
    is_transcript INTEGER NOT NULL DEFAULT 0,
    language TEXT,
    PRIMARY KEY (item, position)
) WITHOUT ROWID;
CREATE TABLE categories (
    item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    scheme TEXT,
    PRIMARY KEY (item, position)
) WITHOUT ROWID;

-- Apart from the items, so that a mark of 100,000 touches little. Every list is an index over the states, of which
-- such a mark changes at most two.
CREATE TABLE states (
    item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    feed INTEGER NOT NULL,
    -- When it was published; when it came where the feed says nothing or a time to come.
    date INTEGER NOT NULL,
    is_read INTEGER NOT NULL DEFAULT 0,
    is_deleted INTEGER NOT NULL DEFAULT 0,
    -- Whether lists over several feeds show it: it isn't deleted, no copy of one shown, and its feed is
    -- subscribed to.
    is_listed INTEGER NOT NULL DEFAULT 1,
    -- When it was marked last; they stay when the mark is taken away.
    read_at INTEGER,
    starred_at INTEGER,
    is_starred INTEGER NOT NULL DEFAULT 0
);
-- What each of them asks for comes first in it, so that SQLite finds all that a page needs in the index itself;
-- the number of the item ends every index by itself.
CREATE INDEX listed ON states (is_listed, date) WHERE is_listed = 1;
CREATE INDEX listed_in_feed ON states (feed, is_deleted, date) WHERE is_deleted = 0;
CREATE INDEX unread ON states (is_listed, is_read, date) WHERE is_listed = 1 AND is_read = 0;
CREATE INDEX unread_in_feed ON states (feed, is_deleted, is_read, date) WHERE is_deleted = 0 AND is_read = 0;
CREATE INDEX starred ON states (is_starred, is_listed, date) WHERE is_starred = 1 AND is_listed = 1;
CREATE INDEX unread_starred ON states (is_starred, is_listed, is_read, date)
    WHERE is_starred = 1 AND is_listed = 1 AND is_read = 0;
-- Of everything that is listed: kept, not counted.
CREATE TABLE totals (items INTEGER NOT NULL, unread INTEGER NOT NULL, starred INTEGER NOT NULL);
INSERT INTO totals VALUES (0, 0, 0);
CREATE TABLE item_tags (
    item INTEGER NOT NULL REFERENCES items ON DELETE CASCADE,
    tag TEXT NOT NULL,
    -- That of the item, so that the list of a tag is an index too.
    date INTEGER NOT NULL,
    PRIMARY KEY (item, tag)
) WITHOUT ROWID;
CREATE INDEX items_by_tag ON item_tags (tag, date, item);
-- The same article in several feeds: its items, all of them, share a story, which is named after the first it had.
CREATE TABLE copies (
    item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    story INTEGER NOT NULL
, is_home INTEGER NOT NULL DEFAULT 0);
CREATE INDEX copies_by_story ON copies (story);
-- What the user did, step by step, with the items that it changed.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    detail TEXT,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    items BLOB NOT NULL,
    is_undone INTEGER NOT NULL DEFAULT 0
, seal BLOB);
CREATE TABLE settings (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;

-- The contents of the search index; its tables are made volume by volume, as it grows (`SearchVolume`).
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

-- The saved searches of the urls file with their items.
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

-- The articles of items' web pages. Articles are long, so whatever only counts them reads the indexes.
CREATE TABLE full_texts (
    item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    -- When the page was fetched, and when its text was read last, in milliseconds since 1970.
    fetched INTEGER NOT NULL,
    used INTEGER NOT NULL,
    -- Of the text; 0 if the page has no article.
    bytes INTEGER NOT NULL,
    letters INTEGER NOT NULL,
    is_preloaded INTEGER NOT NULL,
    url TEXT NOT NULL,
    -- Why this part of the page is the article, or why there is none.
    reason TEXT NOT NULL,
    title TEXT,
    byline TEXT,
    etag TEXT,
    last_modified TEXT,
    html TEXT NOT NULL
);
CREATE INDEX full_texts_by_use ON full_texts (used, bytes, is_preloaded);
CREATE INDEX full_texts_found ON full_texts (item) WHERE bytes > 0;
-- Hashes of the blocks of a page, for the last pages of each feed: what they share is no article's.
CREATE TABLE page_blocks (
    item INTEGER PRIMARY KEY REFERENCES full_texts ON DELETE CASCADE,
    feed INTEGER NOT NULL REFERENCES feeds ON DELETE CASCADE,
    blocks BLOB NOT NULL
);
CREATE INDEX page_blocks_by_feed ON page_blocks (feed);
-- Pages that lede doesn't have: those that the user waits for, and those that it couldn't fetch.
CREATE TABLE page_requests (
    item INTEGER PRIMARY KEY REFERENCES items ON DELETE CASCADE,
    is_wanted INTEGER NOT NULL,
    -- In a row, and when lede may try again by itself, in milliseconds since 1970.
    failures INTEGER NOT NULL,
    due INTEGER NOT NULL
);
CREATE TRIGGER full_text_added AFTER INSERT ON full_texts BEGIN
    INSERT INTO search_changes (item) VALUES (new.item) ON CONFLICT (item) DO UPDATE SET is_due = 1;
END;
CREATE TRIGGER full_text_changed AFTER UPDATE OF html ON full_texts WHEN old.html <> new.html BEGIN
    INSERT INTO search_changes (item) VALUES (new.item) ON CONFLICT (item) DO UPDATE SET is_due = 1;
END;
CREATE TRIGGER full_text_removed AFTER DELETE ON full_texts
WHEN EXISTS (SELECT 1 FROM items WHERE id = old.item) BEGIN
    INSERT INTO search_changes (item) VALUES (old.item) ON CONFLICT (item) DO UPDATE SET is_due = 1;
END;

-- Files of pictures in the cache folder. A file may be gone, because the folder is only a cache.
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
-- Pictures of items, and those that lede couldn't fetch.
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

-- Feed servers: their feeds and items, with the marks that each server is known to have.
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
-- Marks that were sent just now: a list of the server may be older. “is_again” means that lede believes what the server
-- says next: it has shown the mark, or the mark is being sent for the second time.
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

-- Devices that agree through a folder: their marks, as registers in which the last one wins, and how far the folder
-- is read and written. The folder itself is an account of the kind “folder”, whose cursor is the folder's id.
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
