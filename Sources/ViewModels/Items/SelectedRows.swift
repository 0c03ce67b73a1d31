package import Library
import Signals

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
        guard count < loaded.total else { return goToEnd() }
        guard let rows, let selected else { return }
        if let last = libraryNews.reporting(try rows.item(count - 1, behind: selected, in: library)) { _ = goTo(last) }
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
        guard let gap = unloadedGap, let count = libraryNews.reporting(try gap.count(in: library)) else {
            return loadedSelectionCount
        }
        gapCount.drop()
        unloadedSelection = count
        return loadedSelectionCount + count
    }

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

    var loadedSelectionCount: Int { items.count(where: isInSelection) }

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
