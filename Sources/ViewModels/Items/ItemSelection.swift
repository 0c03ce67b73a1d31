package import Library
import Signals

// The selection: all rows from the one where the user began to the cursor. It lasts until the next operation.
extension ItemListModel {
    package var isSelecting: Bool { selectionStart != nil }

    /// Starts a selection at the cursor, or ends it.
    func toggleSelecting() {
        if isSelecting { return stopSelecting() }
        selectionStart = selected
        countUnloadedSelection()
    }

    /// Continues the selection of a list that this one replaced, if its start is in this list.
    func goOnSelecting(from start: Item) {
        guard item(start.id) != nil else { return }
        selectionStart = start
        countUnloadedSelection()
    }

    /// Selects this many rows from the cursor on, or all that follow if there are fewer.
    func select(_ count: Int) {
        toggleSelecting()
        guard count > LoadedItems.pageSize else { return move(by: count - 1) }
        guard count < total else { return goToEnd() }
        guard let rows, let selected else { return }
        do { _ = goTo(try rows.item(count - 1, behind: selected, in: library)) } catch { troubles.send(error) }
    }

    func stopSelecting() {
        isSelectionUsed = false
        guard isSelecting else { return }
        selectionStart = nil
        countUnloadedSelection()
    }

    /// Ends the selection after an operation, or after the last step of a key.
    func endSelecting() {
        if holdsSelection { isSelectionUsed = isSelecting } else { stopSelecting() }
    }

    /// Keeps the selection until the key has finished all its steps.
    package func holdSelection() { holdsSelection = true }

    /// Ends the selection if a step of the key has used it.
    package func letGoOfSelection() { holdsSelection = false }

    /// Whether a row is selected.
    package func isInSelection(_ item: Item) -> Bool {
        guard let rows, let start = selectionStart, let selected else { return false }
        if rows.ranking == nil {
            let (first, last) = rows.listing.inOrder(rows.listing.key(of: start), rows.listing.key(of: selected))
            return rows.listing.stands(item, between: first, and: last)
        }
        return items.firstIndex { $0.id == item.id }.map { selectedLoaded(from: start, in: rows).contains($0) }
            ?? false
    }

    /// The number of selected rows; nil while rows that aren't loaded are being counted.
    package var selectionCount: Int? {
        guard isSelecting else { return 0 }
        return unloadedSelection.map { $0 + loadedSelectionCount }
    }

    /// The number of selected rows. Counts now if necessary.
    var countedSelection: Int {
        if let count = selectionCount { return count }
        guard let gap = unloadedGap else { return loadedSelectionCount }
        do {
            let count = try gap.count(in: library)
            gapCount.drop()
            unloadedSelection = count
            return loadedSelectionCount + count
        } catch { troubles.send(error) }
        return loadedSelectionCount
    }

    /// The selected rows.
    var selectedRows: SelectedRows? {
        guard let rows, let start = selectionStart, let selected else { return nil }
        return SelectedRows(from: start, to: selected, of: rows)
    }

    /// What an operation changes: the selected rows, or the row at the cursor.
    var markTarget: MarkTarget? { selectedRows?.target ?? selected.map { .item($0.id) } }

    /// Counts the selected rows that aren't loaded off the main queue, since that may take longer than a key should.
    func countUnloadedSelection() {
        guard let gap = unloadedGap else {
            gapCount.drop()
            if unloadedSelection != 0 { unloadedSelection = 0 }
            return
        }
        unloadedSelection = nil
        gapCount.ask { library throws(LibraryFailure) in
            try gap.count(in: library)
        } receive: { [weak self] count in
            if let count { self?.unloadedSelection = count }
        }
    }

    /// The selected rows before or after the loaded ones; nil if the selection's start is loaded.
    private var unloadedGap: UnloadedGap? {
        guard let rows, let start = selectionStart, let first = items.first, let last = items.last
        else { return nil }
        if rows.stands(start, before: first) {
            return UnloadedGap(rows: SelectedRows(from: start, to: first, of: rows), loaded: first.id)
        }
        guard rows.stands(last, before: start) else { return nil }
        return UnloadedGap(rows: SelectedRows(from: last, to: start, of: rows), loaded: last.id)
    }

    private var loadedSelectionCount: Int { items.count(where: isInSelection) }

    /// The loaded rows of a selection in a list with its own order.
    private func selectedLoaded(from start: Item, in rows: ListRows) -> ClosedRange<Int> {
        let here = cursor.row
        if let row = items.firstIndex(where: { $0.id == start.id }) { return min(row, here)...max(row, here) }
        let isAbove = items.first.map { rows.rank(of: start.id) ?? 0 < rows.rank(of: $0.id) ?? 0 } ?? true
        return isAbove ? 0...here : here...max(here, items.count - 1)
    }
}

/// Selected rows that aren't loaded, except the one next to the loaded rows.
private struct UnloadedGap: Sendable {
    let rows: SelectedRows
    let loaded: ItemID

    func count(in library: Library) throws(LibraryFailure) -> Int {
        try library.items(of: rows.target).subtracting([loaded]).count
    }
}

/// The selected rows of a list, whether they are loaded or not.
struct SelectedRows: Sendable {
    private let rows: ListRows
    private let first: Item
    private let last: Item

    init(from one: Item, to other: Item, of rows: ListRows) {
        self.rows = rows
        (first, last) = rows.inOrder(one, other)
    }

    var target: MarkTarget { rows.between(first, last) }

    /// The next rows after `previous`, or the first ones.
    func items(after previous: Item?, limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        let beginning = try previous == nil ? library.items([first.id]) : []
        if first.id == last.id { return beginning }
        let others = try rows.items(
            after: previous ?? first, through: last, limit: limit - beginning.count, in: library)
        return beginning + others
    }

    /// The first rows, up to a limit.
    func items(limit: Int, in library: Library) throws(LibraryFailure) -> [Item] {
        try items(after: nil, limit: limit, in: library)
    }
}

extension ListRows {
    fileprivate func inOrder(_ one: Item, _ other: Item) -> (first: Item, last: Item) {
        stands(other, before: one) ? (other, one) : (one, other)
    }

    /// Whether an item's row is above another's.
    func stands(_ item: Item, before other: Item) -> Bool {
        if let first = rank(of: item.id), let second = rank(of: other.id) { return first < second }
        let (key, otherKey) = (listing.key(of: item), listing.key(of: other))
        return key != otherKey && listing.inOrder(key, otherKey).first == key
    }

    /// The rows after one, up to and including another.
    fileprivate func items(
        after previous: Item, through last: Item, limit: Int, in library: Library
    ) throws(LibraryFailure) -> [Item] {
        if let start = rank(of: previous.id), let end = rank(of: last.id) {
            guard start < end else { return [] }
            return try items(ranking: (start + 1)...end, limit: limit, in: library)
        }
        let page = try items(after: previous, limit: limit, in: library)
        return Array(page.prefix { !stands(last, before: $0) })
    }
}

// The user's changes. The screen shows them at once, and the library writes them later.
extension ItemListModel {
    func mark(_ item: Item, _ mark: Mark) {
        loaded.show(mark, of: [item.id])
        libraryNews.mark(.item(item.id), mark)
    }

    func delete(_ item: Item) {
        libraryNews.mark(.item(item.id), .deleted)
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

    /// Marks everything in the list read, except new items.
    func markAllRead(finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        markAll(.read, finish: finish)
    }

    /// Marks everything in the list, except new items. Passes the outcome to `finish`.
    func markAll(_ mark: Mark, finish: @escaping @MainActor @Sendable (MarkOutcome) -> Void = { _ in }) {
        guard let listing else { return }
        libraryNews.mark(.listing(listing), mark, tell: finish)
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

// Moving to certain items, even if they aren't loaded.
extension ItemListModel {
    /// Moves to the next or the previous unread item, and returns whether there is one.
    func goToUnread(by step: Int) -> Bool {
        let (rows, row) = (items, cursor.row)
        let loaded =
            step > 0
            ? rows.indices.dropFirst(row + 1).first { !rows[$0].isRead }
            : rows.indices.prefix(row).last { !rows[$0].isRead }
        if let loaded {
            move { $0.move(to: loaded) }
            return true
        }
        guard let edge = step > 0 ? rows.last : rows.first, let item = unread(nextTo: edge, forward: step > 0) else {
            return false
        }
        choose(item.id)
        return true
    }

    /// Moves to the first unread item of the list, and returns whether that is another than the cursor's.
    func goToFirstUnread() -> Bool {
        guard let item = unread(limit: 1).first, item.id != selected?.id else { return false }
        choose(item.id)
        return true
    }

    /// Moves to the last unread item of the list, and returns whether that is another than the cursor's.
    func goToLastUnread() -> Bool {
        guard let item = lastUnread, item.id != selected?.id else { return false }
        choose(item.id)
        return true
    }

    /// Moves to an item, and returns whether the list contains it.
    func goTo(_ item: Item) -> Bool {
        if let row = loaded.row(of: item.id) {
            if row != cursor.row { move { $0.move(to: row) } }
            return true
        }
        guard let rows else { return false }
        do {
            guard try rows.holds(item, in: library) else { return false }
        } catch {
            troubles.send(error)
            return false
        }
        loadAround(item)
        return true
    }

    /// The number of an item's row in the whole list, starting with 1; nil if the item isn't loaded, or the number
    /// isn't known yet.
    package func number(of item: ItemID) -> Int? {
        guard isPlaced else { return nil }
        if selected?.id == item { return offset + cursor.row + 1 }
        return loaded.row(of: item).map { offset + $0 + 1 }
    }

    /// Moves to the next item whose title contains a text, and starts over at the end. Returns whether there is one.
    /// Returns nil if items that aren't loaded have to be searched; `finish` then gets the result.
    func goToTitle(_ words: String, finish: @escaping @MainActor @Sendable (Bool) -> Void) -> Bool? {
        let (items, lowercased) = (items, words.lowercased())
        let next = cursor.row + 1
        let found =
            items.indices.dropFirst(next).first { items[$0].hasTitle(with: lowercased) }
            ?? (loaded.isWhole ? items.indices.prefix(next).first { items[$0].hasTitle(with: lowercased) } : nil)
        if let found {
            move { $0.move(to: found) }
            return true
        }
        guard !loaded.isWhole, let rows, let here = selected, let last = items.last else { return false }
        lookForTitle(TitleSearch(words, behind: last, from: here, in: rows), finish: finish)
        return nil
    }

    /// Searches page by page, so that the search can stop when its result is no longer wanted.
    private func lookForTitle(_ search: TitleSearch, finish: @escaping @MainActor @Sendable (Bool) -> Void) {
        let here = selected?.id
        jump.ask { library throws(LibraryFailure) in
            var search = search
            return (try search.next(in: library), search)
        } receive: { [weak self] answer in
            // The user may have moved elsewhere meanwhile.
            guard let self, selected?.id == here, let (outcome, rest) = answer else { return }
            switch outcome {
            case .found(let item): finish(goTo(item))
            case .foundNone: finish(false)
            case .goesOn: lookForTitle(rest, finish: finish)
            }
        }
    }
}

// The cursor's row after it disappeared without the user's doing: another process may have deleted the item, or the
// feed may have reached its limit of items.
extension ItemListModel {
    /// The title of the item that disappeared under the cursor, while the cursor is still on its substitute.
    var lostName: String? { lostRow.flatMap { $0.standIn == selected?.id ? $0.item.displayTitle : nil } }

    /// Accepts the row that has the cursor now.
    func forgetLostRow() { lostRow = nil }

    /// Notes if the cursor's item is gone. Ends the selection if its start is gone, too.
    func recordLost(_ chosen: Item?, among gone: ItemSet) {
        guard let chosen, gone.contains(chosen.id) else { return }
        if let start = selectionStart, deleted.contains(start.id) { stopSelecting() }
        lostRow = (lostName == nil ? chosen : lostRow?.item ?? chosen, selected?.id)
    }
}

/// The cursor's row in a list, and the visible rows.
package struct ListCursor: Equatable, Sendable {
    package private(set) var row = 0
    /// The first visible row.
    package private(set) var top = 0
    package var count = 0 { didSet { settle() } }
    /// The number of rows that the screen has for the list.
    package var height = 1 {
        didSet {
            height = max(1, height)
            // If only the cursor's row was visible, it returns to its earlier position on the screen, or to the middle.
            if oldValue == 1 { top = onceAbove.map { row - $0 } ?? (row < height ? 0 : row - height / 2) }
            if height > 1 { onceAbove = nil }
            settle()
        }
    }

    /// The number of rows above the cursor's before the list lost its room on the screen.
    private var onceAbove: Int?

    /// The cursor's row on the screen.
    package var rowInView: Int { row - top }

    /// The number of visible rows above the cursor's, or what it was before the list lost its room.
    package var rowsAbove: Int {
        get { onceAbove ?? rowInView }
        set {
            if height == 1 { return onceAbove = newValue }
            top = row - newValue
            settle()
        }
    }

    /// The rows that stay visible above and below the cursor's, if there are that many.
    package var margin = 0 { didSet { settle() } }

    package init() {}

    package mutating func move(by rows: Int) { move(to: row + rows) }

    package mutating func move(to row: Int) {
        self.row = row
        settle()
    }

    /// The rows to scroll by for a page: the last visible row becomes the first.
    var rowsOfPage: Int { max(height - 1, 1) }
    var rowsOfHalfPage: Int { max(height / 2, 1) }

    /// Scrolls by pages. The cursor keeps its position on the screen.
    package mutating func turnPage(by pages: Int) { scroll(toTop: top + rowsOfPage * pages) }

    package mutating func turnHalfPage(by pages: Int) { scroll(toTop: top + rowsOfHalfPage * pages) }

    /// Scrolls as a mouse wheel does. The cursor moves only if its row would leave the screen.
    package mutating func scroll(by rows: Int) {
        top = max(0, min(top + rows, count - height))
        let first = top == 0 ? 0 : top + settledMargin
        let last = top + height < count ? top + height - 1 - settledMargin : count - 1
        move(to: max(first, min(row, last)))
    }

    /// Makes a row the first visible one. The cursor keeps its position on the screen.
    package mutating func scroll(toTop top: Int) {
        let rows = top - self.top
        self.top = top
        move(by: rows)
    }

    /// Keeps the cursor on its row when rows are added or removed at the start of the list.
    package mutating func shift(by rows: Int, count: Int) {
        row += rows
        top += rows
        self.count = count
    }

    /// The visible rows.
    package var visible: Range<Int> { top..<min(top + height, count) }

    private mutating func settle() {
        row = max(0, min(row, count - 1))
        top = max(0, min(top, count - height))
        let first = max(0, min(row - settledMargin, count - height))
        let last = min(row + settledMargin, max(0, count - 1))
        if first < top { top = first }
        if last >= top + height { top = last - height + 1 }
    }

    /// The margin, as far as there is room for it.
    private var settledMargin: Int { max(0, min(margin, (height - 1) / 2)) }
}

/// A search for words in the titles of a list: after the loaded rows, then from the top to the cursor. It works page by
/// page, so that it can stop when its result is no longer wanted.
private struct TitleSearch: Sendable {
    enum Outcome: Sendable {
        case found(Item)
        case foundNone
        /// More rows have to be searched.
        case goesOn
    }

    private static let pageSize = 1000

    private let words: String
    private let rows: ListRows
    private let here: Item
    private var last: Item?
    private var hasBegunAnew = false

    /// Starts after the last loaded row; `here` is the cursor's row.
    init(_ words: String, behind last: Item, from here: Item, in rows: ListRows) {
        self.words = words.lowercased()
        self.rows = rows
        self.here = here
        self.last = last
    }

    /// Searches the next page.
    mutating func next(in library: Library) throws(LibraryFailure) -> Outcome {
        var page = try rows.items(after: last, limit: Self.pageSize, in: library)[...]
        if page.isEmpty {
            if hasBegunAnew { return .foundNone }
            (last, hasBegunAnew) = (nil, true)
            return .goesOn
        }
        let end = hasBegunAnew ? page.firstIndex { $0.id == here.id } : nil
        if let end { page = page[...end] }
        if let found = page.first(where: { $0.hasTitle(with: words) }) { return .found(found) }
        last = page.last
        return end == nil ? .goesOn : .foundNone
    }
}

extension Item {
    /// Whether its title contains `words`, which are in lower case.
    func hasTitle(with words: String) -> Bool { displayTitle.lowercased().contains(words) }
}
