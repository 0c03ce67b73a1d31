import FoundationEssentials
import SQLite
import URLs

extension Library {
    /// Whether lists of several feeds show an article that several feeds have once.
    package var foldsCopies: Bool {
        get throws(LibraryFailure) { try read { try $0.foldsCopies } }
    }

    /// Applies both settings, if they have changed.
    package func foldCopies(_ isOn: Bool, exceptIn urls: Set<String>) throws(LibraryFailure) {
        if try foldsCopies != isOn { try setFoldsCopies(isOn) }
        try setFoldsCopies(exceptIn: urls)
    }

    /// Sets whether copies are folded, and applies it to everything stored. Marks stay.
    package func setFoldsCopies(_ isOn: Bool) throws(LibraryFailure) {
        try write { database in
            try database.set(.foldsCopies, to: isOn ? 1 : 0)
            try database.set(.foldedUpTo, to: 0)
            return ((), [])
        }
        try foldStored()
    }

    /// Sets the URLs of the feeds whose items are never folded, and applies that to stored items.
    package func setFoldsCopies(exceptIn urls: Set<String>) throws(LibraryFailure) {
        guard try !read({ try $0.feedsToRefold(exceptIn: urls) }).isEmpty else { return }
        try write { database in
            for feed in try database.feedsToRefold(exceptIn: urls) {
                try database.run("UPDATE feeds SET folds_copies = 1 - folds_copies WHERE id = ?", feed)
                try database.set(.foldedUpTo, to: 0)
            }
            return ((), [])
        }
        try foldStored()
    }

    /// Applies changed settings to stored items, in short transactions, so that nobody waits. It may be interrupted at
    /// any time, and continues when it is called again.
    package func foldStored() throws(LibraryFailure) {
        guard try read({ try $0.setting(.foldedUpTo) }) != nil else { return }
        var isDone = false
        while !isDone { isDone = try write { database in (try database.foldNext(500), []) } }
        try write { _ in ((), [.subscriptions]) }
    }
}

extension Database {
    var foldsCopies: Bool {
        get throws { try setting(.foldsCopies) != 0 }
    }

    /// The feeds whose setting differs from what these URLs require.
    fileprivate func feedsToRefold(exceptIn urls: Set<String>) throws -> [FeedID] {
        try all("SELECT id, url, folds_copies FROM feeds WHERE is_subscribed") { row in
            row.bool(2) == urls.contains(row.text(1)) ? FeedID(row.integer(0)) : nil
        }.compactMap { $0 }
    }

    func otherFeeds(of item: ItemID) throws -> [String] {
        try all(
            """
            SELECT coalesce(own_title, title), url
            FROM copies AS own CROSS JOIN copies AS other ON other.story = own.story AND other.item <> own.item
                JOIN states ON states.item = other.item JOIN feeds ON feeds.id = states.feed
            WHERE own.item = ? AND is_subscribed AND is_deleted = 0 ORDER BY other.item
            """, item
        ) { $0.optionalText(0) ?? $0.text(1).shownAddress }
    }

    /// Folds or unfolds some more items as the settings require; returns whether these were the last.
    fileprivate func foldNext(_ count: Int) throws -> Bool {
        guard let done = try setting(.foldedUpTo) else { return true }
        let isOn = try foldsCopies
        let items = try all(
            """
            SELECT items.id, items.feed, folds_copies, is_subscribed AND is_deleted = 0, story IS NOT NULL
            FROM items CROSS JOIN states ON states.item = items.id JOIN feeds ON feeds.id = items.feed
                LEFT JOIN copies ON copies.item = items.id
            WHERE items.id > ? ORDER BY items.id LIMIT ?
            """, done, count
        ) { ItemToFold($0) }
        if let last = items.last?.id.rawValue, last <= done { throw SQLiteError.impossibleRows }
        let finder = try CopyFinder(self)
        for item in items where item.canBeShown && item.folds && isOn && !item.isFolded {
            // A later item may have added it to a story meanwhile.
            if try story(of: item.id) == nil { _ = try join(item.id, of: item.feed, finder) }
        }
        try leaveStories(items.filter { $0.isFolded && !($0.folds && isOn) }.map(\.id))
        try set(.foldedUpTo, to: items.last?.id.rawValue)
        return items.isEmpty
    }

    /// Removes items from their stories, so that lists show them separately.
    private func leaveStories(_ items: [ItemID]) throws {
        try unfold(items)
        for item in items {
            let alone = try first(
                """
                SELECT item, is_deleted = 0 AND is_subscribed, is_listed, \(ItemState.columns)
                FROM states JOIN feeds ON feeds.id = states.feed WHERE item = ?
                """, item
            ) { StoryItem($0) }
            if let alone { try list(alone, alone.canBeShown) }
        }
    }
}

private struct ItemToFold {
    let id: ItemID
    let feed: FeedID
    let folds: Bool
    let canBeShown: Bool
    let isFolded: Bool

    init(_ row: borrowing Row) {
        id = ItemID(row.integer(0))
        feed = FeedID(row.integer(1))
        folds = row.bool(2)
        canBeShown = row.bool(3)
        isFolded = row.bool(4)
    }
}

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
    fileprivate func folds(_ feed: FeedID) throws -> Bool {
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
    private func shrink(_ story: Int64) throws {
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
            SELECT item, is_deleted = 0 AND is_subscribed, is_listed, \(ItemState.columns)
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
        try run("UPDATE states SET is_listed = ? WHERE item = ?", isListed, item.id)
        try addToTotals(CountChange(isListed ? 1 : -1, item.states))
    }
}

/// What folding needs to know about an item of a story.
struct StoryItem {
    let id: ItemID
    /// It isn't deleted, and its feed is subscribed to.
    fileprivate let canBeShown: Bool
    let isListed: Bool
    let states: ItemStates

    init(_ row: borrowing Row) {
        id = ItemID(row.integer(0))
        canBeShown = row.bool(1)
        isListed = row.bool(2)
        states = ItemStates(row, from: 3)
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

/// Finds the item of another feed that an item is a copy of: by its link, otherwise by its opening words.
struct CopyFinder {
    private struct Match {
        let id: ItemID
        let feed: FeedID
    }

    private let sameLink: Statement
    private let sameText: Statement
    private let isNear: Statement
    private let words: Statement
    private let sameKeys: Statement

    init(_ database: Database) throws {
        func sameKey(_ key: String) -> String {
            """
            SELECT other.id, other.feed FROM items AS item CROSS JOIN items AS other
            WHERE item.id = ? AND other.\(key) = item.\(key) AND other.id <> item.id LIMIT \(Self.mostCopies + 1)
            """
        }
        sameLink = try database.statement(sameKey("link_key"))
        sameText = try database.statement(sameKey("text_key"))
        // What a rule marked read, such as everything in a feed, says nothing about the copies in other feeds.
        isNear = try database.statement(
            """
            SELECT 1 FROM states AS item, states AS other JOIN feeds ON feeds.id = other.feed
            WHERE item.item = ?1 AND other.item = ?2 AND abs(item.date - other.date) <= \(Self.window)
                AND other.is_deleted = 0 AND is_subscribed AND folds_copies
                AND NOT EXISTS (
                    SELECT 1 FROM rule_items JOIN rules ON rules.id = rule WHERE rule_items.item = ?2 AND mark = 'read'
                        AND is_undone = 0)
            """)
        sameKeys = try database.statement(
            """
            SELECT item.link_key = other.link_key, item.text_key = other.text_key FROM items AS item, items AS other
            WHERE item.id = ? AND other.id = ?
            """)
        words = try database.statement(
            """
            SELECT items.title, html, coalesce(link, ''), url FROM items JOIN contents ON contents.item = items.id
                JOIN states ON states.item = items.id JOIN feeds ON feeds.id = states.feed WHERE items.id = ?
            """)
    }

    func original(of item: ItemID, in feed: FeedID) throws -> ItemID? {
        // Reading an item's words takes longer than finding that no other item has its keys.
        let byLink = try matches(sameLink, item, feed)
        let byWords = try matches(sameText, item, feed)
        guard !byLink.isEmpty || !byWords.isEmpty, let new = try candidate(item) else { return nil }
        return try byLink.first { try candidate($0).map { new.saysTheSame(as: $0) } ?? false }
            ?? byWords.first { try candidate($0).map { new.isOnSite(of: $0) } ?? false }
    }

    /// Whether an item of a story is still a copy of another one there, after its words or its link have changed.
    func isCopy(_ item: ItemID, ofOneOf others: [ItemID]) throws -> Bool {
        guard let changed = try candidate(item) else { return false }
        return try others.contains { id in
            let keys = try sameKeys.first(item, id) { (link: $0.bool(0), words: $0.bool(1)) }
            guard let keys, let other = try candidate(id) else { return false }
            if keys.words, changed.isOnSite(of: other) { return true }
            return keys.link && (changed.saysTheSame(as: other) || other.saysTheSame(as: changed))
        }
    }

    /// Whether an item is on its feed's own site.
    fileprivate func isAtHome(_ item: ItemID) throws -> Bool { try candidate(item)?.isAtHome ?? false }

    /// The items of other feeds with the same key and about the same time, oldest first.
    ///
    /// Excludes keys that a feed uses more than once: those are news pages, shops or greetings, and not stories.
    private func matches(_ sameKey: Statement, _ item: ItemID, _ feed: FeedID) throws -> [ItemID] {
        let matches = try sameKey.all(item) { Match(id: ItemID($0.integer(0)), feed: FeedID($0.integer(1))) }
        guard !matches.isEmpty, matches.count <= Self.mostCopies else { return [] }
        var uses: [FeedID: Int] = [feed: 1]
        for match in matches { uses[match.feed, default: 0] += 1 }
        guard uses[feed] == 1 else { return [] }
        return try matches.filter { uses[$0.feed] == 1 }.map(\.id).sorted().filter { match in
            try isNear.first(item, match) { _ in true } == true
        }
    }

    private func candidate(_ item: ItemID) throws -> Candidate? {
        try words.first(item) { row in
            Candidate(
                wording: Wording(title: row.text(0), html: row.text(1)), link: row.text(2),
                isAtHome: FeedHost.areOnOneSite(row.text(2), row.text(3)))
        }
    }

    private struct Candidate {
        let wording: Wording
        let link: String
        /// Whether the feed is on the site that the item links to.
        let isAtHome: Bool

        /// Whether two items with the same words lead to one site: otherwise one may repeat the articles of another
        /// site with links of its own.
        func isOnSite(of other: Candidate) -> Bool { FeedHost.areOnOneSite(link, other.link) }

        /// Whether a new item is the same article as a stored one with its link: an article about another links to it,
        /// too, and should be read on its own.
        ///
        /// A feed must not hide another's articles, or have them arrive read, by listing their links beforehand. The
        /// item on its feed's own site is the one that lists show, so it may join one that says less.
        func saysTheSame(as other: Candidate) -> Bool {
            let (words, others) = (wording, other.wording)
            guard words.hasText else {
                return others.hasText ? words.hasTitle(like: others) : words.hasTitle(of: others)
            }
            guard others.hasText else { return isAtHome && !other.isAtHome }
            return words.hasTitle(like: others) && (words.hasText(of: others) || isAtHome != other.isAtHome)
        }
    }

    /// A link that more items share isn't an article's. This also bounds the cost for one item.
    private static let mostCopies = 32
    /// The greatest distance between the dates of copies, in milliseconds: two weeks.
    private static let window = 14 * 86_400_000
}
