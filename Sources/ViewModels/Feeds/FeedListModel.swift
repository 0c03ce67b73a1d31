import Configuration
import Dispatch
import FoundationEssentials
package import Library
package import Signals
import Subscriptions
import System

/// The list of feeds with the lists above them, up to date even during a refresh.
@MainActor package final class FeedListModel: CursorList {
    @Published package internal(set) var entries: [FeedListEntry] = []
    @Published package internal(set) var cursor = ListCursor()
    /// All feeds, even those without a row.
    package var all: [Feed] { reading.all }
    /// The number of unread items in all feeds, counting duplicates once.
    package var unread: Int { reading.smart[.unread] }
    /// The number of items in all feeds, counting duplicates once.
    package var total: Int { reading.smart.total }
    /// How many items each feed got in the last weeks, this week last.
    @Published package internal(set) var weeks: [FeedID: [Int]] = [:]
    /// The index of the first filter in `highlights` that matches each feed.
    @Published package internal(set) var highlighted: [FeedID: Int] = [:]

    /// Whether the list shows groups.
    var isGrouped = true { didSet { if isGrouped != oldValue { arrange() } } }
    /// Whether a feed with several tags is listed only below the first.
    var listsFeedsOnce = false { didSet { if listsFeedsOnce != oldValue { arrange() } } }
    /// Whether the list shows feeds without unread items.
    var showsRead = true { didSet { if showsRead != oldValue { arrange() } } }
    /// The names of saved searches that have no row.
    var hiddenQueries: Set<String> = [] { didSet { if hiddenQueries != oldValue { arrange() } } }
    /// The tags of saved searches, by their names.
    var queryTags: [String: [String]] = [:] { didSet { if queryTags != oldValue { arrange() } } }
    /// The URLs of feeds that are fetched only if the user names them.
    @Published package internal(set) var paused: Set<String> = []
    /// If set, only feeds and saved searches with this tag are listed.
    package var tag: String? { didSet { if tag != oldValue { arrange(isOfOthers: true) } } }
    /// Where the cursor was before only a tag was listed.
    private var beforeTag: BeforeTag?
    /// The text that filters the list.
    package private(set) var narrowing: FeedNarrowing? {
        didSet { if narrowing != oldValue { arrange(isOfOthers: true) } }
    }
    /// The filters of the lines with `highlight-feed`; nil for an invalid one.
    var highlights: [Filter?] = [] { didSet { if highlights != oldValue { reloadSoon(.counts) } } }
    var order = FeedOrder.none {
        didSet {
            guard order != oldValue else { return }
            if order.isByDate { reload() } else { arrange() }
        }
    }
    /// The first tag of each feed that has tags, by URL.
    var firstTags: [String: String] = [:] {
        didSet { if listsFeedsOnce || order.unreversed == .firstTag, firstTags != oldValue { arrange() } }
    }
    /// The groups that are collapsed.
    var folded: Set<String> = [] { didSet { if folded != oldValue { arrange() } } }

    /// Counts may change a thousand times a second, but nobody sees more than this.
    private static let shortestPause = Duration.milliseconds(100)
    /// How often the feeds were read. A reading that was started earlier than the last shown one is out of date.
    @Published var readings = 0
    /// Reads the feeds off the main queue, since reading a thousand takes longer than a key should wait.
    private let rereading: Inquiry
    /// What has to be read again.
    private var due: FeedListReading.Extent?
    /// What couldn't be read. It is included in the next reading, as trying at once would fail again.
    private var owed: FeedListReading.Extent?
    /// The last reading.
    package private(set) var reading: FeedListReading
    /// Details that rows rarely show, of the feeds for which they were needed since then.
    private var details: [FeedID: FeedDetails] = [:]
    /// The cursor's row that has disappeared, until the user acts.
    var lostRow: LostRow?
    /// The row that may disappear because of the user's last operation.
    var leaving: FeedListEntry.ID?

    private let news: LibraryNews
    private let library: Library
    private let subscriptions = ScopedDisposable()

    /// Shows the weeks of `history` until they are counted.
    init(_ news: LibraryNews, history: FeedHistory? = nil) {
        self.news = news
        library = news.library
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

    /// The row where the user began to select rows, up to the cursor.
    @Published package internal(set) var selectionStart: FeedListEntry.ID?

    /// The selected rows; nil without a selection, or once the row has gone where it began.
    package var selection: ClosedRange<Int>? {
        guard let start = entries.firstIndex(where: { $0.id == selectionStart }) else { return nil }
        return min(start, cursor.row)...max(start, cursor.row)
    }

    /// The feeds in the selected rows, with those of collapsed groups.
    package var selectedFeeds: [Feed] {
        guard let selection else { return [] }
        let ids = entries[selection].flatMap { entry -> [FeedID] in
            if case .group(let group) = entry.content { return group.isFolded ? group.feeds : [] }
            return [entry.feed?.id].compactMap(\.self)
        }
        let selected = Set(ids)
        return all.filter { selected.contains($0.id) }
    }

    /// Starts a selection at the cursor, or ends it.
    func toggleSelecting() { selectionStart = selection == nil ? selectedEntry?.id : nil }

    /// Moves to the first feed: a new user wants to read one, and sees the lists above anyway.
    func goToFirstFeed() {
        if let row = entries.firstIndex(where: { $0.feed != nil }) { cursor.move(to: row) }
    }

    /// Sets the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { cursor.height = height }
    }

    func moveCursor(_ change: (inout ListCursor) -> Void) { change(&cursor) }

    package var selectedEntry: FeedListEntry? {
        let row = cursor.row
        return entries.indices.contains(row) ? entries[row] : nil
    }

    package var selected: Feed? { selectedEntry?.feed }

    /// A feed's name on the screen.
    package func name(of feed: FeedID) -> String { reading.names[feed] ?? "" }

    func feed(_ id: FeedID) -> Feed? { all.first { $0.id == id } }

    /// Details of a feed that only some rows show.
    func details(of feed: FeedID) -> FeedDetails {
        if let known = details[feed] { return known }
        let read = news.reporting(try library.details(of: feed)) ?? FeedDetails()
        details[feed] = read
        return read
    }

    /// The feeds whose items a list shows. The items of a saved search may come from any feed.
    func feeds(in scope: Listing.Scope) -> [Feed] {
        switch scope {
        case .feed(let id): feed(id).map { [$0] } ?? []
        case .tag(let tag): all.filter { $0.tags.contains(tag) }
        case .all, .state, .taggedItems, .since, .query: all
        }
    }

    /// Reads the feeds again now, and slow parts a moment later. The cursor stays on its row, wherever that moves.
    func reload(_ extent: FeedListReading.Extent = .everything) {
        readHastily(extent)
        reloadSoon(extent)
    }

    /// Reads the feeds again a moment later.
    func reloadSoon(_ extent: FeedListReading.Extent = .everything) {
        due = max(due ?? extent, extent)
        readDue()
    }

    private func readHastily(_ extent: FeedListReading.Extent) {
        let newer = news.reporting(
            try FeedListReading(library, extent, after: reading, for: order, at: Date(), isHasty: true))
        if let newer { show(newer) }
    }

    private func readDue() {
        guard let due, !rereading.isUnderWay else { return }
        let extent = max(due, owed ?? due)
        (self.due, owed) = (nil, nil)
        rereading.ask { [highlights, reading, order] library throws(LibraryFailure) in
            try FeedListReading(
                library, extent, after: reading, highlighting: highlights, for: order, at: Date())
        } receive: { [weak self, begun = readings] newer in
            self?.receive(newer, extent, begunAt: begun)
        }
    }

    /// Moves to a row of the feed, expanding its group if necessary.
    func choose(_ feed: FeedID) {
        if row(of: feed) == nil, let shown = self.feed(feed) {
            if tag.map({ !shown.tags.contains($0) }) ?? false { tag = nil }
            if narrowing.map({ !$0.shows(shown) }) ?? false { narrowing = nil }
            folded.subtract(shown.tags)
        }
        if let row = row(of: feed) { cursor.move(to: row) }
    }

    /// Moves to a visible row; returns false if it doesn't exist.
    package func choose(inRow row: Int) -> Bool {
        guard entries.indices.contains(cursor.top + row) else { return false }
        cursor.move(to: cursor.top + row)
        return true
    }

    /// Moves to a row, if it exists.
    func choose(_ entry: FeedListEntry.ID) {
        if let row = entries.firstIndex(where: { $0.id == entry }) { cursor.move(to: row) }
    }

    /// Whether it has unread items now; the shown count may be out of date.
    private func stillHasUnread(_ entry: FeedListEntry) -> Bool {
        guard entry.count > 0 else { return false }
        let scope = entry.source(at: Date()).scope
        return news.reporting(try !library.unreadItems(of: library.listing(scope), limit: 1).isEmpty) ?? false
    }

    /// The feed in the row above or below, if it is in the same group.
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

    /// Filters the list by words of names or by a filter expression; an empty text shows all rows.
    func narrow(to text: String) {
        let isEmpty = text.allSatisfy(\.isWhitespace)
        narrowing = isEmpty ? nil : FeedNarrowing(text, found: feeds(matching: text))
    }

    /// Nil if the text isn't a filter expression, and so consists of words.
    private func feeds(matching text: String) -> Set<FeedID>? {
        guard let filter = try? Filter(ofFeeds: text) else { return nil }
        return news.reporting(try library.feeds(matching: filter))
    }

    /// Collapses or expands the group at the cursor.
    func toggleFold() {
        guard let group = selectedGroup else { return }
        folded.formSymmetricDifference([group])
        choose(.group(group))
    }

    /// Collapses the group at the cursor.
    func fold() { if let selectedGroup, !folded.contains(selectedGroup) { toggleFold() } }

    private var selectedGroup: String? {
        switch selectedEntry?.id {
        case .group(let group): group
        case .feed(_, in: let group) where !group.isEmpty: group
        case .feed, .smart, .query, nil: nil
        }
    }

    private func row(of feed: FeedID) -> Int? { entries.firstIndex { $0.feed?.id == feed } }

    private func receive(_ newer: FeedListReading?, _ extent: FeedListReading.Extent, begunAt number: Int) {
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
        if let history = reading.history, history.weeks != weeks { weeks = history.weeks }
        if reading.highlights != highlighted { highlighted = reading.highlights }
        arrange()
        followLostRow(from: before)
        readings += 1
    }

    /// The feeds that may have rows.
    private var listed: [Feed] {
        all.filter { !$0.isHidden && (showsRead || $0.unread > 0) && narrowing?.shows($0) ?? true }
    }

    private var smartFeeds: [FeedListEntry] {
        // Who has no episodes needs no row for them.
        SmartFeed.allCases.filter { $0 != .episodes || reading.smart[$0] > 0 }.map {
            FeedListEntry($0, count: reading.smart[$0], hasUnread: reading.smart.hasUnread($0))
        }
    }

    /// The saved searches that may have rows.
    private var listedQueries: [FeedListEntry] {
        reading.queries.map { FeedListEntry($0) }.filter { query in
            !hiddenQueries.contains(query.name) && (showsRead || query.hasUnread || query.isBeingCounted)
                && tag.map { queryTags[query.name]?.contains($0) ?? false } ?? true
        }
    }

    private func tree(of feeds: [Feed]) -> FeedTree {
        tag.map { FeedTree(feeds, of: $0, isGrouped: isGrouped, unread: unreadOfTags) }
            ?? FeedTree(
                feeds, isGrouped: isGrouped, firstTags: listsFeedsOnce ? firstTags : nil, unread: unreadOfTags)
    }

    /// A group's count includes feeds that have their rows elsewhere, as its list does.
    private var unreadOfTags: [String: Int] {
        var unread: [String: Int] = [:]
        for feed in all { for tag in feed.tags { unread[tag, default: 0] += feed.unread } }
        return unread
    }

    /// Builds the rows from the last reading. With `isOfOthers`, the cursor moves to the first feed if its row is not
    /// among them.
    private func arrange(isOfOthers: Bool = false) {
        let (chosen, feed) = (selectedEntry?.id, selected?.id)
        let entries = rows(folded: tag == nil && narrowing == nil ? folded : [])
        if entries != self.entries { self.entries = entries }
        var cursor = self.cursor
        cursor.count = entries.count
        if let chosen, let row = entries.firstIndex(where: { $0.id == chosen }) {
            cursor.move(to: row)
        } else if let feed, let row = entries.firstIndex(where: { $0.feed?.id == feed }) {
            // The feed has moved to another group.
            cursor.move(to: row)
        } else if isOfOthers {
            cursor.move(to: entries.firstIndex { $0.feed != nil } ?? 0)
        }
        if cursor != self.cursor { self.cursor = cursor }
    }

    private func rows(folded: Set<String>) -> [FeedListEntry] {
        let feeds = order.sorted(listed, by: FeedOrder.Knowledge(firstTags: firstTags, newest: reading.newest))
        let above = all.isEmpty ? [] : (tag == nil ? smartFeeds : []) + listedQueries
        return above.filter { narrowing?.shows($0) ?? true } + tree(of: feeds).entries(folded: folded, byName: order)
    }
}

// Moving to the next feed, or one with unread items or a certain name. Collapsed groups hide none, and expand.
extension FeedListModel {
    /// Moves to the next or the previous feed, and returns whether there is one. Starts over at the other end for feeds
    /// with unread items.
    func goToFeed(by step: Int, unreadOnly: Bool) -> Bool {
        let (before, after) = rowsAround
        let (ahead, behind) = step > 0 ? (after, before) : (before.reversed(), after.reversed())
        let candidates = unreadOnly ? ahead + behind : ahead
        // A feed with several tags has a row below each. Moving to another of its rows would look as if nothing
        // happened.
        let here = selected?.id
        return goToFirst(of: candidates) { entry in
            entry.feed != nil && (here == nil || entry.feed?.id != here) && (!unreadOnly || stillHasUnread(entry))
        }
    }

    /// Moves to a row of the feed, unless the cursor is already on one.
    func stand(on feed: FeedID) {
        guard selected?.id != feed, let row = entries.firstIndex(where: { $0.feed?.id == feed }) else { return }
        cursor.move(to: row)
    }

    /// Moves to a random feed with unread items.
    func goToRandomUnread() -> Bool {
        goToFirst(of: rows(folded: []).shuffled()) { $0.feed != nil && stillHasUnread($0) }
    }

    /// Moves to the next row whose name contains a text, and starts over at the end.
    func goToTitle(_ words: String) -> Bool {
        let ((before, after), words) = (rowsAround, words.lowercased())
        return goToFirst(of: after + before + entries) { $0.name.lowercased().contains(words) }
    }

    /// All rows before and after that of the cursor, also those in collapsed groups.
    private var rowsAround: (before: [FeedListEntry], after: [FeedListEntry]) {
        let rows = folded.isEmpty ? entries : rows(folded: [])
        let here = rows.firstIndex { $0.id == selectedEntry?.id } ?? 0
        return (Array(rows.prefix(here)), Array(rows.dropFirst(here + 1)))
    }

    /// Moves to the first row that is wanted, and expands the groups around it.
    private func goToFirst(of rows: [FeedListEntry], _ isWanted: (FeedListEntry) -> Bool) -> Bool {
        guard let id = rows.first(where: isWanted)?.id else { return false }
        if !entries.contains(where: { $0.id == id }) {
            switch id {
            case .feed(_, in: let group): folded = folded.filter { !"\(group)/".hasPrefix("\($0)/") }
            case .group(let group): folded = folded.filter { !group.hasPrefix("\($0)/") }
            case .smart, .query: break
            }
        }
        choose(id)
        return true
    }
}

/// The cursor's row before the list showed only a tag, and the row where that put the cursor.
struct BeforeTag {
    let entry: FeedListEntry.ID
    let rowsAbove: Int
    let cameTo: FeedListEntry.ID?
}

extension FeedListModel {
    /// Whether the listed tag is the path of a group.
    package var isOfGroup: Bool {
        guard let tag else { return false }
        return all.contains { $0.isInGroup(tag) }
    }

    /// What to call the listed tag.
    package var wordForTag: String { isOfGroup ? "group" : "tag" }

    /// The number of unread items in the listed feeds.
    package var unreadOfListed: Int {
        let feeds = entries.compactMap(\.feed).map { ($0.id, $0.unread) }
        return Dictionary(feeds) { first, _ in first }.values.reduce(0, +)
    }

    /// Shows only the feeds with a tag.
    func list(tag: String) {
        let before = self.tag == nil ? selectedEntry?.id : beforeTag?.entry
        let rowsAbove = self.tag == nil ? cursor.rowsAbove : beforeTag?.rowsAbove ?? 0
        self.tag = tag
        beforeTag = before.map { BeforeTag(entry: $0, rowsAbove: rowsAbove, cameTo: selectedEntry?.id) }
    }

    /// Shows all feeds again. If the user hasn't moved the cursor since, it returns to its old row.
    func clearTag() {
        let before = beforeTag.flatMap { $0.cameTo == selectedEntry?.id ? $0 : nil }
        (tag, beforeTag) = (nil, nil)
        guard let before else { return }
        choose(before.entry)
        cursor.rowsAbove = before.rowsAbove
    }

    /// Updates what only the urls file knows.
    func follow(_ urls: UrlsList) {
        hiddenQueries = urls.hiddenQueries
        queryTags = urls.queryTags
        firstTags = urls.firstTags
        if paused != urls.pausedFeeds { paused = urls.pausedFeeds }
    }
}

/// The cursor's row after it disappeared without the user's doing. Another process may have marked its items read, or
/// an editor may be rewriting the urls file.
struct LostRow {
    let entry: FeedListEntry
    /// The row that has had the cursor since then.
    var standIn: FeedListEntry.ID?
}

extension FeedListModel {
    /// The name of the row that disappeared under the cursor, while the cursor is still on its substitute.
    var lostName: String? { lostRow.flatMap { $0.standIn == selectedEntry?.id ? $0.entry.displayName : nil } }

    /// Accepts the row that has the cursor now.
    func forgetLostRow() { lostRow = nil }

    /// Notes whether the row may disappear because of this operation.
    func recordOperation(_ operation: Operation) {
        leaving = [.markFeedRead, .markEverythingRead].contains(operation) ? selectedEntry?.id : nil
    }

    /// Moves the cursor back to a row that has reappeared, and notes if the cursor's row has disappeared.
    private func followLostRow(from before: FeedListEntry?) {
        if let lostRow, lostRow.standIn == before?.id,
            let row = entries.firstIndex(where: { $0.id == lostRow.entry.id })
        {
            self.lostRow = nil
            cursor.move(to: row)
        } else if let before, before.id != leaving, isGone(before) {
            if lostRow?.standIn != before.id { lostRow = LostRow(entry: before) }
            lostRow?.standIn = selectedEntry?.id
        }
    }

    /// Whether the row has disappeared. A feed that moved to another group keeps the cursor.
    private func isGone(_ entry: FeedListEntry) -> Bool {
        !entries.contains { $0.id == entry.id } && (entry.feed == nil || entry.feed?.id != selected?.id)
    }
}
