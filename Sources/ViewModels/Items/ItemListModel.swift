import FoundationEssentials
package import Library
package import Signals

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
    let library: Library
    package let loaded: LoadedItems
    var rows: ListRows?
    let ranking: Inquiry
    /// Finds a row that is far away.
    let jump: Inquiry
    let gapCount: Inquiry
    let newsLook: Inquiry
    /// Whether more items came while new items are being counted.
    var hasMoreNews = false
    /// The new items counted so far.
    var foundNews: ListNews?
    var deleted = ItemSet()
    /// The item that disappeared under the cursor, and the one that has the cursor since.
    var lostRow: (item: Item, standIn: ItemID?)?
    var nameWidths = NameWidths()
    private let subscriptions = ScopedDisposable()

    init(_ news: LibraryNews) {
        libraryNews = news
        library = news.library
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
        if let id = source.feed { feed = libraryNews.reporting(try library.feed(id)) ?? nil }
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
            libraryNews.troubles.send(error)
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
            return go(toRow: max(0, loaded.offset + cursor.row + rows))
        }
        loadAhead()
        if hasNewsBelow, loaded.hasEnd, rows > 0, cursor.row == items.count - 1 {
            return moveToNewsBelow(goingOnBy: rows)
        }
        if cursor.row + rows >= items.count { loadMore() }
        if cursor.row + rows < 0 { loadEarlier() }
        move { $0.move(by: rows) }
    }

    var position: (row: Int, count: Int)? { (loaded.offset + cursor.row, loaded.total) }
    var rowInView: Int? { cursor.rowInView }

    func turnPage(by pages: Int) { turn(by: cursor.rowsOfPage * pages) }

    func turnHalfPage(by pages: Int) { turn(by: cursor.rowsOfHalfPage * pages) }

    /// Scrolls, and moves the cursor along.
    private func turn(by rows: Int) {
        loadAhead()
        if abs(rows) > LoadedItems.pageSize {
            settleOffset()
            let row = loaded.offset + cursor.row + rows
            if row >= loaded.total { return goToEnd() }
            if row >= 0 { return scroll(toTop: max(0, loaded.offset + cursor.top + rows)) }
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
        if row >= loaded.total { return goToEnd() }
        settleOffset()
        if row < loaded.offset, row < Self.mostAtOnce { loadStart() }
        let end = loaded.offset + items.count
        guard row >= loaded.offset, row < end + Self.mostAtOnce else { return jump(toRow: row) }
        while row >= loaded.offset + items.count, !loaded.hasEnd { loadMore() }
        move { $0.move(to: row - loaded.offset) }
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
        let (end, cursor) = (min(top + cursor.height, loaded.total), cursor)
        if top < loaded.offset, top >= loaded.offset - LoadedItems.pageSize { loadEarlier() }
        if end > loaded.rows.upperBound, end <= loaded.rows.upperBound + LoadedItems.pageSize { loadMore() }
        guard loaded.isPlaced, loaded.rows.contains(top), end <= loaded.rows.upperBound else {
            return jump(toRow: top + cursor.row - cursor.top)
        }
        stopJumping()
        move { $0.scroll(toTop: top - loaded.offset) }
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
            if let item = libraryNews.reporting(try library.items([id]))?.first { loadAround(item) }
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
        return libraryNews.reporting(try rows.unread(limit: limit, in: library)) ?? []
    }

    var lastUnread: Item? {
        guard let rows else { return nil }
        return libraryNews.reporting(try rows.lastUnread(in: library)) ?? nil
    }

    func unread(nextTo item: Item, forward: Bool) -> Item? {
        guard let rows else { return nil }
        return libraryNews.reporting(try rows.unread(nextTo: item, forward: forward, in: library)) ?? nil
    }
}

// The user's changes. The screen shows them at once, and the library writes them later.
extension ItemListModel {
    func mark(_ item: Item, _ mark: Mark) {
        loaded.show(mark, of: [item.id])
        library.mark(.item(item.id), mark)
    }

    func delete(_ item: Item) {
        library.mark(.item(item.id), .deleted)
        rereadOwnChange()
    }

    /// Marks the selected rows, or the row at the cursor.
    func markSelected(_ mark: Mark, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let target = markTarget else { return }
        let newest = listing?.newestItem
        // The list can't see deleted rows that aren't loaded, so they are counted here.
        let unseen = mark == .deleted && isSelecting ? countedSelection - loadedSelectionCount : 0
        libraryNews.mark(target, mark, tell: finish)
        if mark == .deleted { stopSelecting() } else { endSelecting() }
        rereadOwnChange()
        if unseen > 0, listing?.newestItem == newest { loaded.add(-unseen) }
    }

    /// Marks an item read because it was opened.
    func markOpened(_ item: Item) {
        loaded.show(.read, of: [item.id])
        library.markOpened(item.id)
    }

    /// Marks everything in the list, or what is older than a date, except new items. Passes the outcome to `finish`.
    func markAll(
        _ mark: Mark, before date: Date? = nil, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }
    ) {
        guard let listing else { return }
        libraryNews.mark(listing.items(before: date), mark, tell: finish)
        rereadOwnChange()
    }

    /// Shows the user's change. Rows that disappear because of it don't count as lost.
    private func rereadOwnChange() {
        reread()
        forgetLostRow()
    }

    /// Marks the items above the cursor read.
    func markAboveRead(finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let rows, let selected else { return }
        libraryNews.mark(rows.above(selected), .read, tell: finish)
        reread()
    }
}
