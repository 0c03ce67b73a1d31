import Library
import Signals

/// A row of the feeds that the cursor was on and that is no more, though the person has not taken it away: all of it may have
/// been read elsewhere, or the urls file may be without it for a moment, as while an editor writes it.
struct LostRow {
    let entry: FeedListEntry
    /// The row that the cursor stands on since.
    var standIn: FeedListEntry.ID?
}

extension FeedListModel {
    /// What the row was called that went from under the cursor, which stands on another.
    var lostName: String? { lostRow.flatMap { $0.standIn == selectedEntry?.id ? $0.entry.displayName : nil } }

    /// Takes the row for the person's own that the cursor stands on.
    func forgetLostRow() { lostRow = nil }

    /// Notes whether the row may go by what the person does now.
    func noteDeed(_ operation: Operation) {
        leaving = [.markFeedRead, .markEverythingRead].contains(operation) ? selectedEntry?.id : nil
    }

    /// Has the cursor go back to a row that was gone, and notes where it has lost the one that it was on.
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

    /// Whether it has no row any more; the cursor goes with a feed that stands in another group now.
    private func isGone(_ entry: FeedListEntry) -> Bool {
        !entries.contains { $0.id == entry.id } && (entry.feed == nil || entry.feed?.id != selected?.id)
    }
}
