package import Library
import Signals

// Several rows that the next verb is for: those between the one where selecting began and the cursor.
extension ItemListModel {
    package var isSelecting: Bool { selectionStart.value != nil }

    /// Begins selecting at the cursor, or ends it.
    func toggleSelecting() { selectionStart.value = isSelecting ? nil : selected }

    func stopSelecting() { if isSelecting { selectionStart.value = nil } }

    /// Whether a row is one of several that are selected.
    package func isInSelection(_ item: Item) -> Bool {
        guard let rows, let start = selectionStart.value, let selected else { return false }
        if rows.ranking == nil {
            let (first, last) = rows.listing.inOrder(rows.listing.key(of: start), rows.listing.key(of: selected))
            return rows.listing.stands(item, between: first, and: last)
        }
        return items.value.firstIndex { $0.id == item.id }.map { selectedLoaded(from: start, in: rows).contains($0) }
            ?? false
    }

    /// How many rows are selected, as far as they are loaded.
    package var selectionCount: Int { isSelecting ? items.value.count(where: isInSelection) : 0 }

    /// What is selected, as far as it is loaded.
    var selectedItems: [Item] { isSelecting ? items.value.filter(isInSelection) : [] }

    /// What a verb is for: the rows that are selected, or the one that the cursor is on.
    var markTarget: MarkTarget? {
        guard let rows, let selected else { return nil }
        return selectionStart.value.map { rows.between($0, selected) } ?? .item(selected.id)
    }

    /// The rows of a list in an order of its own that are selected and loaded.
    private func selectedLoaded(from start: Item, in rows: ListRows) -> ClosedRange<Int> {
        let here = cursor.value.row
        if let row = items.value.firstIndex(where: { $0.id == start.id }) { return min(row, here)...max(row, here) }
        let isAbove = items.value.first.map { rows.rank(of: start.id) ?? 0 < rows.rank(of: $0.id) ?? 0 } ?? true
        return isAbove ? 0...here : here...max(here, items.value.count - 1)
    }
}
