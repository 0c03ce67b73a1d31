package import Library
package import Signals

/// A list of items: what it held when it was filled, of which the part around the cursor is loaded. News waits until the
/// person goes to the top, or to the end where it stands there.
@MainActor package final class ItemListModel {
    /// What is loaded. The cursor's rows are rows of this.
    package var items: [Item] { loaded.items }
    @Published package internal(set) var cursor = ListCursor()
    /// Where selecting began, while several rows are being selected.
    @Published package internal(set) var selectionStart: Item?
    /// How many of the rows that are selected are not loaded; nil while they are being counted.
    @Published package internal(set) var unloadedSelection: Int? = 0
    /// Whether what is selected stays so behind a verb, as a key has more of them to do.
    package internal(set) var holdsSelection = false {
        didSet { if !holdsSelection, isSelectionUsed { stopSelecting() } }
    }
    /// Whether a verb has been done to what is selected.
    var isSelectionUsed = false
    /// How many items came in since the list was filled.
    @Published package internal(set) var news = 0
    /// What is listed; nil until the first list is opened.
    @Published package internal(set) var source: ItemSource?
    /// The feed, where the list is of one, as it was when the list was filled.
    package private(set) var feed: Feed?
    /// How many items of the list stand before those that are loaded; what it was before while `isPlaced` is not true.
    package var offset: Int { loaded.offset }

    /// What lists hold from the next one on, and where the cursor begins in them.
    private(set) var order = ItemOrder.newest
    package internal(set) var unreadOnly = false
    var beginsUnread = false
    /// The order of this list, where it has one of its own.
    private(set) var ownOrder: ItemOrder?
    /// Whether the list is what a search found, the best first.
    package private(set) var isFound = false
    /// How far the list is in its order, where the library has none such.
    @Published var sorting = Sorting.done

    /// So many rows are loaded while a key waits.
    private static let mostAtOnce = 50 * LoadedItems.pageSize

    let libraryNews: LibraryNews
    var library: Library { libraryNews.library }
    var troubles: Subject<LibraryFailure, Never> { libraryNews.troubles }
    package let loaded: LoadedItems
    var rows: ListRows?
    let ranking: Inquiry
    /// Looks for a row that is far off.
    let jump: Inquiry
    let gapCount: Inquiry
    let newsLook: Inquiry
    /// Whether more has come since its news is being looked for.
    var hasMoreNews = false
    /// What was found of it so far.
    var foundNews: ListNews?
    var deleted = ItemSet()
    /// The item whose row the cursor has lost, and the one that it stands on since.
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

    /// How many items the list held when it was filled, loaded or not, but for those that were deleted since.
    package var total: Int { loaded.total }

    /// Whether it is known which row of the list the cursor is on.
    package var isPlaced: Bool { loaded.isPlaced }

    package var selected: Item? {
        let row = cursor.row
        return items.indices.contains(row) ? items[row] : nil
    }

    /// Whether news waits at the end of the list, and not at its top.
    package var hasNewsBelow: Bool { news > 0 && listing?.order == .oldest }

    /// How many rows in view stand above the cursor's; nil before there is a screen for any.
    var rowsAbove: Int? { cursor.height > 1 ? cursor.rowsAbove : nil }

    var isAtTop: Bool { loaded.hasStart && cursor.row == 0 }

    func item(_ id: ItemID) -> Item? { items.first { $0.id == id } }

    /// Fills the list with what there is now, in an order of its own if it has one.
    func open(_ source: ItemSource, order ownOrder: ItemOrder? = nil) {
        self.source = source
        self.ownOrder = ownOrder
        fill()
    }

    /// Fills the list anew, in another order or with other things; the cursor stays on its item where that is near.
    func refill(in order: ItemOrder? = nil) {
        if order != nil { ownOrder = order }
        let (chosen, rowsAbove) = (selected?.id, rowsAbove)
        fill()
        if let chosen { choose(chosen, rowsAbove: rowsAbove) }
    }

    /// Takes what lists hold from now on, also this one; what was found stays as it was found.
    func take(order: ItemOrder, unreadOnly: Bool) {
        let isOther = unreadOnly != self.unreadOnly || order != self.order && ownOrder == nil
        (self.order, self.unreadOnly) = (order, unreadOnly)
        if isOther, !isFound { refill() }
    }

    /// The order that the list is in.
    var currentOrder: ItemOrder { ownOrder ?? order }

    /// Shows a part of what a source holds, in its own order where the items of it are given.
    func open(_ source: ItemSource, _ listing: Listing, ranked: [Item]? = nil, order ownOrder: ItemOrder? = nil) {
        self.source = source
        self.ownOrder = ownOrder
        // Not that of another list, where this can't be read.
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

    /// Shows a list again that was left for what a search found, or a filter, with what it held.
    func reopen(_ source: ItemSource, _ listing: Listing, order ownOrder: ItemOrder?) {
        open(source, listing, order: ownOrder)
        // Some of it may be deleted by now, and more may have come.
        if let rows { loaded.recount(in: rows) }
        // Of a narrowed one that is asked already.
        if listing.narrowing == nil { lookForNews() }
    }

    /// Shows nothing, as before the first list.
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
            // Not what another list held: marking would mean that.
            feed = nil
            beginList(nil)
            troubles.send(error)
        }
        loadStart()
        // What has come since it was looked for.
        if listing?.narrowing != nil { lookForNews() }
        if beginsUnread, let row = items.firstIndex(where: { !$0.isRead }) { move { $0.move(to: row) } }
    }

    /// What a source holds now, with its feed where it is one's; of what is narrowed, only what is known to be in it.
    private func find(_ source: ItemSource) throws(LibraryFailure) -> (feed: Feed?, listing: Listing) {
        let order = currentOrder.listed
        let unreadOnly = unreadOnly || source.unreadOnly
        let feed = if let id = source.feed { try library.feed(id) } else { nil as Feed? }
        // A feed read newest first is known without asking the library anything more.
        if let feed, order == .newest, !unreadOnly, source.narrowing == nil { return (feed, Listing(feed)) }
        let listing = try library.listing(source.scope, unreadOnly: unreadOnly, order: order)
        guard source.narrowing != nil, let before = self.listing, let items = before.narrowing else {
            return (feed, listing)
        }
        let news = foundNews ?? ListNews(since: before, matching: nil)
        return (feed, try library.listing(listing.upTo(news.newest), holding: items.union(news.items)))
    }

    /// Takes the number of rows that the screen has for the list.
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
            return takeNewsBelow(goingOnBy: rows)
        }
        if cursor.row + rows >= items.count { loadMore() }
        if cursor.row + rows < 0 { loadEarlier() }
        move { $0.move(by: rows) }
    }

    func turnPage(by pages: Int) { turn(by: cursor.rowsOfPage * pages) }

    func turnHalfPage(by pages: Int) { turn(by: cursor.rowsOfHalfPage * pages) }

    /// Moves what is in view, and the cursor with it.
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

    /// Has the rows loaded that would be in view so many further.
    private func loadScreen(goingOnBy rows: Int) {
        let top = cursor.top + rows
        if top + cursor.height > items.count { loadMore() }
        if top < 0 { loadEarlier() }
    }

    /// From the last row to what is new behind it, unless rows are selected, which would no longer be.
    private func takeNewsBelow(goingOnBy rows: Int) {
        if isSelecting { return }
        let last = selected?.id
        refill()
        // Where that is no longer listed the cursor is on the row behind it already.
        move(by: selected?.id == last ? rows : rows - 1)
    }

    /// To the top; when news waits there, the list is filled anew with it, unless rows are selected.
    func goToTop() {
        if news > 0, !isSelecting { return fill() }
        if !loaded.hasStart { loadStart() }
        move { $0.move(to: 0) }
    }

    /// To a row of the whole list, the first being 0. A row that is far off is looked for meanwhile.
    func go(toRow row: Int) {
        if row >= total { return goToEnd() }
        settleOffset()
        if row < offset, row < Self.mostAtOnce { loadStart() }
        let end = offset + items.count
        guard row >= offset, row < end + Self.mostAtOnce else { return jump(toRow: row) }
        while row >= offset + items.count, !loaded.hasEnd { loadMore() }
        move { $0.move(to: row - offset) }
    }

    /// Moves what is in view, as a wheel does.
    func scroll(by rows: Int) {
        loadAhead()
        loadScreen(goingOnBy: rows)
        move { $0.scroll(by: rows) }
    }

    /// Has a row of the whole list be the first in view; the cursor stays where it is on the screen. Rows that are far off are
    /// looked for meanwhile.
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
        } take: { [weak self] found in
            if let item = found ?? nil { self?.loadAround(item, inRow: row) }
        }
    }

    /// Stays where the cursor is.
    func stopJumping() { jump.drop() }

    /// To a row in view; false where there is none.
    func choose(inRow row: Int) -> Bool {
        let index = cursor.top + row
        guard items.indices.contains(index) else { return false }
        move { $0.move(to: index) }
        return true
    }

    /// To an item, or where it would stand if it is no longer listed; with so many rows above it in view, if it is known how
    /// many there were.
    func choose(_ id: ItemID, rowsAbove: Int? = nil) {
        if let row = loaded.row(of: id) {
            move { $0.move(to: row) }
        } else {
            do { if let item = try library.items([id]).first { loadAround(item) } } catch { troubles.send(error) }
        }
        if let rowsAbove { move { $0.rowsAbove = rowsAbove } }
    }

    /// To an item, if it is among those that are loaded.
    func chooseIfListed(_ id: ItemID?, rowsAbove: Int? = nil) {
        if let id, loaded.row(of: id) != nil { choose(id, rowsAbove: rowsAbove) }
    }

    /// To the end of the list, of which no more than that is loaded; news that waits there is taken in.
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
