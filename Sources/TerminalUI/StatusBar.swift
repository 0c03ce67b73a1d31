import Library
import Signals
import Terminal
import Typesetting
import ViewModels

/// The line at the foot: what just happened or what there is, and the keys that matter here.
struct StatusBar {
    let model: ReaderModel
    let hints: [Hint]
    let theme: Theme

    /// Draws the line, and what it has no room for at the foot of what is above it.
    func draw(on canvas: Canvas, below content: Canvas) {
        canvas.fillBackground(of: theme.status.over(theme.background))
        let status = shown
        let style = status.isProblem ? theme.problem.over(theme.status) : theme.status
        // What is to be said is said in full; the keys have what is left of the line.
        let text =
            model.status.value == nil ? status.text : beginning(of: status, style, canvas.columns, below: content)
        let hintsStart = drawHints(on: canvas, after: min(text.cellWidth + 1, canvas.columns))
        canvas.write(text, row: 0, column: 1, style: style, limit: hintsStart - 3)
    }

    /// Draws what has no room in the line at the foot of what is above, of which half stays to be seen, and tells the rest.
    private func beginning(of status: Status, _ style: CellStyle, _ columns: Int, below content: Canvas) -> String {
        let rest = status.isProblem ? " (\(model.key(.showFailures)))" : ""
        let rows = max(1, (content.rows + 1) / 2)
        return Message(status.text, style: style, columns: columns, mostRows: rows, rest: rest).drawBeginning(
            atFootOf: content)
    }

    /// Whether there is more to say than the line has room for.
    func coversContent(_ canvas: Canvas) -> Bool {
        model.prompt.value == nil && model.status.value != nil && Message.isLong(shown.text, columns: canvas.columns)
    }

    private var shown: Status { model.status.value ?? .done(model.count.value.map { "\($0)" } ?? summary) }

    private var summary: String {
        if model.choice.value != nil { return "" }
        return switch model.place {
        case .welcome: ""
        case .failures, .information, .help: hitPosition ?? ""
        case .feeds: feedSummary
        case .items: itemSummary
        case .article where model.panes.arrangement.value.shows(.items): "\(itemSummary) · \(readShare)"
        case .article: readShare
        case .links: "\(model.links.cursor.value.row + 1)/\(model.links.links.value.count)"
        }
    }

    private var feedSummary: String {
        let (failed, problems) = (model.feeds.failed.count, model.problemCount)
        var parts = ["\(model.feeds.unread) unread"]
        if failed > 0 { parts.append("\(failed) failed") }
        if problems > 0 { parts.append("\(problems) \(problems == 1 ? "problem" : "problems")") }
        return parts.joined(separator: " · ") + (parts.count > 1 ? " (\(model.key(.showFailures)))" : "")
    }

    private var itemSummary: String {
        if model.items.isSelecting { return "\(model.items.selectionCount) selected" }
        let news = model.items.news.value
        let feed = feedOfUnnamedRow.map { " · \($0)" } ?? ""
        return news > 0 ? "\(news) new ↑" : position(model.items.cursor.value) + feed
    }

    /// The feed of the item that the cursor is on, where rows of several feeds have no room to say it.
    private var feedOfUnnamedRow: String? {
        let slots = model.panes.arrangement.value.slots
        guard let item = model.items.selected, model.items.feed == nil,
            let columns = slots.first(where: { $0.pane == .items })?.columns, columns >= Self.enoughForFeed,
            !ItemColumns.showFeeds(columns: columns, isFound: model.items.isFound)
        else { return nil }
        return model.feeds.name(of: item.feed).truncated(toCells: Self.longestFeed)
    }

    /// The position has room beside it.
    private static let (enoughForFeed, longestFeed) = (40, 20)

    private var readShare: String {
        let share = "\(model.article.page.value.percent)%"
        return hitPosition.map { "\($0) · \(share)" } ?? share
    }

    /// Which of the hits of a search in the text is chosen: “3/17”.
    private var hitPosition: String? {
        model.pager?.search.value.map { "\(($0.current ?? -1) + 1)/\($0.count)" }
    }

    private func position(_ cursor: ListCursor) -> String {
        cursor.count == 0 ? "" : "\(model.items.offset.value + cursor.row + 1)/\(model.items.total)"
    }

    /// Draws the hints that there is room for behind a column, the first before the others and the last before all, and
    /// tells where they begin.
    private func drawHints(on canvas: Canvas, after statusEnd: Int) -> Int {
        var end = canvas.columns - 1
        guard let last = hints.last, end - last.text.cellWidth > statusEnd + 2 else { return end + 2 }
        var room = end - last.text.cellWidth - statusEnd - 2
        let shown = hints.dropLast().prefix { hint in
            room -= hint.text.cellWidth + 2
            return room > 0
        }
        for hint in [last] + shown.reversed() {
            end = canvas.write(hint.text, row: 0, endingAt: end, style: theme.hint.over(theme.status)) - 2
            canvas.write(hint.key, row: 0, column: end + 2, style: theme.key.over(theme.status))
        }
        return end + 2
    }
}
