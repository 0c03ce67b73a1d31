import Library
import Signals
import Terminal
import ViewModels

/// The list of feeds, with what is unread in each and how its last fetch went.
struct FeedListView {
    let model: ReaderModel
    let theme: Theme

    func draw(on canvas: Canvas) {
        model.feeds.cursor.fit(canvas.rows)
        let feeds = model.feeds.feeds.value
        if feeds.isEmpty {
            canvas.write("No feeds yet: press a to add one, i to import a list.", row: 0, column: 1, style: theme.hint)
        }
        canvas.drawRows(of: model.feeds.cursor.value) { index, isSelected, canvas in
            draw(feeds[index], isSelected: isSelected, on: canvas)
        }
    }

    private func draw(_ feed: Feed, isSelected: Bool, on canvas: Canvas) {
        if isSelected { canvas.fill(row: 0, style: theme.selected(.plain, if: true)) }
        let style = theme.selected(feed.unread > 0 ? theme.unread : theme.read, if: isSelected)
        let problem = theme.selected(theme.problem, if: isSelected)
        var end = canvas.columns - 1
        if feed.unread > 0 { end = canvas.write("\(feed.unread)", row: 0, endingAt: end, style: style) - 2 }
        let nameEnd = canvas.write(feed.displayName, row: 0, column: 3, style: style, limit: end - 3)
        if let failure = feed.lastError {
            canvas.write(failure, row: 0, column: nameEnd + 2, style: problem, limit: end - nameEnd - 2)
        }
        if model.refresh.fetching.value.contains(feed.id) {
            canvas.write("↻", row: 0, column: 1, style: theme.selected(theme.mark, if: isSelected))
        } else if feed.lastError != nil {
            canvas.write("⚠", row: 0, column: 1, style: problem)
        }
    }
}
