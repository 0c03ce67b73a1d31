import Signals
import Terminal
import Typesetting
import ViewModels

/// The line at the foot: what just happened or what there is, and the keys that matter here.
struct StatusBar {
    let model: ReaderModel
    let keys: KeyMap
    let theme: Theme

    func draw(on canvas: Canvas) {
        let status = model.status.value ?? .done(model.count.value.map { "\($0)" } ?? summary)
        // What is to be said is said in full; the keys have what is left of the line.
        let statusEnd = min(status.text.cellWidth + 1, canvas.columns)
        let hintsStart = drawHints(on: canvas, after: statusEnd)
        let style = status.isProblem ? theme.problem : theme.status
        canvas.write(status.text, row: 0, column: 1, style: style, limit: hintsStart - 3)
    }

    private var summary: String {
        switch model.place {
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
        let failed = model.failureCount
        let unread = "\(model.feeds.unread) unread"
        return failed == 0 ? unread : "\(unread) · \(failed) failed (E)"
    }

    private var itemSummary: String {
        if model.items.isSelecting { return "\(model.items.selectionCount) selected" }
        let news = model.items.news.value
        return news > 0 ? "\(news) new ↑" : position(model.items.cursor.value)
    }

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

    /// Draws as many hints as there is room for behind a column, and tells where they begin.
    private func drawHints(on canvas: Canvas, after statusEnd: Int) -> Int {
        let hints: [(Operation, String)] =
            switch model.place {
            case .welcome: [(.open, "choose"), (.help, "keys")]
            case .feeds: [(.open, "open"), (.refreshAll, "refresh all"), (.addFeed, "add"), (.help, "keys")]
            case .items:
                [
                    (.open, "read"), (.nextUnread, "next unread"), (.toggleRead, "un/read"),
                    (.markFeedRead, "all read"), (.help, "keys")
                ]
            case .article:
                [(.readOn, "on"), (.nextUnread, "next"), (.openInBrowser, "browser"), (.back, "back"), (.help, "keys")]
            case .links: [(.open, "browser"), (.back, "back"), (.help, "keys")]
            case .failures, .information, .help: [(.back, "back")]
            }
        let texts = hints.compactMap { operation, meaning in
            keys.keyName(of: operation, in: model.place).map { "\($0) \(meaning)" }
        }
        var end = canvas.columns - 1
        for text in texts.reversed() where end - text.cellWidth > statusEnd + 2 {
            end = canvas.write(text, row: 0, endingAt: end, style: theme.hint) - 2
        }
        return end + 2
    }
}
