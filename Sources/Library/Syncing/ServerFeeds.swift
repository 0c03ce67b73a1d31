package import FeedParser
package import FoundationEssentials
import SQLite

/// What following a server's list of feeds has changed.
package struct FollowedFeeds: Equatable, Sendable {
    package var added = 0
    package var removed = 0
    /// Feeds that left the list, too many at once to believe it.
    package var vanishing = 0

    package init() {}
}

extension Library {
    /// Follows the list of feeds of a server.
    ///
    /// Each feed is the server's own, also if a line of the urls file or another server has the same URL: a server must not
    /// put its items into a feed that the user trusts more. Titles and folders are the server's, except where a change of
    /// the user's still waits for the server.
    package func follow(
        _ feeds: [ServerFeed], of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> FollowedFeeds {
        let isNews = try read { try !$0.isFollowing(feeds, of: account) }
        return try write { database in
            try database.run("UPDATE server_accounts SET feeds_read_at = ? WHERE id = ?", now, account)
            guard isNews else { return (FollowedFeeds(), []) }
            return try database.keepingFollowedFile { try database.follow(feeds, of: account) }
        }
    }

    /// The feeds that the library knows to be on the server, by their ids there.
    package func serverFeeds(of account: AccountID) throws(LibraryFailure) -> [FeedID: String] {
        try read { database in
            let feeds = try database.all(
                "SELECT feed, server_id FROM server_feeds WHERE account = ? AND is_gone = 0", account
            ) { (FeedID($0.integer(0)), $0.text(1)) }
            return Dictionary(feeds) { first, _ in first }
        }
    }
}

private struct KnownServerFeed: Equatable {
    let feed: FeedID
    let id: String
    let site: String?
    let title: String?
    let folders: String
    let url: String

    init(_ row: borrowing Row) {
        (feed, id, site, title) = (FeedID(row.integer(0)), row.text(1), row.optionalText(2), row.optionalText(3))
        (folders, url) = (row.text(4), row.text(5))
    }

    func isLike(_ remote: ServerFeed) -> Bool {
        id == remote.id.text && url.withoutSign == remote.url.withoutSign && title == remote.title?.cut
            && folders == remote.folders.asFolders
            && site == remote.site?.asStoredAddress
    }
}

extension Database {
    private func knownFeeds(of account: AccountID) throws -> [KnownServerFeed] {
        try all(
            """
            SELECT feed, server_id, server_feeds.site, server_feeds.title, folders, url FROM server_feeds
                JOIN feeds ON feeds.id = feed WHERE server_feeds.account = ?1 AND is_gone = 0 AND feeds.account = ?1
            """, account
        ) { KnownServerFeed($0) }
    }

    /// Whether the library follows this list already.
    fileprivate func isFollowing(_ feeds: [ServerFeed], of account: AccountID) throws -> Bool {
        let known = Dictionary(try knownFeeds(of: account).map { ($0.id, $0) }) { first, _ in first }
        let isWaiting = try first(
            "SELECT vanishing > 0 OR is_accepted OR EXISTS (SELECT 1 FROM server_changes WHERE account = ?1) FROM server_accounts WHERE id = ?1",
            account
        ) { $0.bool(0) }
        return isWaiting == false && known.count == feeds.count
            && feeds.allSatisfy { known[$0.id.text]?.isLike($0) ?? false }
    }

    fileprivate func follow(
        _ feeds: [ServerFeed], of account: AccountID
    ) throws -> (FollowedFeeds, [LibraryChange]) {
        let before = try subscribedFeeds()
        try leaveFeedsOfOthers(account)
        let known = try knownFeeds(of: account)
        var followed = FollowedFeeds()
        var there: Set<FeedID> = []
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        let places = try FeedPlaces(self, for: account)
        for remote in feeds {
            let feed = try byID[remote.id.text]?.feed ?? places.feed(at: remote.url) ?? addFeed(remote, of: account)
            guard let feed, there.insert(feed).inserted else { continue }
            if try take(remote, as: feed, of: account, isKnown: byID[remote.id.text] != nil) { followed.added += 1 }
        }
        let gone = known.filter { !there.contains($0.feed) }
        let isAccepted = try first("SELECT is_accepted FROM server_accounts WHERE id = ?", account) { $0.bool(0) }
        if gone.count > 10, gone.count * 3 > known.count, isAccepted != true {
            followed.vanishing = gone.count
        } else {
            for feed in gone { try drop(feed.feed, of: account) }
            followed.removed = gone.count
        }
        try run(
            "UPDATE server_accounts SET vanishing = ?, is_accepted = 0 WHERE id = ?", followed.vanishing, account)
        let lines = try first("SELECT count(*) FROM feeds WHERE is_subscribed AND account IS NULL") { $0.int(0) }
        try arrangeFeedsOfServers(after: lines ?? 0)
        try relist(subscribedBefore: before)
        return (followed, [.subscriptions])
    }

    /// All of them get their positions in the end: to look for each would take very long for thousands.
    private func addFeed(_ remote: ServerFeed, of account: AccountID) throws -> FeedID? {
        try first(
            """
            INSERT INTO feeds (url, position, is_subscribed, account)
            VALUES (?, 0, 0, ?) RETURNING id
            """, freeURL(for: remote.url), account
        ) { FeedID($0.integer(0)) }
    }

    /// Parts the server's feeds from those that have become somebody else's. Older versions had only one of both.
    private func leaveFeedsOfOthers(_ account: AccountID) throws {
        let feeds = try all(
            """
            SELECT feed FROM server_feeds JOIN feeds ON feeds.id = feed
            WHERE server_feeds.account = ?1 AND is_subscribed AND feeds.account IS NOT ?1
            """, account
        ) { FeedID($0.integer(0)) }
        for feed in feeds {
            // Items that aren't lost first aren't asked for again (`server_item_goes`).
            try loseItems(of: feed, account)
            try run(
                "DELETE FROM server_items WHERE account = ? AND item IN (SELECT id FROM items WHERE feed = ?)", account,
                feed)
            try run("DELETE FROM server_feeds WHERE account = ? AND feed = ?", account, feed)
        }
    }

    /// Takes over what the server says about a feed; returns whether the user gets a feed by it.
    private func take(_ remote: ServerFeed, as feed: FeedID, of account: AccountID, isKnown: Bool) throws -> Bool {
        let waiting = Set(
            try all(
                "SELECT kind FROM server_changes WHERE account = ? AND feed = ? AND refusal IS NULL", account, feed
            ) { $0.text(0) })
        // With another id it is another feed to the server, and so are its items.
        let isOther = try first(
            "SELECT server_id <> ? FROM server_feeds WHERE account = ? AND feed = ?", remote.id.text, account, feed
        ) { $0.bool(0) }
        if isOther == true {
            try loseItems(of: feed, account)
            // Only the history has what others have read of the new ones: the next sync asks for it, as the first did.
            try run("UPDATE server_accounts SET lists_read_at = NULL WHERE id = ?", account)
        }
        let (title, site) = (remote.title?.cut, remote.site?.asStoredAddress)
        try run(
            """
            INSERT INTO server_feeds (account, feed, server_id, site, title, folders) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (account, feed) DO UPDATE SET (server_id, site, title, folders, is_gone) = (?3, ?4, ?5, ?6, 0)
            """, account, feed, remote.id.text, site, title, remote.folders.asFolders)
        // What the user has removed here goes there, too.
        if waiting.contains("remove") { return false }
        let isSubscribed = try first("SELECT is_subscribed FROM feeds WHERE id = ?", feed) { $0.bool(0) } ?? false
        if !isSubscribed {
            try run(
                "UPDATE feeds SET is_subscribed = 1, account = ?, is_hidden = 0, folder = NULL WHERE id = ?", account,
                feed)
        }
        if isKnown { try follow(remote.url, as: feed) }
        try run(
            "UPDATE feeds SET title = coalesce(?2, title), site = coalesce(?3, site) WHERE id = ?1", feed, title, site)
        if !waiting.contains("rename") {
            try run("UPDATE feeds SET own_title = NULL WHERE id = ? AND own_title IS NOT NULL", feed)
        }
        if !waiting.contains("move") { try setTags(remote.folders.asFolders.folders, of: feed) }
        return !isSubscribed
    }

    /// Gives a feed the URL that the server has for it, unless another feed has it.
    private func follow(_ url: String, as feed: FeedID) throws {
        guard try self.feed(at: url) == nil else { return }
        try run("UPDATE feeds SET url = ? WHERE id = ?", url, feed)
    }

    /// Notes that a feed has left the server's list, and hides it.
    private func drop(_ feed: FeedID, of account: AccountID) throws {
        try run("UPDATE server_feeds SET is_gone = 1 WHERE account = ? AND feed = ?", account, feed)
        try loseItems(of: feed, account)
        try run("UPDATE feeds SET is_subscribed = 0 WHERE id = ? AND account = ?", feed, account)
    }
}

/// The feeds that are a server's or nobody's, by their URLs, however these are written.
private struct FeedPlaces {
    private var feeds: [Substring: FeedID] = [:]

    init(_ database: Database, for account: AccountID) throws {
        // The server's own come last, and count.
        try database.each(
            """
            SELECT id, url FROM feeds WHERE account = ?1 OR is_subscribed = 0 AND NOT EXISTS (
                SELECT 1 FROM server_feeds JOIN server_accounts ON server_accounts.id = server_feeds.account
                WHERE feed = feeds.id AND server_feeds.account <> ?1 AND is_gone = 0 AND is_followed = 1)
            ORDER BY account IS ?1, is_subscribed
            """, account
        ) { row in
            feeds[row.text(1).withoutSign] = FeedID(row.integer(0))
        }
    }

    func feed(at url: String) -> FeedID? { feeds[url.withoutSign] }
}

extension Database {
    /// The URL, or with signs at its end that change nothing if another feed has it: of feeds with one URL, a line of the
    /// urls file has the plain one.
    func freeURL(for url: String) throws -> String {
        var url = url
        while try feed(at: url) != nil { url += "#" }
        return url
    }
}

extension String {
    /// A feed's URL without such signs.
    package var plainURL: String { String(self[..<(lastIndex { $0 != "#" }.map(index(after:)) ?? startIndex)]) }

    /// The same without what may change while the feed stays the same.
    package var withoutSign: Substring { plainURL.withoutVariation }
}

extension Database {
    /// Makes changes of subscriptions that the urls file doesn't decide, so that the library still follows it.
    func keepingFollowedFile<Result>(_ body: () throws -> Result) throws -> Result {
        let file = try setting(.followedFile)
        let result = try body()
        if let file { try set(.followedFile, to: file) }
        return result
    }

    /// Subscribes to the feeds that a followed server has and no line of the urls file names.
    func returnFeedsToServers() throws {
        let feeds = try all(
            """
            SELECT feed, server_feeds.account, server_feeds.folders FROM server_feeds
                JOIN server_accounts ON server_accounts.id = server_feeds.account JOIN feeds ON feeds.id = feed
            WHERE is_gone = 0 AND is_followed = 1 AND is_subscribed = 0
                AND NOT EXISTS (SELECT 1 FROM server_changes WHERE server_changes.feed = server_feeds.feed
                    AND server_changes.account = server_feeds.account AND kind = 'remove' AND refusal IS NULL)
            ORDER BY server_accounts.position DESC
            """
        ) { (feed: FeedID($0.integer(0)), account: AccountID($0.integer(1)), folders: $0.text(2)) }
        for (feed, account, folders) in feeds {
            try run(
                """
                UPDATE feeds SET account = ?, is_subscribed = 1, own_title = NULL, folder = NULL, is_hidden = 0
                WHERE id = ?
                """, account, feed)
            try setTags(folders.folders, of: feed)
        }
    }

    /// Puts the feeds of servers behind those of the urls file.
    func arrangeFeedsOfServers(after count: Int) throws {
        let feeds = try all(
            """
            SELECT feeds.id, feeds.position FROM feeds JOIN server_accounts ON server_accounts.id = account
            WHERE is_subscribed ORDER BY server_accounts.position, feeds.position, feeds.id
            """
        ) { (FeedID($0.integer(0)), $0.int(1)) }
        for (place, (feed, position)) in feeds.enumerated() where position != count + place {
            try run("UPDATE feeds SET position = ? WHERE id = ?", count + place, feed)
        }
    }

    /// A feed's tags, sorted.
    func tags(of feed: FeedID) throws -> [String] {
        try all("SELECT tag FROM feed_tags WHERE feed = ? ORDER BY tag", feed) { $0.text(0) }
    }

    /// Gives a feed these tags, if it has others.
    func setTags(_ tags: [String], of feed: FeedID) throws {
        let tags = tags.asTags
        guard try self.tags(of: feed) != tags else { return }
        try run("DELETE FROM feed_tags WHERE feed = ?", feed)
        for tag in tags { try run("INSERT INTO feed_tags (feed, tag) VALUES (?, ?)", feed, tag) }
    }
}

extension [String] {
    /// As the library has them: each once, sorted.
    var asTags: [String] { Set(filter { !$0.isEmpty }).sorted() }

    /// Names of folders, each in a line, as many and as long as lede keeps them.
    var asFolders: String {
        prefix(100).map { $0.split(whereSeparator: \.isNewline).joined(separator: " ").cut }.joined(separator: "\n")
    }
}

extension String {
    /// The names of the folders that are its lines.
    var folders: [String] { split(separator: "\n").map(String.init) }
}

/// How a server's lists differ from what it was known to have. A list is a hint: what it lacks may only be missing.
package struct ListDifferences: Equatable, Sendable {
    /// Items that the library doesn't have, in the order of the lists.
    package var unknown: [ServerItemID] = []
    /// Marks that the server has made, and marks made here that its lists confirm.
    package var told: [RemoteMarks] = []
    /// Items that the list of a state's counted items lacks.
    package var lacking: [ItemState: [ServerItemID]] = [:]
    /// Items whose marks differ from what was sent just now.
    package var doubtful: [ServerItemID] = []
    /// Whether items that a list lacked without reason are there again, so that no item is to be skipped for that.
    package var endsSkips = false

    package var isAnyLacking: Bool { lacking.values.contains { !$0.isEmpty } }

    package var isEmpty: Bool {
        unknown.isEmpty && told.isEmpty && !isAnyLacking && doubtful.isEmpty && !endsSkips
    }
}

extension Library {
    /// Compares a server's lists of counted items with what it was known to have.
    package func compare(
        _ lists: [(state: ItemState, list: ServerList)], of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> ListDifferences {
        try read { database in
            let comparison = try ListComparison(database, account, at: now)
            var differences = ListDifferences(endsSkips: try comparison.endsSkips(lists))
            for (state, list) in lists { try comparison.compare(list, of: state, &differences) }
            return differences
        }
    }

    /// Asks again for items that lists lacked.
    package func endSkips(of account: AccountID) throws(LibraryFailure) {
        try write { database in
            try database.run(
                """
                DELETE FROM server_skips WHERE account = ?1
                    AND server_id IN (SELECT server_id FROM server_items WHERE account = ?1)
                """, account)
            return ((), [])
        }
    }

    /// Forgets which items not to ask for, as far as the server's whole lists have them no more, and their time is over.
    package func forgetSkips(
        of account: AccountID, except listed: Set<ServerItemID>, at now: Date
    ) throws(LibraryFailure) {
        let skipped = try read { database in
            try database.all(
                "SELECT server_id FROM server_skips WHERE account = ? AND coalesce(until NOT BETWEEN ? AND ?, 1)",
                account,
                now - Self.missTime, now + Self.skipTime
            ) { $0.remoteID(0) }
        }
        let unlisted = skipped.filter { !listed.contains($0) }
        if unlisted.isEmpty { return }
        try write { database in
            let delete = try database.statement("DELETE FROM server_skips WHERE account = ? AND server_id = ?")
            for id in unlisted { try delete.run(account, id) }
            return ((), [])
        }
    }

    /// The numbers of unread items of a server that aren't among these items, and are of the feed or of an unknown one.
    package func notToRead(
        _ unread: [ServerItemID], with items: Set<ServerItemID>, in feed: FeedID, of account: AccountID
    ) throws(LibraryFailure) -> [Int64] {
        try read { database in
            let find = try database.statement(
                """
                SELECT feed FROM server_items JOIN items ON items.id = item WHERE account = ? AND server_id = ?
                """)
            return try unread.compactMap { id -> Int64? in
                guard case .number(let number) = id, !items.contains(id) else { return nil }
                let other = try find.first(account, id) { FeedID($0.integer(0)) }
                return other == nil || other == feed ? number : nil
            }
        }
    }

    /// Those of these items that the library doesn't have and may ask for.
    package func unknown(
        _ ids: [ServerItemID], of account: AccountID, at now: Date
    ) throws(LibraryFailure) -> [ServerItemID] {
        try read { database in
            let comparison = try ListComparison(database, account, at: now)
            return try ids.filter { try comparison.isUnknown($0) }
        }
    }
}

private struct ListComparison {
    private let database: Database
    private let account: AccountID
    private let now: Date
    private let find: Statement
    private let findSkip: Statement
    private let sent: [SentMark]

    init(_ database: Database, _ account: AccountID, at now: Date) throws {
        self.database = database
        self.account = account
        self.now = now
        find = try database.statement("SELECT is_gone FROM server_items WHERE account = ? AND server_id = ?")
        findSkip = try database.statement(
            "SELECT coalesce(until BETWEEN ?3 AND ?4, 1) FROM server_skips WHERE account = ?1 AND server_id = ?2")
        sent = try database.sentMarks(of: account, at: now)
    }

    /// Whether whole lists have an item again that one of them lacked, and no list lacks it.
    func endsSkips(_ lists: [(state: ItemState, list: ServerList)]) throws -> Bool {
        var (listed, lacking): (Set<ServerItemID>, Set<ServerItemID>) = ([], [])
        for (state, list) in lists {
            let skipped = Set(
                try database.all(
                    """
                    SELECT server_id FROM server_skips JOIN server_items USING (account, server_id)
                    WHERE account = ? AND \(state.countedCondition)
                    """, account
                ) { $0.remoteID(0) })
            if skipped.isEmpty { continue }
            let there = list.isComplete ? skipped.intersection(list.ids) : []
            listed.formUnion(there)
            lacking.formUnion(skipped.subtracting(there))
        }
        return !listed.isSubset(of: lacking)
    }

    func compare(_ list: ServerList, of state: ItemState, _ differences: inout ListDifferences) throws {
        // Few of an account's items are in a list.
        let stored = try database.all(
            """
            SELECT server_id FROM server_items INDEXED BY server_items_\(state.countedName)
            WHERE account = ? AND is_gone = 0 AND \(state.countedCondition) ORDER BY server_id DESC
            """, account
        ) { $0.remoteID(0) }
        let (news, lacking) = list.ids.differences(from: stored)
        let sent = sent.filter { $0.state == state }
        if !sent.isEmpty {
            let contradicted = Set(news).union(lacking)
            differences.told += sent.filter { $0.isConfirmed(by: list) && !contradicted.contains($0.id) }.map(\.marks)
        }
        let doubtful = Set(sent.map(\.id))
        let known = Set(differences.unknown)
        for id in news {
            if let isGone = try find.first(account, id, read: { $0.bool(0) }) {
                if !isGone, doubtful.contains(id) {
                    differences.doubtful.append(id)
                } else {
                    differences.told.append(RemoteMarks(id, [state: state.countedValue]))
                }
            } else if !known.contains(id), try !isSkipped(id) {
                differences.unknown.append(id)
            }
        }
        differences.lacking[state] = try lacking.filter { try differences.endsSkips || !isSkipped($0) }
    }

    func isUnknown(_ id: ServerItemID) throws -> Bool {
        try find.first(account, id, read: { _ in true }) == nil && !isSkipped(id)
    }

    /// A time too far ahead was written before the clock was set back.
    private func isSkipped(_ id: ServerItemID) throws -> Bool {
        try findSkip.first(account, id, now, now + Library.skipTime, read: { $0.bool(0) }) ?? false
    }
}

extension Library {
    /// How long lede doesn't ask again for an item that the server lists but doesn't give.
    package static let skipTime: TimeInterval = 3600
    /// How long it remembers that the server hasn't given an item.
    fileprivate static let missTime: TimeInterval = 30 * 86_400
}

extension [ServerItemID] {
    /// What only this list has, each once and in its order, and what only another one has, newest first.
    ///
    /// Both are usually the same hundred thousand in the same order, which sets would take long to find out.
    fileprivate func differences(from other: [ServerItemID]) -> (new: [ServerItemID], lacking: [ServerItemID]) {
        let (own, other) = (sorted(by: ServerItemID.isNewer), other.sorted(by: ServerItemID.isNewer))
        var (new, lacking): (Set<ServerItemID>, [ServerItemID]) = ([], [])
        var place = 0
        for id in own {
            while place < other.count, ServerItemID.isNewer(other[place], id) {
                lacking.append(other[place])
                place += 1
            }
            // An id may be there more than once, also right behind its like.
            if place < other.count, other[place] == id {
                place += 1
            } else if place == 0 || other[place - 1] != id {
                new.insert(id)
            }
        }
        lacking += other[place...]
        return (new.isEmpty ? [] : filter { new.remove($0) != nil }, lacking)
    }
}

extension ServerItemID {
    /// Newer items have greater numbers.
    fileprivate static func isNewer(_ one: ServerItemID, _ other: ServerItemID) -> Bool {
        switch (one, other) {
        case (.number(let one), .number(let other)): one > other
        case (.text(let one), .text(let other)): one > other
        case (.number, .text): true
        case (.text, .number): false
        }
    }
}
