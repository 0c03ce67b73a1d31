import Library
import Signals

/// The cursor's row after it disappeared without the user's doing. Another process may have marked its items read, or
/// an editor may be rewriting the urls file.
struct LostRow {
    let entry: FeedListEntry
    /// The row that has had the cursor since then.
    var standIn: FeedListEntry.ID?
}

extension FeedListModel {
    /// The name of the row that disappeared under the cursor, while the cursor is still on its substitute.
    var lostName: String? { lostRow.flatMap { $0.standIn == selectedEntry?.id ? $0.entry.displayName : nil } }

    /// Accepts the row that has the cursor now.
    func forgetLostRow() { lostRow = nil }

    /// Notes whether the row may disappear because of this operation.
    func recordOperation(_ operation: Operation) {
        leaving = [.markFeedRead, .markEverythingRead].contains(operation) ? selectedEntry?.id : nil
    }

    /// Moves the cursor back to a row that has reappeared, and notes if the cursor's row has disappeared.
    func followLostRow(from before: FeedListEntry?) {
        if let lostRow, lostRow.standIn == before?.id,
            let row = entries.firstIndex(where: { $0.id == lostRow.entry.id })
        {
            self.lostRow = nil
            cursor.move(to: row)
        } else if let before, before.id != leaving, isGone(before) {
            if lostRow?.standIn != before.id { lostRow = LostRow(entry: before) }
            lostRow?.standIn = selectedEntry?.id
        }
    }

    /// Whether the row has disappeared. A feed that moved to another group keeps the cursor.
    private func isGone(_ entry: FeedListEntry) -> Bool {
        !entries.contains { $0.id == entry.id } && (entry.feed == nil || entry.feed?.id != selected?.id)
    }
}
