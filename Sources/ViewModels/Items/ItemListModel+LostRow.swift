import Library
import Signals

// A row that the cursor was on and that is no more, though the person has not taken it away: another lede may have deleted it, or
// the feed keeps no more than so many.
extension ItemListModel {
    /// What the item was called that went from under the cursor, which stands on another.
    var lostName: String? { lostRow.flatMap { $0.standIn == selected?.id ? $0.item.displayTitle : nil } }

    /// Takes the row for the person's own that the cursor stands on.
    func forgetLostRow() { lostRow = nil }

    /// Notes where the cursor has lost its row by these being gone. Of a selection that is all gone nothing is left.
    func noteLost(_ chosen: Item?, among gone: ItemSet) {
        guard let chosen, gone.contains(chosen.id) else { return }
        if let start = selectionStart, deleted.contains(start.id) { stopSelecting() }
        lostRow = (lostName == nil ? chosen : lostRow?.item ?? chosen, selected?.id)
    }
}
