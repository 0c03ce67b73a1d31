package import FeedParser
package import FoundationEssentials
import SQLite

/// Imports another reader's data, within one transaction.
struct ReaderImport {
    private let database: Database
    private let now: Date
    private let statements: StoringStatements
    private var feeds: [String: FeedID] = [:]
    private var titles: [FeedID: ForeignFeed] = [:]
    private var read: [ItemID] = []
    private var starred: [ItemID] = []
    private var deleted: [ItemID] = []
    private var tagged: [String: [ItemID]] = [:]
    /// The changes that the marks made to items that existed before.
    private(set) var marks: [Step.ItemMarks] = []
    /// All items that existed before.
    private let known: ItemSet
    /// All items of the other reader.
    private var items = ItemSet()
    /// The user's feeds there that the library knows, and lists again by this: an import of them was undone.
    private var returning: Set<FeedID> = []
    private var returned = ItemSet()
    private var rulesMarks: [LibraryChange] = []
    private var counts = TakenOver()
    /// Where the next new feed goes. Looking for it would take as long as there are feeds, for each of them.
    private var nextPosition: Int
    /// The newest of each feed's new items, and their number.
    private var news: [FeedID: Stored] = [:]

    init(_ database: Database, at now: Date) throws {
        self.database = database
        self.now = now
        statements = try StoringStatements(database)
        nextPosition = try database.first("SELECT max(position) + 1 FROM feeds") { $0.optionalInt(0) ?? 0 } ?? 0
        let last = try database.first("SELECT max(id) FROM items") { $0.optionalInteger(0) } ?? nil
        known = last.map { ItemSet(range: 0...max(0, $0)) } ?? ItemSet()
    }

    var changes: [LibraryChange] {
        [.subscriptions, .marks] + rulesMarks
            + news.compactMap { feed, stored in
                stored.newestItem.map { .newItems(feed, News(ofFeed: stored.new, listed: stored.new), newest: $0) }
            }
    }

    mutating func add(_ feed: ForeignFeed) throws {
        guard feeds[feed.url] == nil else { return }
        let isNew =
            try database.run(
                "INSERT OR IGNORE INTO feeds (url, position, is_subscribed) VALUES (?, ?, ?)",
                feed.url, nextPosition, feed.isSubscribed) > 0
        if isNew { nextPosition += 1 }
        let id = try database.first("SELECT id FROM feeds WHERE url = ?", feed.url) { FeedID($0.integer(0)) }
        guard let id else { return }
        feeds[feed.url] = id
        titles[id] = feed
        let returns =
            try feed.isSubscribed
            && database.first("SELECT is_subscribed = 0 FROM feeds WHERE id = ?", id) { $0.bool(0) } ?? false
        if returns { returning.insert(id) }
        try database.run("INSERT OR IGNORE INTO fetches (feed) VALUES (?)", id)
        try database.run(
            "UPDATE feeds SET title = coalesce(title, ?2), site = coalesce(site, ?3) WHERE id = ?1", id, feed.title,
            feed.site)
    }

    /// Adds items, which may be of several feeds.
    mutating func add(_ items: [ForeignItem]) throws {
        for (url, items) in Dictionary(grouping: items, by: \.feed) {
            if feeds[url] == nil { try add(ForeignFeed(url: url, isSubscribed: false)) }
            guard let feed = feeds[url] else { continue }
            try add(items, to: feed)
        }
    }

    private mutating func add(_ items: [ForeignItem], to feed: FeedID) throws {
        guard let before = try statements.findFeed.first(feed, read: { StoredFeed($0) }) else { return }
        let known = titles[feed]
        // Documents put the newest first.
        let items = Array(items.reversed())
        let document = ParsedFeed(format: .rss20, title: known?.title, link: known?.site, items: items.map(\.item))
        var writer = DocumentWriter(
            document, DocumentItems(document), in: feed, before, at: now, statements, arrival: .asPublished)
        try writer.writeItems()
        try database.fold(writer.possibleCopies, in: feed)
        for (item, id) in writer.held { add(items[item], id) }
        let held = ItemSet(writer.held.map(\.item))
        self.items = self.items.union(held)
        if returning.contains(feed) { returned = returned.union(held) }
        let added = returning.contains(feed) ? held.count : writer.stored.new
        counts.items += added
        if added > 0, let known { counts.feeds.insert(known.url) }
        news[feed, default: Stored()].new += writer.stored.new
        if let newest = writer.stored.newestItem { news[feed]?.newestItem = newest }
    }

    private mutating func add(_ item: ForeignItem, _ id: ItemID) {
        if item.isRead { read.append(id) }
        if item.isStarred { starred.append(id) }
        if item.isDeleted { deleted.append(id) }
        for tag in item.tags { tagged[tag, default: []].append(id) }
    }

    /// Makes the marks, all of one kind at once, with the time of a step.
    mutating func finish(queueing episodes: [ForeignEpisode], at time: Date) throws -> TakenOver {
        // A deleted item gets no tags.
        for (tag, items) in tagged.sorted(by: { $0.key < $1.key }) {
            counts.tags += try make(.tagged(tag), items, at: time).count
        }
        counts.read = try make(.read, read, at: time).count
        counts.starred = try make(.starred, starred, at: time).count
        counts.deleted = try make(.deleted, deleted, at: time).count
        if !episodes.isEmpty { try queue(episodes, at: time) }
        return counts
    }

    /// Puts the items that have these files into the queue of episodes, in this order.
    private mutating func queue(_ episodes: [ForeignEpisode], at time: Date) throws {
        let items = try database.items(withFiles: Set(episodes.map(\.url)))
        let known = episodes.compactMap { episode in items[episode.url].map { (episode, item: $0) } }
        let heard = known.filter(\.0.isHeard).map(\.item)
        counts.queued.unknown = episodes.map(\.url).filter { items[$0] == nil }
        let queued = try make(.queued, known.map(\.item), at: time)
        counts.queued.items = queued.count
        counts.queued.heard = try make(.heard, heard, at: time).count
        _ = try make(.read, heard, at: time)
        for (episode, item) in known {
            if queued.contains(item) {
                try database.enqueue([item], atEnd: true)
                try database.choose(episode.url, of: item)
            }
            if let file = episode.file, try database.takeOver(file, episode.bytes, for: item, from: episode.url) {
                counts.queued.files += 1
            }
        }
    }

    /// Returns those of these items that it changed, or that came back with it. A mark applies to the whole story, as everywhere in lede, but
    /// deleting one copy left the others in the other reader.
    private mutating func make(_ mark: Mark, _ items: [ItemID], at time: Date) throws -> ItemSet {
        let items = ItemSet(items)
        let all = mark == .deleted ? items : try database.withCopies(items)
        let made = try database.makeAlone(mark, of: all, at: time)
        let ofKnown = made.intersection(known)
        if !ofKnown.isEmpty { marks.append(Step.ItemMarks(mark: mark, items: ofKnown)) }
        return made.union(returned).intersection(items)
    }

    /// Hides the new items that rules of the other reader hid there.
    mutating func apply(_ rules: [Rule], at time: Date) throws {
        let new = items.subtracting(known)
        (rulesMarks, _) = try database.apply(rules, toNew: new, at: time)
        for change in rulesMarks {
            if case .marked(_, let items, _) = change { counts.hidden += items.count }
        }
    }
}

/// The result of an import from another reader.
package struct TakenOver: Equatable, Sendable {
    /// The URLs of the feeds that the items are of.
    package var feeds: Set<String> = []
    /// Items that the library lacked, or that came back with their feeds.
    package var items = 0
    package var read = 0
    package var starred = 0
    package var deleted = 0
    /// Items that rules hid.
    package var hidden = 0
    /// Tags that were added to items.
    package var tags = 0
    package var queued = Queued()

    /// What came of the other reader's queue of episodes.
    package struct Queued: Equatable, Sendable {
        /// Items that weren't in the queue.
        package var items = 0
        package var heard = 0
        /// Files that became those of episodes.
        package var files = 0
        /// The URLs that no item has.
        package var unknown: [String] = []
    }
}

/// Why the import failed: the other reader's data can't be read.
package struct TakeoverFailure: Error, CustomStringConvertible {
    let reason: any Error

    package var description: String { "\(reason)" }
}

extension Library {
    /// Imports all data of another reader, or nothing. Existing data stays as it is, but gets marks that it lacks.
    ///
    /// In the same transaction the library follows the feeds that the urls file has `added`, as a step to undo, with
    /// `place` as the last action before the commit. Errors of `place` and of the store go to the caller.
    ///
    /// `rules` apply to the imported items that are new, as another step. `queue` names items by their files, imported or
    /// not.
    package func importData<Store: ForeignStore>(
        _ store: Store?, with added: AddedFeeds? = nil, rules: [Rule] = [], queue: [ForeignEpisode] = [], at now: Date,
        place: @Sendable () throws -> Void = {}
    ) throws -> TakenOver {
        try actTogether(place) { database in
            try database.withCache(.large) {
                try database.importData(store, with: added, rules: rules, queue: queue, at: now)
            }
        }
    }
}

extension Database {
    fileprivate func importData<Store: ForeignStore>(
        _ store: Store?, with added: AddedFeeds?, rules: [Rule], queue: [ForeignEpisode], at now: Date
    ) throws -> (TakenOver, [LibraryChange]) {
        var takeover = try ReaderImport(self, at: now)
        let last = try newestItem
        if var store {
            for feed in try separateErrors(in: { () throws(Store.Failure) in try store.feeds() }) {
                try takeover.add(feed)
            }
            while true {
                let items = try separateErrors(in: { () throws(Store.Failure) in try store.nextItems() })
                if items.isEmpty { break }
                try takeover.add(items)
            }
        }
        try takeover.apply(rules, at: timeOfStep(at: now))
        let time = try timeOfStep(at: now)
        let taken = try takeover.finish(queueing: queue, at: time)
        try surveyForFolder(newSince: last, at: time)
        var changes = takeover.changes
        if let added { changes += try subscribe(to: added.subscriptions.normalised, of: added.file) }
        let feeds = try added?.urls.compactMap { try feed(at: $0) } ?? []
        let step = Step.Import(feeds: feeds, said: added?.said ?? [], marks: takeover.marks)
        if !step.isEmpty {
            try addStep(.imported(step), takeover.marks.reduce(ItemSet()) { $0.union($1.items) }, at: time)
        }
        return (taken, changes)
    }
}

/// Separates errors of the other reader's data from the library's own.
private func separateErrors<Result, Failure: Error>(in body: () throws(Failure) -> Result) throws -> Result {
    do { return try body() } catch { throw TakeoverFailure(reason: error) }
}

/// A feed of another reader, without validators: other readers keep less of a document than lede, so the first refresh
/// must fetch all of it.
package struct ForeignFeed: Equatable, Sendable {
    package var url: String
    package var title: String?
    package var site: String?
    /// Whether the user is subscribed to it: otherwise its items stay hidden until they are.
    package var isSubscribed: Bool

    package init(
        url: String, title: String? = nil, site: String? = nil, isSubscribed: Bool = true
    ) {
        self.url = url
        self.title = title
        self.site = site
        self.isSubscribed = isSubscribed
    }
}

/// An item of another reader, with the user's marks on it there.
package struct ForeignItem: Equatable, Sendable {
    /// The URL of its feed.
    package var feed: String
    package var item: ParsedItem
    package var isRead: Bool
    package var isStarred: Bool
    package var isDeleted: Bool
    package var tags: [String]

    package init(
        feed: String, item: ParsedItem, isRead: Bool = false, isStarred: Bool = false, isDeleted: Bool = false,
        tags: [String] = []
    ) {
        self.feed = feed
        self.item = item
        self.isRead = isRead
        self.isStarred = isStarred
        self.isDeleted = isDeleted
        self.tags = tags
    }
}

/// An episode in the queue of another reader.
package struct ForeignEpisode: Equatable, Sendable {
    /// The URL of its file.
    package var url: String
    package var isHeard: Bool
    /// The name and size of the file, if that is in lede's folder of episodes.
    package var file: String?
    package var bytes = 0

    package init(url: String, isHeard: Bool = false, file: String? = nil, bytes: Int = 0) {
        (self.url, self.isHeard, self.file, self.bytes) = (url, isHeard, file, bytes)
    }
}

/// Another reader's data, read in pieces, since all of it may not fit in memory.
package protocol ForeignStore<Failure>: Sendable {
    associatedtype Failure: Error

    mutating func feeds() throws(Failure) -> [ForeignFeed]
    /// The next items, in the order of arrival; empty at the end.
    mutating func nextItems() throws(Failure) -> [ForeignItem]
}
