import Dispatch
package import Library
package import Signals
import System

/// A list of the items that existed when it was filled. Only the part around the cursor is loaded. New items wait until
/// the user goes to the top, or to the end if the list is oldest first.
@MainActor package final class ItemListModel: Scrollable {
    /// The loaded items. The cursor counts its rows among these.
    package var items: [Item] { loaded.items }
    @Published package internal(set) var cursor = ListCursor()
    /// The item where the selection began; nil without a selection.
    @Published package internal(set) var selectionStart: Item?
    /// The number of selected rows that aren't loaded; nil while they are being counted.
    @Published package internal(set) var unloadedSelection: Int? = 0
    /// Whether the selection continues after an operation, because the key has more steps.
    package internal(set) var holdsSelection = false {
        didSet { if !holdsSelection, isSelectionUsed { stopSelecting() } }
    }
    /// Whether an operation has used the selection.
    var isSelectionUsed = false
    /// The number of items that came since the list was filled.
    @Published package internal(set) var news = 0
    /// The source of the list; nil until the first list is opened.
    @Published package internal(set) var source: ItemSource?
    /// The feed of the list, as it was when the list was filled; nil if the list isn't of a single feed.
    package private(set) var feed: Feed?
    /// The number of items before the loaded ones; out of date unless `isPlaced`.
    package var offset: Int { loaded.offset }

    /// What future lists contain, and where their cursor begins.
    private(set) var order = ItemOrder.newest
    package internal(set) var unreadOnly = false
    var beginsUnread = false
    /// The order of this list, if it has its own.
    private(set) var ownOrder: ItemOrder?
    /// Whether the list shows search results, best match first.
    package private(set) var isFound = false
    /// The progress of sorting, for an order without index in the library.
    @Published var sorting = Sorting.done

    /// The most rows to load while a key waits.
    private static let mostAtOnce = 50 * LoadedItems.pageSize

    let libraryNews: LibraryNews
    var library: Library { libraryNews.library }
    var troubles: Subject<LibraryFailure, Never> { libraryNews.troubles }
    package let loaded: LoadedItems
    var rows: ListRows?
    let ranking: Inquiry
    /// Finds a row that is far away.
    let jump: Inquiry
    let gapCount: Inquiry
    private let newsLook: Inquiry
    /// Whether more items came while new items are being counted.
    private var hasMoreNews = false
    /// The new items counted so far.
    private var foundNews: ListNews?
    var deleted = ItemSet()
    /// The item that disappeared under the cursor, and the one that has the cursor since.
    var lostRow: (item: Item, standIn: ItemID?)?
    var nameWidths = NameWidths()
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        libraryNews = news
        loaded = LoadedItems(news)
        ranking = Inquiry(news)
        jump = Inquiry(news)
        gapCount = Inquiry(news)
        newsLook = Inquiry(news)
        subscriptions.add(news.changes.observe { [weak self] in self?.follow($0) })
        newsLook.isUnderWayToFollow.observe { [weak self] isUnderWay in
            if !isUnderWay { self?.lookForMoreNews() }
        }.dispose(with: subscriptions)
        loaded.$items.observe { [weak self] _ in
            if self?.isSelecting == true { self?.countUnloadedSelection() }
        }.dispose(with: subscriptions)
    }

    var listing: Listing? { rows?.listing }

    /// The number of items when the list was filled, without those deleted since.
    package var total: Int { loaded.total }

    /// Whether the cursor's row in the whole list is known.
    package var isPlaced: Bool { loaded.isPlaced }

    package var selected: Item? {
        let row = cursor.row
        return items.indices.contains(row) ? items[row] : nil
    }

    /// Whether new items wait at the end of the list instead of its top.
    package var hasNewsBelow: Bool { news > 0 && listing?.order == .oldest }

    /// The number of visible rows above the cursor's; nil if the screen has no room for any.
    var rowsAbove: Int? { cursor.height > 1 ? cursor.rowsAbove : nil }

    var isAtTop: Bool { loaded.hasStart && cursor.row == 0 }

    func item(_ id: ItemID) -> Item? { items.first { $0.id == id } }

    /// Fills the list with the items of a source, in its own order if it has one.
    func open(_ source: ItemSource, order ownOrder: ItemOrder? = nil) {
        self.source = source
        self.ownOrder = ownOrder
        fill()
    }

    /// Fills the list again, in another order or with other items. The cursor stays on its item if possible.
    func refill(in order: ItemOrder? = nil) {
        if order != nil { ownOrder = order }
        let (chosen, rowsAbove) = (selected?.id, rowsAbove)
        fill()
        if let chosen { choose(chosen, rowsAbove: rowsAbove) }
    }

    /// Sets what lists contain, and applies it to this one. Search results stay as they are.
    func apply(order: ItemOrder, unreadOnly: Bool) {
        let isOther = unreadOnly != self.unreadOnly || order != self.order && ownOrder == nil
        (self.order, self.unreadOnly) = (order, unreadOnly)
        if isOther, !isFound { refill() }
    }

    /// The order of this list.
    var currentOrder: ItemOrder { ownOrder ?? order }

    /// Shows a part of a source. `ranked` contains its items if they have their own order.
    func open(_ source: ItemSource, _ listing: Listing, ranked: [Item]? = nil, order ownOrder: ItemOrder? = nil) {
        self.source = source
        self.ownOrder = ownOrder
        // If the feed can't be read, the old list's feed must not stay.
        feed = nil
        do { feed = try source.feed.flatMap { id throws(LibraryFailure) in try library.feed(id) } } catch {
            troubles.send(error)
        }
        beginList(ListRows(listing: listing, ranking: ranked?.map(\.id)))
        guard let ranked else {
            rank()
            loadStart()
            if listing.narrowing != nil { lookForNews() }
            return
        }
        isFound = true
        loaded.hold(all: ranked)
        cursor.shift(by: -cursor.row, count: ranked.count)
    }

    /// Shows a list again, with its old items, after search results or a filter covered it.
    func reopen(_ source: ItemSource, _ listing: Listing, order ownOrder: ItemOrder?) {
        open(source, listing, order: ownOrder)
        // Items may have been deleted or added since.
        if let rows { loaded.recount(in: rows) }
        // For a filtered list, `open` has already done so.
        if listing.narrowing == nil { lookForNews() }
    }

    /// Shows nothing, as before the first list was opened.
    func close() {
        source = nil
        feed = nil
        beginList(nil)
        loadStart()
    }

    private func beginList(_ rows: ListRows?) {
        self.rows = rows
        news = 0
        stopSelecting()
        deleted = ItemSet()
        forgetLostRow()
        nameWidths = NameWidths()
        loaded.begin(total: rows?.listing.count ?? 0)
        isFound = false
        stopLookingForNews()
        ranking.drop()
        stopJumping()
        sorting = .done
    }

    func fill() {
        guard let source = self.source else { return }
        do {
            let found = try find(source)
            feed = found.feed
            beginList(ListRows(listing: found.listing))
            rank()
        } catch {
            // The old list must not stay, because marking all read would apply to it.
            feed = nil
            beginList(nil)
            troubles.send(error)
        }
        loadStart()
        // Items may have come since the filter was applied.
        if listing?.narrowing != nil { lookForNews() }
        if beginsUnread, let row = items.firstIndex(where: { !$0.isRead }) { move { $0.move(to: row) } }
    }

    /// The items of a source now, and its feed. A filtered source contains only the items that are known to match.
    private func find(_ source: ItemSource) throws(LibraryFailure) -> (feed: Feed?, listing: Listing) {
        let order = currentOrder.listed
        let unreadOnly = unreadOnly || source.unreadOnly
        let feed = if let id = source.feed { try library.feed(id) } else { nil as Feed? }
        // A feed's list of all items, newest first, needs no query.
        if let feed, order == .newest, !unreadOnly, source.narrowing == nil { return (feed, Listing(feed)) }
        let listing = try library.listing(source.scope, unreadOnly: unreadOnly, order: order)
        guard source.narrowing != nil, let before = self.listing, let items = before.narrowing else {
            return (feed, listing)
        }
        let news = foundNews ?? ListNews(since: before, matching: nil)
        return (feed, try library.listing(listing.upTo(news.newest), holding: items.union(news.items)))
    }

    /// Sets the number of rows that the screen has for the list.
    package func fit(_ height: Int) {
        if cursor.height != height { move { $0.height = height } }
    }

    func move(_ change: (inout ListCursor) -> Void) {
        var cursor = self.cursor
        change(&cursor)
        self.cursor = cursor
        loadAheadSoon()
    }

    func move(by rows: Int) {
        if abs(rows) > LoadedItems.pageSize {
            settleOffset()
            return go(toRow: max(0, offset + cursor.row + rows))
        }
        loadAhead()
        if hasNewsBelow, loaded.hasEnd, rows > 0, cursor.row == items.count - 1 {
            return moveToNewsBelow(goingOnBy: rows)
        }
        if cursor.row + rows >= items.count { loadMore() }
        if cursor.row + rows < 0 { loadEarlier() }
        move { $0.move(by: rows) }
    }

    var position: (row: Int, count: Int)? { (offset + cursor.row, total) }
    var rowInView: Int? { cursor.rowInView }

    func turnPage(by pages: Int) { turn(by: cursor.rowsOfPage * pages) }

    func turnHalfPage(by pages: Int) { turn(by: cursor.rowsOfHalfPage * pages) }

    /// Scrolls, and moves the cursor along.
    private func turn(by rows: Int) {
        loadAhead()
        if abs(rows) > LoadedItems.pageSize {
            settleOffset()
            let row = offset + cursor.row + rows
            if row >= total { return goToEnd() }
            if row >= 0 { return scroll(toTop: max(0, offset + cursor.top + rows)) }
            if !loaded.hasStart { loadStart() }
        }
        loadScreen(goingOnBy: rows)
        move { $0.scroll(toTop: $0.top + rows) }
    }

    /// Loads the rows that will be visible after scrolling.
    private func loadScreen(goingOnBy rows: Int) {
        let top = cursor.top + rows
        if top + cursor.height > items.count { loadMore() }
        if top < 0 { loadEarlier() }
    }

    /// Moves from the last row to new items after it. Does nothing during a selection, which that would end.
    private func moveToNewsBelow(goingOnBy rows: Int) {
        if isSelecting { return }
        let last = selected?.id
        refill()
        // If the last item is no longer listed, the cursor is already on the row after it.
        move(by: selected?.id == last ? rows : rows - 1)
    }

    /// Moves to the top. If new items wait there, fills the list again, unless there is a selection.
    func goToTop() {
        if news > 0, !isSelecting { return fill() }
        if !loaded.hasStart { loadStart() }
        move { $0.move(to: 0) }
    }

    /// Moves to a row of the whole list, starting with 0. A row that is far away is found off the main queue.
    func go(toRow row: Int) {
        if row >= total { return goToEnd() }
        settleOffset()
        if row < offset, row < Self.mostAtOnce { loadStart() }
        let end = offset + items.count
        guard row >= offset, row < end + Self.mostAtOnce else { return jump(toRow: row) }
        while row >= offset + items.count, !loaded.hasEnd { loadMore() }
        move { $0.move(to: row - offset) }
    }

    /// Scrolls as a mouse wheel does.
    func scroll(by rows: Int) {
        loadAhead()
        loadScreen(goingOnBy: rows)
        move { $0.scroll(by: rows) }
    }

    /// Scrolls so that a row of the whole list is on top, and keeps the cursor's position on the screen. Rows that are
    /// far away are found off the main queue.
    func scroll(toTop top: Int) {
        let (end, cursor) = (min(top + cursor.height, total), cursor)
        if top < offset, top >= offset - LoadedItems.pageSize { loadEarlier() }
        if end > loaded.rows.upperBound, end <= loaded.rows.upperBound + LoadedItems.pageSize { loadMore() }
        guard loaded.isPlaced, loaded.rows.contains(top), end <= loaded.rows.upperBound else {
            return jump(toRow: top + cursor.row - cursor.top)
        }
        stopJumping()
        move { $0.scroll(toTop: top - offset) }
    }

    private func jump(toRow row: Int) {
        guard let rows else { return }
        jump.ask { library throws(LibraryFailure) in
            try rows.item(inRow: row, in: library)
        } receive: { [weak self] found in
            if let item = found ?? nil { self?.loadAround(item, inRow: row) }
        }
    }

    /// Leaves the cursor where it is.
    func stopJumping() { jump.drop() }

    /// Moves to a visible row; returns false if there is none.
    func choose(inRow row: Int) -> Bool {
        let index = cursor.top + row
        guard items.indices.contains(index) else { return false }
        move { $0.move(to: index) }
        return true
    }

    /// Moves to an item, or to where it would be if it is no longer listed. `rowsAbove` is the number of visible rows
    /// above it, if known.
    func choose(_ id: ItemID, rowsAbove: Int? = nil) {
        if let row = loaded.row(of: id) {
            move { $0.move(to: row) }
        } else {
            do { if let item = try library.items([id]).first { loadAround(item) } } catch { troubles.send(error) }
        }
        if let rowsAbove { move { $0.rowsAbove = rowsAbove } }
    }

    /// Moves to an item, if it is loaded.
    func chooseIfListed(_ id: ItemID?, rowsAbove: Int? = nil) {
        if let id, loaded.row(of: id) != nil { choose(id, rowsAbove: rowsAbove) }
    }

    /// Moves to the end of the list and loads only that. If new items wait there, fills the list again.
    func goToEnd() {
        if hasNewsBelow, !isSelecting { fill() }
        if !loaded.hasEnd { loadEnd() }
        move { $0.move(to: $0.count - 1) }
    }

    /// The first unread items of the list.
    func unread(limit: Int) -> [Item] {
        guard let rows else { return [] }
        do { return try rows.unread(limit: limit, in: library) } catch { troubles.send(error) }
        return []
    }

    var lastUnread: Item? {
        guard let rows else { return nil }
        do { return try rows.lastUnread(in: library) } catch { troubles.send(error) }
        return nil
    }

    func unread(nextTo item: Item, forward: Bool) -> Item? {
        guard let rows else { return nil }
        do { return try rows.unread(nextTo: item, forward: forward, in: library) } catch { troubles.send(error) }
        return nil
    }
}

// Loading rows. The cursor stays on its item.
extension ItemListModel {
    func loadStart() {
        loaded.loadStart(of: rows)
        cursor.shift(by: -cursor.row, count: loaded.count)
    }

    func loadEnd() {
        guard let rows else { return }
        loaded.loadEnd(of: rows)
        cursor.count = loaded.count
    }

    func settleOffset() {
        if let rows { loaded.settleOffset(in: rows) }
    }

    func loadMore() {
        guard let rows else { return }
        follow(shift: loaded.loadMore(of: rows))
    }

    func loadEarlier() {
        guard let rows else { return }
        follow(shift: loaded.loadEarlier(of: rows))
    }

    /// Loads a screen of rows above and below the cursor, for the next keys.
    private func loadAhead() {
        if lacksMore { loadMore() }
        if lacksEarlier { loadEarlier() }
    }

    /// Does so after this key's frame is painted, so that the frame needn't wait.
    private func loadAheadSoon() {
        guard lacksMore || lacksEarlier else { return }
        MainQueue.async { [weak self] in self?.loadAhead() }
    }

    private var lacksMore: Bool {
        !loaded.hasEnd && cursor.row + cursor.height >= loaded.count
    }

    private var lacksEarlier: Bool { !loaded.hasStart && cursor.row < cursor.height }

    func follow(shift: Int) {
        if shift != 0 || cursor.count != loaded.count { cursor.shift(by: shift, count: loaded.count) }
    }

    /// Loads the rows around the cursor again, where items may have been restored.
    private func loadAroundCursor() {
        guard let selected else { return loadStart() }
        loadAround(selected)
    }

    /// Loads the rows around an item. `wholeRow` is its row in the whole list, if known.
    func loadAround(_ item: Item, inRow wholeRow: Int? = nil) {
        guard let rows else { return loadStart() }
        guard let row = loaded.load(around: item, inRow: wholeRow, of: rows) else { return }
        cursor.shift(by: row - cursor.row, count: loaded.count)
    }
}

// Changes that the library reports.
extension ItemListModel {
    func follow(_ change: LibraryChange) {
        switch change {
        case .newItems(let feed, let news, let newest): addNews(news, upTo: newest, in: feed)
        case .marked(let mark, let changed, let number):
            // The list already contains marks that were made before it was filled, even if they are reported later.
            if let listing, number > listing.markings { rows?.listing.record(mark, of: changed) }
            if fillIfEmpty() { return }
            reread { changed.contains($0.id) }
            if mark == .deleted {
                // A change of loaded items adjusts the count already.
                if !changed.subtracting(deleted).isEmpty { recount() }
                countUnloadedSelection()
            }
        case .marks:
            if fillIfEmpty() { return }
            reread()
            // Another process may have brought back what was deleted.
            if let rows { loaded.recount(in: rows) { [weak self] in self?.loadAroundCursor() } }
        case .rewritten(let feed): reread { $0.feed == feed }
        case .pages(let items): reread { items.contains($0.id) }
        case .restored where items.isEmpty && !isFound: fill()
        case .restored(let restored):
            let back = deleted.intersection(restored)
            loaded.add(back.count)
            deleted = deleted.subtracting(back)
            loadAroundCursor()
            if back != restored { recount() }
            countUnloadedSelection()
        case .query(let query): if listing?.scope == .query(query), !fillIfEmpty() { lookForNews() }
        case .feed, .subscriptions, .queries, .done: break
        }
    }

    /// Fills an empty list again. Nothing can jump there, and items that return by a mark become visible.
    private func fillIfEmpty() -> Bool {
        guard items.isEmpty, let source = self.source, source.narrowing == nil else { return false }
        fill()
        return true
    }

    /// Reads all loaded items again.
    func reread() { reread { _ in true } }

    /// Reads items again that may have changed.
    private func reread(_ mayHaveChanged: (Item) -> Bool) {
        let chosen = selected
        guard let (gone, goneAbove) = loaded.reread(above: cursor.row, mayHaveChanged) else { return }
        deleted = deleted.union(gone)
        let row = cursor.row - goneAbove
        if let chosen, row >= loaded.count, !loaded.isWhole {
            // The next row isn't loaded, or no loaded row is left.
            loadAround(chosen)
        } else {
            cursor.shift(by: -goneAbove, count: loaded.count)
            if !gone.isEmpty { loadAhead() }
        }
        recordLost(chosen, among: gone)
        // In an empty list, new items needn't wait.
        if loaded.count == 0, !isFound { fill() }
    }

    private func recount() {
        if let rows { loaded.recount(in: rows) }
    }

    private func addNews(_ more: News, upTo newest: ItemID, in feed: FeedID) {
        // The list already contains items that were stored before it was filled, even if they are reported later.
        guard let listing, newest > listing.newestItem, listing.mayHaveNews(of: feed) else { return }
        if listing.narrowing != nil { return lookForNews() }
        if case .query = listing.scope { return lookForNews() }
        if items.isEmpty { return fill() }
        news += listing.scope == .feed(feed) ? more.ofFeed : more.listed
    }

    /// Counts new items in a list where only a query can tell. Search results stay as they are.
    private func lookForNews() {
        guard let listing, let source = self.source, !isFound else { return }
        guard !newsLook.isUnderWay else { return hasMoreNews = true }
        let known = foundNews ?? ListNews(since: listing, matching: source.narrowing.flatMap { try? Filter($0) })
        newsLook.ask { [total] library throws(LibraryFailure) in
            try known.looking(in: library, besides: total)
        } receive: { [weak self] found in
            if let found { self?.receive(found) }
        }
    }

    private func receive(_ found: ListNews) {
        foundNews = found
        if items.isEmpty, found.count > 0 { return fill() }
        if found.count != news { news = found.count }
    }

    private func stopLookingForNews() {
        (hasMoreNews, foundNews) = (false, nil)
        newsLook.drop()
    }

    /// Counts again if more items came during the last count.
    private func lookForMoreNews() {
        guard hasMoreNews else { return }
        hasMoreNews = false
        lookForNews()
    }
}

/// The new items of a filtered list or a saved search, which only a query can find.
struct ListNews: Sendable {
    /// The new items that match the filter, or all new items if there is no filter.
    private(set) var items = ItemSet()
    /// How many of them the list would contain now.
    private(set) var count = 0
    private let listing: Listing
    private let filter: Filter?
    /// The newest item that was checked.
    private(set) var newest: ItemID

    init(since listing: Listing, matching filter: Filter?) {
        self.listing = listing
        self.filter = filter
        newest = listing.newestItem
    }

    /// Returns the new items up to now, which may take long. `total` is the number of items in the list.
    func looking(in library: Library, besides total: Int) throws(LibraryFailure) -> ListNews {
        let now = try library.listing(listing.scope, unreadOnly: listing.unreadOnly, order: listing.order)
        var news = self
        news.items = try items.union(library.items(after: newest, upTo: now.newestItem, matching: filter))
        news.count = try library.listing(now, holding: news.items).count
        news.newest = max(newest, now.newestItem)
        // Older items may match a saved search only now. For unread items this can't be counted, as nobody knows how
        // many have left.
        if filter == nil, !listing.unreadOnly || total == 0 { news.count = max(news.count, now.count - total) }
        return news
    }
}
