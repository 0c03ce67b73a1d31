package import Library
import Signals

// Several rows that the next verb is for: those between the one where selecting began and the cursor.
extension ItemListModel {
    package var isSelecting: Bool { selectionStart.value != nil }

    /// Begins selecting at the cursor, or ends it.
    func toggleSelecting() { selectionStart.value = isSelecting || isRanked ? nil : selected }

    func stopSelecting() { if isSelecting { selectionStart.value = nil } }

    /// Whether a row is one of several that are selected.
    package func isInSelection(_ item: Item) -> Bool {
        guard let listing, let (first, last) = selectedRows else { return false }
        return listing.stands(item, between: first, and: last)
    }

    /// How many rows are selected, as far as they are loaded.
    package var selectionCount: Int { isSelecting ? items.value.count(where: isInSelection) : 0 }

    /// What a verb is for: the rows that are selected, or the one that the cursor is on.
    var markTarget: MarkTarget? {
        if let listing, let (first, last) = selectedRows { return .between(first, last, listing) }
        return selected.map { .item($0.id) }
    }

    private var selectedRows: (first: PageKey, last: PageKey)? {
        guard let listing, let start = selectionStart.value, let selected else { return nil }
        return listing.inOrder(listing.key(of: start), listing.key(of: selected))
    }
}
