package import Library
import Signals

// Several rows that the next verb is for: those between the one where selecting began and the cursor.
extension ItemListModel {
    package var isSelecting: Bool { selectionStart != nil }

    /// Begins selecting at the cursor, or ends it.
    func toggleSelecting() {
        if isSelecting { return stopSelecting() }
        selectionStart = selected
        countUnloadedSelection()
    }

    /// Has a selection go on that began in a list which this one took the place of, as far as that row is here, too.
    func goOnSelecting(from start: Item) {
        guard item(start.id) != nil else { return }
        selectionStart = start
        countUnloadedSelection()
    }

    /// Selects so many rows from the cursor on, loaded or not, or all that follow where there are fewer.
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

    /// Ends selecting behind a verb, or behind the last one of a key.
    func endSelecting() {
        if holdsSelection { isSelectionUsed = isSelecting } else { stopSelecting() }
    }

    /// Keeps the selection until the key has done all its steps.
    package func holdSelection() { holdsSelection = true }

    /// Ends the selection if a step of the key was for it.
    package func letGoOfSelection() { holdsSelection = false }

    /// Whether a row is one of several that are selected.
    package func isInSelection(_ item: Item) -> Bool {
        guard let rows, let start = selectionStart, let selected else { return false }
        if rows.ranking == nil {
            let (first, last) = rows.listing.inOrder(rows.listing.key(of: start), rows.listing.key(of: selected))
            return rows.listing.stands(item, between: first, and: last)
        }
        return items.firstIndex { $0.id == item.id }.map { selectedLoaded(from: start, in: rows).contains($0) }
            ?? false
    }

    /// How many rows are selected; nil while those that are not loaded are being counted.
    package var selectionCount: Int? {
        guard isSelecting else { return 0 }
        return unloadedSelection.map { $0 + loadedSelectionCount }
    }

    /// How many rows are selected, counted while the person waits where that is not known yet.
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

    /// What is selected.
    var selectedRows: SelectedRows? {
        guard let rows, let start = selectionStart, let selected else { return nil }
        return SelectedRows(from: start, to: selected, of: rows)
    }

    /// What a verb is for: the rows that are selected, or the one that the cursor is on.
    var markTarget: MarkTarget? { selectedRows?.target ?? selected.map { .item($0.id) } }

    /// Counts what is selected and not loaded, which may take longer than a key; what is loaded tells its own number.
    func countUnloadedSelection() {
        guard let gap = unloadedGap else {
            gapCount.drop()
            if unloadedSelection != 0 { unloadedSelection = 0 }
            return
        }
        unloadedSelection = nil
        gapCount.ask { library throws(LibraryFailure) in
            try gap.count(in: library)
        } take: { [weak self] count in
            if let count { self?.unloadedSelection = count }
        }
    }

    /// What stands between the row where selecting began and those that are loaded; nil where it is among them.
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

    /// The rows of a list in an order of its own that are selected and loaded.
    private func selectedLoaded(from start: Item, in rows: ListRows) -> ClosedRange<Int> {
        let here = cursor.row
        if let row = items.firstIndex(where: { $0.id == start.id }) { return min(row, here)...max(row, here) }
        let isAbove = items.first.map { rows.rank(of: start.id) ?? 0 < rows.rank(of: $0.id) ?? 0 } ?? true
        return isAbove ? 0...here : here...max(here, items.count - 1)
    }
}

/// Selected rows of which the one at the near end is loaded.
private struct UnloadedGap: Sendable {
    let rows: SelectedRows
    let loaded: ItemID

    func count(in library: Library) throws(LibraryFailure) -> Int {
        try library.items(of: rows.target).subtracting([loaded]).count
    }
}
