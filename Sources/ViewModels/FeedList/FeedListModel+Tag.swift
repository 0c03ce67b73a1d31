import Signals

/// The row that the cursor was on before a tag was listed, and the one that it came to by that.
struct BeforeTag {
    let entry: FeedListEntry.ID
    let rowsAbove: Int
    let cameTo: FeedListEntry.ID?
}

extension FeedListModel {
    /// Lists the feeds of a tag alone.
    func list(tag: String) {
        let before = self.tag == nil ? selectedEntry?.id : beforeTag?.entry
        let rowsAbove = self.tag == nil ? cursor.rowsAbove : beforeTag?.rowsAbove ?? 0
        self.tag = tag
        beforeTag = before.map { BeforeTag(entry: $0, rowsAbove: rowsAbove, cameTo: selectedEntry?.id) }
    }

    /// Lists all feeds again; who has not moved meanwhile is back where they were.
    func clearTag() {
        let before = beforeTag.flatMap { $0.cameTo == selectedEntry?.id ? $0 : nil }
        (tag, beforeTag) = (nil, nil)
        guard let before else { return }
        choose(before.entry)
        cursor.rowsAbove = before.rowsAbove
    }
}
