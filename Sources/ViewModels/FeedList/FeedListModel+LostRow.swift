import Library
import Signals

/// A row of the feeds that the cursor was on and that is no more, though the person has not taken it away: the urls file may be
/// without it for a moment, as while an editor writes it.
struct LostRow {
    let entry: FeedListEntry
    /// The row that the cursor stands on since.
    var standIn: FeedListEntry.ID?
}

extension FeedListModel {
    /// The feed whose row went from under the cursor, which stands on another.
    var lostFeed: String? {
        lostRow.flatMap { $0.standIn == selectedEntry?.id ? $0.entry.feed?.displayName : nil }
    }

    /// Takes the row for the person's own that the cursor stands on.
    func forgetLostRow() { lostRow = nil }

    /// Has the cursor go back to a row that was gone, and notes where it has lost the one that it was on.
    func followLostRow(from before: FeedListEntry?) {
        if let lostRow, lostRow.standIn == before?.id,
            let row = entries.value.firstIndex(where: { $0.id == lostRow.entry.id })
        {
            self.lostRow = nil
            cursor.value.move(to: row)
        } else if let before, isGone(before) {
            if lostRow?.standIn != before.id { lostRow = LostRow(entry: before) }
            lostRow?.standIn = selectedEntry?.id
        }
    }

    /// Whether it is not in the library any more, and not only left out of the list.
    private func isGone(_ entry: FeedListEntry) -> Bool {
        entry.feed.map { feed in !all.contains { $0.id == feed.id } } ?? all.isEmpty
    }
}

extension ReaderModel {
    /// What is done to a feed is not done to another that has come under the cursor just before the key.
    func tell(ofLost feed: String) {
        let now = feeds.selectedEntry.map { ": the cursor is on \($0.feed?.displayName ?? $0.name) now" } ?? ""
        status.value = .problem("“\(feed)” has gone from the list\(now)")
    }
}
