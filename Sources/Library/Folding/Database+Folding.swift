import FoundationEssentials
import SQLite

/// Items that several feeds share make a story, with a row in `copies` for each. Lists of several feeds show the first
/// one that isn't deleted and whose feed is subscribed to; each feed shows its own.
extension Database {
    /// Finds the stories of a feed's new items, in the transaction that stored them.
    ///
    /// An item whose story was read arrives read, unless it has other words, or is the one that lists show.
    func fold(_ possibleCopies: [ItemID], in feed: FeedID) throws {
        guard !possibleCopies.isEmpty, try folds(feed) else { return }
        let finder = try CopyFinder(self)
        for item in possibleCopies {
            guard let story = try join(item, of: feed, finder) else { continue }
            try markReadIfStoryIs(story, item)
        }
    }

    /// Removes items from their stories before they are deleted for good, and shows hidden copies.
    func unfold(_ items: [ItemID]) throws {
        var stories: Set<Int64> = []
        for item in items {
            guard let story = try story(of: item) else { continue }
            try run("DELETE FROM copies WHERE item = ?", item)
            stories.insert(story)
        }
        for story in stories.sorted() { try shrink(story) }
    }

    /// Recomputes which items lists show of the stories of these items, after some were deleted or restored.
    func relistStories(of items: ItemSet) throws {
        for story in try stories(of: items).sorted() { try relist(story) }
    }

    /// The same for all stories of a feed.
    func relistStories(in feed: FeedID) throws {
        let stories = try all(
            "SELECT DISTINCT story FROM copies JOIN states USING (item) WHERE feed = ? AND is_deleted = 0", feed
        ) { $0.integer(0) }
        for story in stories { try relist(story) }
    }

    /// The stories that some of these items belong to.
    func stories(of items: ItemSet) throws -> Set<Int64> {
        guard items.count > 1000 else { return try Set(items.compactMap { try story(of: $0) }) }
        // Few items have copies, so a query for each item would take longer.
        var stories: Set<Int64> = []
        try each("SELECT item, story FROM copies") { row in
            if items.contains(ItemID(row.integer(0))) { stories.insert(row.integer(1)) }
        }
        return stories
    }

    func story(of item: ItemID) throws -> Int64? {
        try first("SELECT story FROM copies WHERE item = ?", item) { $0.integer(0) }
    }

    /// Whether the copies in a feed are folded.
    func folds(_ feed: FeedID) throws -> Bool {
        let isOn = try first("SELECT folds_copies AND is_subscribed FROM feeds WHERE id = ?", feed) { $0.bool(0) }
        return try isOn == true && foldsCopies
    }

    /// Adds an item to the story of the item that it is a copy of, if any.
    func join(_ item: ItemID, of feed: FeedID, _ finder: CopyFinder) throws -> Int64? {
        guard let original = try finder.original(of: item, in: feed) else { return nil }
        let known = try story(of: original)
        let story = known ?? original.rawValue
        if known == nil {
            try add(original, to: story, finder)
        } else {
            // Two items of one feed are two stories to that feed.
            let isTaken = try first(
                "SELECT 1 FROM copies JOIN states USING (item) WHERE story = ? AND feed = ?", story, feed
            ) { _ in true }
            if isTaken == true { return nil }
        }
        try add(item, to: story, finder)
        try relist(story)
        return story
    }

    private func add(_ item: ItemID, to story: Int64, _ finder: CopyFinder) throws {
        try run("INSERT INTO copies (item, story, is_home) VALUES (?, ?, ?)", item, story, finder.isAtHome(item))
    }

    /// Removes changed items from their stories if they are no longer copies, so that no feed puts other words in the
    /// place of an article.
    func reconsider(_ changed: [ItemID]) throws {
        let folded = try changed.compactMap { item in try story(of: item).map { (item, $0) } }
        guard !folded.isEmpty else { return }
        let finder = try CopyFinder(self)
        for (item, story) in folded {
            let others = try all("SELECT item FROM copies WHERE story = ? AND item <> ?", story, item) {
                ItemID($0.integer(0))
            }
            if try !finder.isCopy(item, ofOneOf: others) { try leaveStories([item]) }
        }
    }

    private func markReadIfStoryIs(_ story: Int64, _ item: ItemID) throws {
        let shown = try first(
            """
            SELECT shown.item, read_at FROM copies AS shown JOIN states USING (item)
                JOIN items ON items.id = shown.item JOIN items AS new ON new.id = ?2
            WHERE story = ?1 AND is_listed = 1 AND is_read = 1
                AND (new.text_key IS NULL OR new.text_key = items.text_key)
            """, story, item
        ) { (item: ItemID($0.integer(0)), readAt: $0.optionalDate(1)) }
        guard let shown else { return }
        let marked = try run(
            "UPDATE states SET is_read = 1, read_at = ? WHERE item = ? AND is_read = 0", shown.readAt, item)
        guard marked > 0 else { return }
        try run("UPDATE feeds SET unread = unread - 1 WHERE id = (SELECT feed FROM states WHERE item = ?)", item)
        try touch([item])
        // Items read under the first schema have no time and belong to no step.
        if let readAt = shown.readAt { try recordArrival(item, ofStoryShownBy: shown.item, readAt: readAt) }
    }

    /// Repairs a story that items have left: it needs two items, and a new id if it had the number of an item that left
    /// and may begin a story again.
    func shrink(_ story: Int64) throws {
        try relist(story)
        let rest = try all("SELECT item FROM copies WHERE story = ? ORDER BY item", story) { $0.integer(0) }
        if rest.count < 2 {
            try run("DELETE FROM copies WHERE story = ?", story)
        } else if !rest.contains(story) {
            try run("UPDATE copies SET story = ? WHERE story = ?", rest[0], story)
        }
    }

    /// Shows the first item of a story that can be shown, and hides the others.
    private func relist(_ story: Int64) throws {
        var isShown = false
        let items = try all(
            """
            SELECT item, is_deleted = 0 AND is_subscribed, is_listed, is_read, is_starred
            FROM copies JOIN states USING (item) JOIN feeds ON feeds.id = states.feed WHERE story = ?
            ORDER BY \(Self.firstOfStory)
            """, story
        ) { StoryItem($0) }
        for item in items {
            let shows = item.canBeShown && !isShown
            isShown = isShown || shows
            try list(item, shows)
        }
    }

    /// The order of a story's items: of these, lists show the first that they can.
    static let firstOfStory = "copies.is_home DESC, copies.item"

    /// Shows or hides an item in lists of several feeds, and updates their counts.
    func list(_ item: StoryItem, _ isListed: Bool) throws {
        guard item.isListed != isListed else { return }
        let change = isListed ? 1 : -1
        try run("UPDATE states SET is_listed = ? WHERE item = ?", isListed, item.id)
        try run(
            "UPDATE totals SET items = items + ?, unread = unread + ?, starred = starred + ?",
            change, item.isRead ? 0 : change, item.isStarred ? change : 0)
    }
}

/// What folding needs to know about an item of a story.
struct StoryItem {
    let id: ItemID
    /// It isn't deleted, and its feed is subscribed to.
    let canBeShown: Bool
    let isListed: Bool
    let isRead: Bool
    let isStarred: Bool

    init(_ row: borrowing Row) {
        id = ItemID(row.integer(0))
        canBeShown = row.bool(1)
        isListed = row.bool(2)
        isRead = row.bool(3)
        isStarred = row.bool(4)
    }
}

extension Database {
    /// Whether lists of several feeds should show an item of `states`, derived from everything else that is stored.
    static let shouldBeListed = """
        (is_deleted = 0 AND feed IN (SELECT id FROM feeds WHERE is_subscribed) AND NOT EXISTS (
            SELECT 1 FROM copies AS own JOIN copies AS before ON before.story = own.story
                    AND (before.is_home > own.is_home OR before.is_home = own.is_home AND before.item < own.item)
                JOIN states AS other ON other.item = before.item JOIN feeds ON feeds.id = other.feed
            WHERE own.item = states.item AND other.is_deleted = 0 AND is_subscribed))
        """
}
