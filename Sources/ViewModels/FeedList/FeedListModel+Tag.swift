import Library
import Signals

/// The cursor's row before the list showed only a tag, and the row where that put the cursor.
struct BeforeTag {
    let entry: FeedListEntry.ID
    let rowsAbove: Int
    let cameTo: FeedListEntry.ID?
}

extension FeedListModel {
    /// Whether the listed tag is the path of a group.
    package var isOfGroup: Bool {
        guard let tag else { return false }
        return all.contains { $0.folder == tag || $0.folder?.hasPrefix("\(tag)/") == true }
    }

    /// What to call the listed tag.
    package var wordForTag: String { isOfGroup ? "group" : "tag" }

    /// The number of unread items in the listed feeds.
    package var unreadOfListed: Int {
        let feeds = entries.compactMap(\.feed).map { ($0.id, $0.unread) }
        return Dictionary(feeds) { first, _ in first }.values.reduce(0, +)
    }

    /// Shows only the feeds with a tag.
    func list(tag: String) {
        let before = self.tag == nil ? selectedEntry?.id : beforeTag?.entry
        let rowsAbove = self.tag == nil ? cursor.rowsAbove : beforeTag?.rowsAbove ?? 0
        self.tag = tag
        beforeTag = before.map { BeforeTag(entry: $0, rowsAbove: rowsAbove, cameTo: selectedEntry?.id) }
    }

    /// Shows all feeds again. If the user hasn't moved the cursor since, it returns to its old row.
    func clearTag() {
        let before = beforeTag.flatMap { $0.cameTo == selectedEntry?.id ? $0 : nil }
        (tag, beforeTag) = (nil, nil)
        guard let before else { return }
        choose(before.entry)
        cursor.rowsAbove = before.rowsAbove
    }
}
