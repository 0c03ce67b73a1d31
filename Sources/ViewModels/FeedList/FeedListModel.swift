import Dispatch
import FoundationEssentials
package import Library
import MainQueue
package import Signals

/// The list of feeds, with what stands above them, kept up to date while a refresh runs.
@MainActor package final class FeedListModel {
    @Published package internal(set) var entries: [FeedListEntry] = []
    @Published package internal(set) var cursor = ListCursor()
    /// Of all feeds, also those that no row shows.
    package var all: [Feed] { reading.all }
    package var failed: [Feed] { reading.failed }
    /// How many have moved for good, as their servers say, and have not failed.
    package var movedCount: Int { reading.movedCount }
    /// How much all feeds have unread, copies counted once.
    package var unread: Int { reading.smart[.unread] }
    /// How many items the last weeks brought each feed, this week last.
    @Published package internal(set) var weeks: [FeedID: [Int]] = [:]
    /// Which of the filters of `highlights` is the first that is true of a feed.
    @Published package internal(set) var highlighted: [FeedID: Int] = [:]
    var queries: [Query] { reading.queries }
    var history: FeedHistory? { reading.history }

    /// Whether feeds stand in groups.
    var isGrouped = true { didSet { if isGrouped != oldValue { arrange() } } }
    /// Whether a feed with several tags stands under the first alone.
    var listsFeedsOnce = false { didSet { if listsFeedsOnce != oldValue { arrange() } } }
    /// Whether feeds are listed that have nothing unread.
    var showsRead = true { didSet { if showsRead != oldValue { arrange() } } }
    /// The names of queries that no row shows.
    var hiddenQueries: Set<String> = [] { didSet { if hiddenQueries != oldValue { arrange() } } }
    /// The tags of the queries that have any, by their names.
    var queryTags: [String: [String]] = [:] { didSet { if queryTags != oldValue { arrange() } } }
    /// The addresses of feeds that are only fetched when they are named.
    @Published package internal(set) var paused: Set<String> = []
    /// The tag whose feeds and queries are listed alone.
    package var tag: String? { didSet { if tag != oldValue { arrange(isOfOthers: true) } } }
    /// Where the cursor was before a tag was listed.
    var beforeTag: BeforeTag?
    /// What the list is narrowed to.
    package private(set) var narrowing: FeedNarrowing? {
        didSet { if narrowing != oldValue { arrange(isOfOthers: true) } }
    }
    /// The filter of each line `highlight-feed`; nil where it makes no sense.
    var highlights: [Filter?] = [] { didSet { if highlights != oldValue { reloadSoon(.counts) } } }
    var order = FeedOrder.none {
        didSet {
            guard order != oldValue else { return }
            if order.isByDate { reload() } else { arrange() }
        }
    }
    /// The first tag of feeds that have any, by their URLs.
    var firstTags: [String: String] = [:] {
        didSet { if listsFeedsOnce || order.unreversed == .firstTag, firstTags != oldValue { arrange() } }
    }
    /// The groups whose feeds are hidden.
    var folded: Set<String> = [] { didSet { if folded != oldValue { arrange() } } }

    /// Counts that change a thousand times a second are read no more often than a person can see.
    private static let shortestPause = Duration.milliseconds(100)
    /// How often the feeds were read; what is read meanwhile is newer than what was begun before.
    @Published var readings = 0
    /// Reads them meanwhile: a thousand feeds take longer than a key should wait.
    private let rereading: Inquiry
    /// How much is to be read again.
    private var due: FeedListReading.Extent?
    /// How much could not be, and is with the next reading, as it would only fail again.
    private var owed: FeedListReading.Extent?
    /// What was read last.
    private var reading: FeedListReading
    /// What hardly any row shows, of the feeds for which it was wanted since.
    private var details: [FeedID: FeedDetails] = [:]
    /// The row of the cursor that is gone, until the person goes on.
    var lostRow: LostRow?
    /// The row that may go by what the person has just done.
    var leaving: FeedListEntry.ID?

    private let news: LibraryNews
    private var library: Library { news.library }
    private var troubles: Subject<LibraryFailure, Never> { news.troubles }
    private let subscriptions = ScopedDisposable()

    /// Until the weeks have been looked at they are those of `history`.
    init(_ news: LibraryNews, history: FeedHistory? = nil) {
        self.news = news
        reading = FeedListReading(history: history)
        rereading = Inquiry(news)
        subscriptions.add(
            rereading.isUnderWayToFollow.observe { [weak self] isUnderWay in if !isUnderWay { self?.readDue() } })
        for extent in [FeedListReading.Extent.counts, .everything] {
            let changes = news.changes.filter { $0.isOfCounts == (extent == .counts) }
                .throttle(for: Self.shortestPause, on: .main)
            subscriptions.add(changes.onMain { [weak self] _ in self?.reloadSoon(extent) })
        }
        readHastily(.everything)
        goToFirstFeed()
    }

    /// Goes to the first row of a feed: what is above the feeds is seen, but someone who starts wants to read one.
    func goToFirstFeed() {
        if let row = entries.firstIndex(where: { $0.feed != nil }) { cursor.move(to: row) }
    }

    /// Takes the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { cursor.height = height }
    }

    package var selectedEntry: FeedListEntry? {
        let row = cursor.row
        return entries.indices.contains(row) ? entries[row] : nil
    }

    package var selected: Feed? { selectedEntry?.feed }

    /// What a feed is called on the screen.
    package func name(of feed: FeedID) -> String { reading.names[feed] ?? "" }

    func feed(_ id: FeedID) -> Feed? { all.first { $0.id == id } }

    /// What is known of a feed beyond what a row shows of it that nobody has made another.
    func details(of feed: FeedID) -> FeedDetails {
        if let known = details[feed] { return known }
        do { details[feed] = try library.details(of: feed) } catch {
            details[feed] = FeedDetails()
            troubles.send(error)
        }
        return details[feed] ?? FeedDetails()
    }

    /// The feeds whose items a list shows; of queries these may be any.
    func feeds(in scope: Listing.Scope) -> [Feed] {
        switch scope {
        case .feed(let id): feed(id).map { [$0] } ?? []
        case .tag(let tag): all.filter { $0.tags.contains(tag) }
        case .all, .starred, .taggedItems, .since, .query: all
        }
    }

    /// Reads the feeds again, and what takes longer a moment later; the cursor stays on its row, wherever that has gone.
    func reload(_ extent: FeedListReading.Extent = .everything) {
        readHastily(extent)
        reloadSoon(extent)
    }

    /// The same, a moment later.
    func reloadSoon(_ extent: FeedListReading.Extent = .everything) {
        due = max(due ?? extent, extent)
        readDue()
    }

    private func readHastily(_ extent: FeedListReading.Extent) {
        do {
            show(
                try FeedListReading(library, extent, after: reading, isDated: order.isByDate, at: Date(), isHasty: true)
            )
        } catch {
            troubles.send(error)
        }
    }

    private func readDue() {
        guard let due, !rereading.isUnderWay else { return }
        let extent = max(due, owed ?? due)
        (self.due, owed) = (nil, nil)
        rereading.ask { [highlights, reading, isDated = order.isByDate] library throws(LibraryFailure) in
            try FeedListReading(
                library, extent, after: reading, highlighting: highlights, isDated: isDated, at: Date())
        } take: { [weak self, begun = readings] newer in
            self?.take(newer, extent, begunAt: begun)
        }
    }

    /// Goes to a row that shows the feed, unfolding what hides it.
    func choose(_ feed: FeedID) {
        if row(of: feed) == nil, let shown = self.feed(feed) {
            if tag.map({ !shown.tags.contains($0) }) ?? false { tag = nil }
            if narrowing.map({ !$0.shows(shown) }) ?? false { narrowing = nil }
            folded.subtract(shown.tags)
        }
        if let row = row(of: feed) { cursor.move(to: row) }
    }

    /// Goes to a row in view; false where there is none.
    func choose(inRow row: Int) -> Bool {
        guard entries.indices.contains(cursor.top + row) else { return false }
        cursor.move(to: cursor.top + row)
        return true
    }

    /// Goes to a row, if it is there.
    func choose(_ entry: FeedListEntry.ID) {
        if let row = entries.firstIndex(where: { $0.id == entry }) { cursor.move(to: row) }
    }

    /// Whether something is unread there now: what the row counts may be a moment old.
    func stillHasUnread(_ entry: FeedListEntry) -> Bool {
        guard entry.count > 0 else { return false }
        do {
            let listing = try library.listing(entry.source(at: Date()).scope)
            return try !library.unreadItems(of: listing, limit: 1).isEmpty
        } catch {
            troubles.send(error)
            return false
        }
    }

    /// The feed in the row above this one's, or below it, in the same group.
    func neighbour(of feed: Feed, above: Bool) -> Feed? {
        let rows = entries
        let isSelected = selected?.id == feed.id
        guard let row = isSelected ? cursor.row : row(of: feed.id) else { return nil }
        let other = row + (above ? -1 : 1)
        guard rows.indices.contains(other), case .feed(_, let group) = rows[other].id,
            case .feed(_, group) = rows[row].id
        else { return nil }
        return rows[other].feed
    }

    /// Lists what has some words in its name, or what a filter of feeds is true of; all where that says nothing.
    func narrow(to text: String) {
        let isEmpty = text.allSatisfy(\.isWhitespace)
        narrowing = isEmpty ? nil : FeedNarrowing(text, found: feeds(matching: text))
    }

    /// Nil for what is no filter of feeds, and so words.
    private func feeds(matching text: String) -> Set<FeedID>? {
        guard let filter = try? Filter(ofFeeds: text) else { return nil }
        do {
            return try library.feeds(matching: filter)
        } catch {
            troubles.send(error)
            return nil
        }
    }

    /// Hides the feeds of the group that the cursor is on or in, or shows them again.
    func toggleFold() {
        guard let group = selectedGroup else { return }
        folded.formSymmetricDifference([group])
        choose(.group(group))
    }

    /// Hides the feeds of the group that the cursor is in.
    func fold() { if let selectedGroup, !folded.contains(selectedGroup) { toggleFold() } }

    private var selectedGroup: String? {
        switch selectedEntry?.id {
        case .group(let group): group
        case .feed(_, in: let group) where !group.isEmpty: group
        case .feed, .smart, .query, nil: nil
        }
    }

    private func row(of feed: FeedID) -> Int? { entries.firstIndex { $0.feed?.id == feed } }

    private func take(_ newer: FeedListReading?, _ extent: FeedListReading.Extent, begunAt number: Int) {
        if let newer, number == readings {
            show(newer)
        } else if newer != nil {
            due = max(due ?? extent, extent)
        } else {
            owed = extent
        }
    }

    private func show(_ reading: FeedListReading) {
        let before = selectedEntry
        self.reading = reading
        details = [:]
        if let history, history.weeks != weeks { weeks = history.weeks }
        if reading.highlights != highlighted { highlighted = reading.highlights }
        arrange()
        followLostRow(from: before)
        readings += 1
    }

    /// The feeds that may have a row.
    private var listed: [Feed] {
        // A loop, for a closure would be asked at each feed whether it runs on the main queue.
        var listed: [Feed] = []
        listed.reserveCapacity(all.count)
        for feed in all where !feed.isHidden && (showsRead || feed.unread > 0) && narrowing?.shows(feed) ?? true {
            listed.append(feed)
        }
        return listed
    }

    private var smartFeeds: [FeedListEntry] {
        SmartFeed.allCases.map { FeedListEntry($0, count: reading.smart[$0], hasUnread: reading.smart.hasUnread($0)) }
    }

    /// The queries that may have a row.
    private var listedQueries: [FeedListEntry] {
        queries.map { FeedListEntry($0) }.filter { query in
            !hiddenQueries.contains(query.name) && (showsRead || query.hasUnread || query.isBeingCounted)
                && tag.map { queryTags[query.name]?.contains($0) ?? false } ?? true
        }
    }

    private func tree(of feeds: [Feed]) -> FeedTree {
        tag.map { FeedTree(feeds, of: $0, unread: unreadOfTags) }
            ?? FeedTree(
                feeds, isGrouped: isGrouped, firstTags: listsFeedsOnce ? firstTags : nil, unread: unreadOfTags)
    }

    /// What a heading counts is what it lists, wherever the feeds stand.
    private var unreadOfTags: [String: Int] {
        var unread: [String: Int] = [:]
        for feed in all { for tag in feed.tags { unread[tag, default: 0] += feed.unread } }
        return unread
    }

    /// Makes the rows of what was read last. Where they are those of other feeds the cursor goes to the first of these, unless its
    /// own is among them.
    private func arrange(isOfOthers: Bool = false) {
        let (chosen, feed) = (selectedEntry?.id, selected?.id)
        let feeds = order.sorted(listed, by: FeedOrder.Knowledge(firstTags: firstTags, newest: reading.newest))
        let above = all.isEmpty ? [] : (tag == nil ? smartFeeds : []) + listedQueries
        let entries =
            above.filter { narrowing?.shows($0) ?? true }
            + tree(of: feeds).entries(folded: tag == nil && narrowing == nil ? folded : [])
        if entries != self.entries { self.entries = entries }
        var cursor = self.cursor
        cursor.count = entries.count
        if let chosen, let row = entries.firstIndex(where: { $0.id == chosen }) {
            cursor.move(to: row)
        } else if let feed, let row = entries.firstIndex(where: { $0.feed?.id == feed }) {
            // It stands in another group now.
            cursor.move(to: row)
        } else if isOfOthers {
            cursor.move(to: entries.firstIndex { $0.feed != nil } ?? 0)
        }
        if cursor != self.cursor { self.cursor = cursor }
    }
}
