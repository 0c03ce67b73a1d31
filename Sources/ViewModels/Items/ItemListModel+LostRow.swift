import Library
import Signals

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
