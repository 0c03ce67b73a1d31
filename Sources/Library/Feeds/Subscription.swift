import FoundationEssentials
import Glibc
import SQLite

/// A feed's entry in the urls file.
package struct Subscription: Equatable, Sendable {
    package var url: String
    /// The user's title for it.
    package var ownTitle: String?
    package var tags: [String]
    /// The path of its group.
    package var folder: String?
    /// Whether feed lists leave it out.
    package var isHidden: Bool

    package init(
        _ url: String, ownTitle: String? = nil, tags: [String] = [], folder: String? = nil, isHidden: Bool = false
    ) {
        self.url = url
        self.ownTitle = ownTitle
        self.tags = tags
        self.folder = folder
        self.isHidden = isHidden
    }
}

/// The urls file after feeds were added to it.
package struct AddedFeeds: Equatable, Sendable {
    /// All feeds and saved searches in it.
    let subscriptions: [Subscription]
    let file: FollowedFile?
    /// The URLs of the added feeds.
    let urls: [String]
    /// Their lines in the file, for undo.
    let said: [String]

    package init(_ subscriptions: [Subscription], of file: FollowedFile?, adding urls: [String], saying said: [String])
    {
        self.subscriptions = subscriptions
        self.file = file
        self.urls = urls
        self.said = said
    }
}

/// The urls file that the library follows, as a hash of its text.
///
/// It also differs for each build of lede, which may find other feeds in the same text.
package struct FollowedFile: Equatable, Sendable {
    let hash: Int64

    /// Fails if the system doesn't say which program this is.
    package init?(_ bytes: [UInt8]) {
        var status = stat()
        guard stat("/proc/self/exe", &status) == 0 else { return nil }
        var hash = StableHash()
        bytes.withUnsafeBytes { hash.combine(bytes: $0) }
        hash.combine(Int64(bitPattern: UInt64(status.st_dev)))
        hash.combine(Int64(bitPattern: UInt64(status.st_ino)))
        hash.combine(Int64(status.st_mtim.tv_sec))
        hash.combine(Int64(status.st_mtim.tv_nsec))
        self.hash = hash.value
    }
}

/// The content of a urls file, for the library to follow.
package struct FollowedList: Equatable, Sendable {
    let subscriptions: [Subscription]
    let queries: [SavedQuery]
    /// The accounts on feed servers; nil to leave them as they are.
    let accounts: [AccountKey]?
    let file: FollowedFile?

    package init(
        _ subscriptions: [Subscription], queries: [SavedQuery] = [], accounts: [AccountKey]? = nil,
        of file: FollowedFile? = nil
    ) {
        self.subscriptions = subscriptions
        self.queries = queries
        self.accounts = accounts
        self.file = file
    }
}

/// What answers from a URL said about it: where the feed has moved, or that it is gone. The notes hold for this URL
/// alone, so they are set aside when the feed gets another one, and return with it.
struct AddressNotes: Equatable, Sendable {
    private var movedTo: String?
    private var movedCount = 0
    private var movedSince: Int64?
    private var isGone = false

    /// The notes of an unknown URL.
    init() {}

    fileprivate init(_ row: borrowing Row) {
        (movedTo, movedCount) = (row.optionalText(0), row.int(1))
        (movedSince, isGone) = (row.optionalInteger(2), row.bool(3))
    }
}

// The new URL may contain anything, so it comes last.
extension AddressNotes {
    /// The notes as text, for storing.
    var text: String {
        let since = movedSince.map { "\($0)" } ?? ""
        return "\(isGone ? "gone" : "") \(since) \(movedCount) \(movedTo ?? "")"
    }

    /// Fails if the text is invalid.
    init?(text: String) {
        let parts = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let count = Int(parts[2]) else { return nil }
        (isGone, movedSince, movedCount) = (parts[0] == "gone", Int64(parts[1]), count)
        movedTo = parts[3].isEmpty ? nil : parts[3]
    }

    static func noted(of feed: FeedID, in database: Database) throws -> AddressNotes {
        try database.first("SELECT moved_to, moved_count, moved_since, is_gone FROM fetches WHERE feed = ?", feed) {
            AddressNotes($0)
        } ?? AddressNotes()
    }

    /// Gives a feed these notes with its new URL. What another server said about its document doesn't hold there.
    func beginAnew(_ feed: FeedID, in database: Database) throws {
        try database.run(
            """
            UPDATE fetches SET etag = NULL, last_modified = NULL, next_due = NULL, moved_to = ?, moved_count = ?,
                moved_since = ?, is_gone = ? WHERE feed = ?
            """, movedTo, movedCount, movedSince, isGone, feed)
    }
}

// The urls file decides at the next reading, so it changes together with the library: `place` moves the new file into
// place just before the transaction commits, so that both change or neither.
extension Library {
    /// Removes feeds and hides their items, as a step to undo, which keeps their lines of the urls file. `bySync` if another
    /// device has removed them.
    package func unsubscribe(
        _ feeds: [FeedID], keeping said: [String] = [], bySync: Bool = false, place: @Sendable () throws -> Void = {}
    ) throws {
        try actTogether(place) { database in
            try database.setSubscribed(feeds, false) {
                bySync ? .removedElsewhere($0, said: said) : .unsubscribed($0, said: said)
            }
        }
    }

    /// Follows the urls file after the user has added feeds to it, as a step to undo.
    package func follow(_ added: AddedFeeds, place: @Sendable () throws -> Void) throws {
        try actTogether(place) { database in
            let changes = try database.subscribe(to: added.subscriptions.normalised, of: added.file)
            let feeds = try added.urls.compactMap { try database.feed(at: $0) }
            try database.addStep(.subscribed(feeds, said: added.said), ItemSet(), at: database.timeOfStep(at: Date()))
            return ((), changes)
        }
    }

    /// Gives a feed the user's own title, in one line, or removes it, as a step to undo, which keeps the feed's lines
    /// of the urls file before and after.
    package func rename(
        _ feed: FeedID, to title: String?, keeping said: [String] = [], place: @Sendable () throws -> Void = {}
    ) throws {
        let title = title.map { String($0.split(whereSeparator: \.isNewline).joined(separator: " ")) }
            .flatMap { $0.isEmpty ? nil : $0 }
        try actTogether(place) { database in
            guard let old = try database.nameForRenaming(of: feed) else { return ((), []) }
            // A server has no other title for the feed than the one that everybody sees.
            let title = try title ?? database.titleOnServer(of: feed)
            if old == title { return ((), []) }
            try database.run("UPDATE feeds SET own_title = ? WHERE id = ?", title, feed)
            try database.queueRenaming(feed, to: title)
            try database.addStep(
                .renamed(feed, from: old, to: title, said: said), ItemSet(), at: database.timeOfStep(at: Date()))
            // A server has to hear of it.
            return ((), try database.account(of: feed) == nil ? [.feed(feed)] : [.feed(feed), .subscriptions])
        }
    }

    /// Adds a step for a change outside the library, which the caller can undo.
    package func addStep(_ edit: Step.Edit, place: @Sendable () throws -> Void) throws {
        try actTogether(place) { database in
            try database.addStep(edit)
            return ((), [])
        }
    }

    /// Gives a feed that has moved its new URL, keeping its items, marks and position. This is a step of its own unless
    /// it is part of one.
    ///
    /// Returns whether it succeeded: a feed never replaces another. `place` is called only then.
    package func move(
        _ feed: FeedID, to url: String, noting edit: Step.Edit? = nil, place: @Sendable () throws -> Void = {}
    ) throws -> Bool {
        do {
            try actTogether(place) { database in
                let left = try database.move(feed, to: url)
                if let edit { try database.addStep(edit.leaving(left)) }
                return ((), [.feed(feed)])
            }
            return true
        } catch is AddressTaken {
            return false
        }
    }
}

/// The reason why a feed can't move: another has that URL.
package struct AddressTaken: Error {}

extension Database {
    fileprivate func addStep(_ edit: Step.Edit) throws {
        try addStep(.edited(edit), ItemSet(), at: timeOfStep(at: Date()))
    }

    /// The title to give a feed again when its new one is undone: the user's, or that on its server; nil inside if there is
    /// none.
    func nameForRenaming(of feed: FeedID) throws -> String?? {
        try first(
            "SELECT CASE WHEN account IS NULL THEN own_title ELSE coalesce(own_title, title) END FROM feeds WHERE id = ?",
            feed
        ) { $0.optionalText(0) }
    }

    fileprivate func titleOnServer(of feed: FeedID) throws -> String? {
        try first("SELECT title FROM feeds WHERE id = ? AND account IS NOT NULL", feed) { $0.optionalText(0) } ?? nil
    }

    fileprivate func setSubscribed(
        _ feeds: [FeedID], _ isSubscribed: Bool, noting action: ([FeedID]) -> Step.Action
    ) throws -> (Void, [LibraryChange]) {
        let changed = try setSubscribed(feeds, isSubscribed)
        guard !changed.isEmpty else { return ((), []) }
        try addStep(action(changed), ItemSet(), at: timeOfStep(at: Date()))
        return ((), [.subscriptions])
    }

    /// The feed with a URL; nil if none has it.
    func feed(at url: String) throws -> FeedID? {
        try first("SELECT id FROM feeds WHERE url = ?", url) { FeedID($0.integer(0)) }
    }

    /// Gives a feed another URL, with the notes about that URL, unless another feed has it; returns the notes about the
    /// URL that it leaves.
    func move(_ feed: FeedID, to url: String, knowing notes: AddressNotes? = nil) throws -> AddressNotes {
        try forgetEmptyFeed(at: url)
        let old = try first("SELECT url FROM feeds WHERE id = ?", feed) { $0.text(0) }
        guard try run("UPDATE OR IGNORE feeds SET url = ? WHERE id = ?", url, feed) == 1 else { throw AddressTaken() }
        if let old { try moveInFolder(from: old, to: url) }
        let left = try AddressNotes.noted(of: feed, in: self)
        try (notes ?? AddressNotes()).beginAnew(feed, in: self)
        return left
    }

    /// Removes an empty feed that nobody subscribes to. A process that read the urls file just before a feed moved may
    /// leave one at its old URL, which would keep the feed from moving back.
    fileprivate func forgetEmptyFeed(at url: String) throws {
        try run(
            """
            DELETE FROM feeds WHERE url = ? AND is_subscribed = 0
                AND NOT EXISTS (SELECT 1 FROM items WHERE items.feed = feeds.id)
            """, url)
    }

    /// Shows or hides feeds with their items; returns those that changed. The servers of some do the same.
    func setSubscribed(_ feeds: [FeedID], _ isSubscribed: Bool) throws -> [FeedID] {
        let changed = try feeds.filter { feed in
            let isChanged =
                try run(
                    "UPDATE feeds SET is_subscribed = ?1 WHERE id = ?2 AND is_subscribed <> ?1", isSubscribed, feed) > 0
            if isChanged { try list(feed, isSubscribed) }
            return isChanged
        }
        for feed in changed { try relistStories(in: feed) }
        try queueSubscribing(changed, isSubscribed)
        return changed
    }
}

extension Library {
    /// Makes the feeds and saved searches those of the urls file, which `list` has just read. A feed that left the file
    /// is hidden and keeps its items; new saved searches are filled in the background, newest items first.
    ///
    /// If there is something to write, `read` reads the file again in the transaction, as in `follow(_:finish:)`. The
    /// library then remembers the file, so that the next process needn't compare its lines.
    package func follow(
        _ list: FollowedList, reading read: @escaping @Sendable () -> FollowedList?
    ) throws(LibraryFailure) {
        if let file = list.file, try isFollowing(file) { return try lookForQueriesThatWait() }
        // Reads first, so that a start with an unchanged file waits for no writer.
        var isFollowed = try isFollowing(list.queries)
        if isFollowed { isFollowed = try isFollowing(list.subscriptions) }
        if isFollowed, let accounts = list.accounts { isFollowed = try isFollowing(accounts) }
        if !isFollowed {
            try write { database in ((), try database.follow(read)) }
        } else if list.file != nil {
            writeSoon { try $0.follow(read) }
        }
        try lookForQueriesThatWait()
    }

    /// Whether the library is known to follow a urls file with this content; false may also mean that this is unknown.
    package func isFollowing(_ text: [UInt8]) throws(LibraryFailure) -> Bool {
        guard let file = FollowedFile(text) else { return false }
        return try isFollowing(file)
    }

    package func isFollowing(_ file: FollowedFile) throws(LibraryFailure) -> Bool {
        try read { try $0.setting(.followedFile) } == file.hash
    }

    /// Whether the subscriptions are these already.
    package func isFollowing(_ subscriptions: [Subscription]) throws(LibraryFailure) -> Bool {
        try read { try $0.subscriptions() } == subscriptions.normalised
    }

    /// Makes the feeds and saved searches those of the urls file, in order with other writes. `read` reads the file
    /// inside the transaction, when nobody else changes both: an older copy would create a feed again at its previous
    /// URL. If it can't read the file, it returns nil and nothing changes.
    ///
    /// `finish` runs on the writer's queue.
    package func follow(
        _ read: @escaping @Sendable () -> FollowedList?, finish: @escaping @Sendable () -> Void
    ) {
        writeSoon {
            try $0.follow(read)
        } finish: {
            finish()
            self.lookForQueries()
        }
    }

    /// Follows URLs alone: titles and tags of their feeds stay.
    package func subscribe(to urls: [String]) throws(LibraryFailure) {
        guard try read({ try $0.subscribedURLs() }) != urls else { return }
        try write { database in ((), try database.subscribe(to: database.subscriptions(to: urls))) }
    }

    package func subscribe(to urls: [String], finish: @escaping @Sendable () -> Void) {
        writeSoon({ database in try database.subscribe(to: database.subscriptions(to: urls)) }, finish: finish)
    }
}

extension [Subscription] {
    /// In the form that the library returns.
    var normalised: [Subscription] {
        map { subscription in
            var subscription = subscription
            subscription.tags = subscription.tags.asTags
            return subscription
        }
    }
}

extension Database {
    fileprivate func subscribedURLs() throws -> [String] {
        try all("SELECT url FROM feeds WHERE is_subscribed AND account IS NULL ORDER BY position") { $0.text(0) }
    }

    fileprivate func subscriptions() throws -> [Subscription] {
        let tags = try tagsOfFeeds()
        return try all(Subscription.query + " WHERE is_subscribed AND account IS NULL ORDER BY position") {
            Subscription($0, tags)
        }
    }

    /// URLs with what the library knows about their feeds.
    fileprivate func subscriptions(to urls: [String]) throws -> [Subscription] {
        let tags = try tagsOfFeeds()
        return try urls.map { url in
            try first(Subscription.query + " WHERE url = ?", url) { Subscription($0, tags) } ?? Subscription(url)
        }
    }

    fileprivate func follow(_ read: () -> FollowedList?) throws -> [LibraryChange] {
        guard let list = read() else { return [] }
        var changes = try follow(list.queries, at: Date())
        if let accounts = list.accounts { changes += try follow(accounts) }
        return try changes + subscribe(to: list.subscriptions.normalised, of: list.file)
    }

    func subscribe(to subscriptions: [Subscription], of file: FollowedFile?) throws -> [LibraryChange] {
        let changes = try subscribe(to: subscriptions)
        if let file, try setting(.followedFile) != file.hash { try set(.followedFile, to: file.hash) }
        return changes
    }

    /// Writes and reports nothing if the subscriptions are these already.
    fileprivate func subscribe(to subscriptions: [Subscription]) throws -> [LibraryChange] {
        guard try self.subscriptions() != subscriptions else { return [] }
        let before = try subscribedFeeds()
        try run("UPDATE feeds SET is_subscribed = 0 WHERE account IS NULL")
        for (position, subscription) in subscriptions.enumerated() {
            try leaveURL(subscription.url)
            let feed = try first(
                """
                INSERT INTO feeds (url, own_title, folder, is_hidden, position) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (url) DO UPDATE SET own_title = excluded.own_title, folder = excluded.folder,
                    is_hidden = excluded.is_hidden, position = excluded.position, is_subscribed = 1, account = NULL
                RETURNING id
                """, subscription.url, subscription.ownTitle, subscription.folder, subscription.isHidden, position
            ) { FeedID($0.integer(0)) }
            guard let feed else { continue }
            try run("DELETE FROM feed_tags WHERE feed = ?", feed)
            for tag in subscription.tags { try run("INSERT INTO feed_tags (feed, tag) VALUES (?, ?)", feed, tag) }
        }
        try returnFeedsToServers()
        try arrangeFeedsOfServers(after: subscriptions.count)
        try relist(subscribedBefore: before)
        return [.subscriptions]
    }

    /// Gives a server's feed with this URL another one, so that the line in the urls file gets a feed of its own.
    private func leaveURL(_ url: String) throws {
        let feed = try first(
            """
            SELECT id FROM feeds JOIN server_feeds ON server_feeds.feed = id AND server_feeds.account = feeds.account
            WHERE url = ? AND is_gone = 0
            """, url
        ) { FeedID($0.integer(0)) }
        if let feed { try run("UPDATE feeds SET url = ? WHERE id = ?", freeURL(for: url), feed) }
    }

    func subscribedFeeds() throws -> Set<FeedID> {
        try Set(all("SELECT id FROM feeds WHERE is_subscribed") { FeedID($0.integer(0)) })
    }

    /// Shows the items of feeds that are subscribed to now, and hides those of the others.
    func relist(subscribedBefore before: Set<FeedID>) throws {
        let after = try subscribedFeeds()
        for feed in before.subtracting(after) { try list(feed, false) }
        for feed in after.subtracting(before) { try list(feed, true) }
        for feed in before.symmetricDifference(after) { try relistStories(in: feed) }
    }

    /// Shows or hides a feed's items in lists of several feeds.
    func list(_ feed: FeedID, _ isListed: Bool) throws {
        let change = isListed ? 1 : -1
        let counts = try first(
            "SELECT \(ItemState.counts) FROM states WHERE feed = ? AND is_deleted = 0 AND is_listed <> ?", feed,
            isListed
        ) { CountChange($0, times: change) }
        if let counts { try addToTotals(counts) }
        try run(
            "UPDATE states SET is_listed = ?2 WHERE feed = ?1 AND is_deleted = 0 AND is_listed <> ?2", feed, isListed)
    }
}

extension Subscription {
    fileprivate static let query = "SELECT id, url, own_title, folder, is_hidden FROM feeds"

    fileprivate init(_ row: borrowing Row, _ tags: FeedTags) {
        self.init(
            row.text(1), ownTitle: row.optionalText(2), tags: tags[FeedID(row.integer(0))],
            folder: row.optionalText(3), isHidden: row.bool(4))
    }
}
