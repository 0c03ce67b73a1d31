import Library
import Signals
import Typesetting
import ViewModels

/// What the line at the foot says while there is nothing to tell: how much there is, and where the person is in it.
struct StatusSummary {
    let model: ReaderModel

    var text: String {
        switch model.place {
        case .welcome: ""
        case .failures:
            hitPosition ?? (model.failures.count > 0 ? "\(model.failures.row + 1)/\(model.failures.count)" : "")
        case .information, .help: hitPosition ?? ""
        case .feeds: feedSummary
        case .items: itemSummary
        case .article where model.panes.arrangement.shows(.items): articleSummary
        case .article: readShare
        case .links: position(model.links.cursor)
        }
    }

    private var feedSummary: String {
        let cursor = model.feeds.cursor
        let unread = cursor.count == 0 ? unread : "\(position(cursor)) · \(unread)"
        // What has failed, of all feeds, is none of a tag's.
        if model.feeds.tag != nil { return unread }
        let (failed, moved, problems) = (model.feeds.failed.count, model.feeds.movedCount, model.problemCount)
        var parts = [unread]
        if failed > 0 { parts.append("\(failed) failed") }
        if moved > 0 { parts.append("\(moved) moved") }
        if problems > 0 { parts.append("\(problems) \(problems == 1 ? "problem" : "problems")") }
        return parts.joined(by: " · ") + (parts.count > 1 ? " (\(model.key(.showFailures)))" : "")
    }

    /// Of the feeds that are listed: with a tag, they are one group, or none where only queries have it.
    private var unread: String {
        guard model.feeds.tag != nil else { return "\(model.feeds.unread) unread" }
        return "\(model.feeds.entries.first(where: \.isGroup)?.count ?? 0) unread with this tag"
    }

    private var itemSummary: String {
        if model.items.isSelecting { return "\(model.items.selectionCount.map(String.init) ?? "…") selected" }
        return [positionInItems, news ?? feedOfUnnamedRow ?? ""].filter { !$0.isEmpty }.joined(by: " · ")
    }

    /// What has come in, and the list that is shown does not have yet: “12 new ↑”.
    var news: String? {
        let count = model.items.news
        guard count > 0, model.focus == .items || model.focus == .article, model.panes.arrangement.shows(.items)
        else { return nil }
        return "\(count) new \(model.items.hasNewsBelow ? "↓" : "↑")"
    }

    /// Where in the list the article stands, which may have left it: then nothing is said of the list.
    private var articleSummary: String {
        guard let item = model.openArticle?.item, let number = model.items.number(of: item.id) else {
            return readShare
        }
        let isAtCursor = model.items.selected?.id == item.id
        return "\(isAtCursor ? itemSummary : "\(number)/\(model.items.total)") · \(readShare)"
    }

    /// The feed of the item that the cursor is on, where rows of several feeds have no room to say it.
    private var feedOfUnnamedRow: String? {
        let slots = model.panes.arrangement.slots
        guard let item = model.items.selected, model.items.feed == nil,
            let columns = slots.first(where: { $0.pane == .items })?.columns, columns >= Self.enoughForFeed,
            !ItemColumns.showFeeds(columns: columns, isFound: model.items.isFound)
        else { return nil }
        return model.feeds.name(of: item.feed).truncated(toCells: Self.longestFeed)
    }

    /// The position has room beside it.
    private static let (enoughForFeed, longestFeed) = (40, 20)

    private var readShare: String {
        let share = "\(model.article.page.percent)%"
        return hitPosition.map { "\($0) · \(share)" } ?? share
    }

    /// Which of the hits of a search in the text is chosen: “3/17”.
    private var hitPosition: String? {
        model.pager?.search.map { "\(($0.current ?? -1) + 1)/\($0.count)" }
    }

    private var positionInItems: String {
        let cursor = model.items.cursor
        if cursor.count == 0 { return "" }
        let row = model.items.isPlaced ? "\(model.items.offset + cursor.row + 1)" : "…"
        return "\(row)/\(model.items.total)"
    }

    private func position(_ cursor: ListCursor) -> String { "\(cursor.row + 1)/\(cursor.count)" }
}
