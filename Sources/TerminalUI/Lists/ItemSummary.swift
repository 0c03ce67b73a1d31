import Library
import Typesetting
import ViewModels

/// The summary of a list of items in the line at the bottom.
struct ItemSummary {
    let model: ReaderModel

    var text: String {
        if model.items.isSelecting { return "\(model.items.selectionCount.map(String.init) ?? "…") selected" }
        return [position, news ?? feedOfUnnamedRow ?? ""].filter { !$0.isEmpty }.joined(by: " · ")
    }

    /// The number of new items that the list doesn't show yet: “12 new ↑”.
    var news: String? {
        let count = model.items.news
        guard count > 0, model.focus == .items || model.focus == .article, model.panes.arrangement.shows(.items)
        else { return nil }
        return "\(count) new \(model.items.hasNewsBelow ? "↓" : "↑")"
    }

    /// The feed of the item at the cursor, if the rows are too narrow to name their feeds.
    private var feedOfUnnamedRow: String? {
        let slots = model.panes.arrangement.slots
        guard let item = model.items.selected, model.items.feed == nil,
            let columns = slots.first(where: { $0.pane == .items })?.columns, columns >= Self.enoughForFeed,
            !ItemColumns.showFeeds(columns: columns, isFound: model.items.isFound)
        else { return nil }
        return model.feeds.name(of: item.feed).truncated(toCells: Self.longestFeed)
    }

    /// Only from this width on is there room beside the position.
    private static let (enoughForFeed, longestFeed) = (40, 20)

    private var position: String {
        let cursor = model.items.cursor
        if cursor.count == 0 { return "" }
        let row = model.items.isPlaced ? "\(model.items.offset + cursor.row + 1)" : "…"
        return String(row: row, of: model.items.total)
    }
}
