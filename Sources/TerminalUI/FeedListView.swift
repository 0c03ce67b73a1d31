import FoundationEssentials
import Library
import Signals
import Terminal
import ViewModels

/// The list of feeds, with what is unread in each and how its last fetch went.
struct FeedListView {
    let model: ReaderModel
    let theme: Theme
    let now: Date

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
        var end = canvas.columns - 1
        if feed.unread > 0 { end = canvas.write("\(feed.unread)", row: 0, endingAt: end, style: style) - 2 }
        if let news = model.refresh.news.value[feed.id] {
            end = canvas.write("+\(news)", row: 0, endingAt: end, style: theme.selected(theme.mark, if: isSelected)) - 2
        }
        let nameEnd = canvas.write(
            feed.displayName, row: 0, column: 3, style: style, limit: end - 3,
            highlights: isSelected ? Highlights() : theme.highlights, at: .feeds)
        guard let sign = sign(of: feed) else { return }
        let signStyle = theme.selected(sign.style, if: isSelected)
        canvas.write(sign.sign, row: 0, column: 1, style: signStyle)
        canvas.write(sign.words, row: 0, column: nameEnd + 2, style: signStyle, limit: end - nameEnd - 2)
    }

    /// What stands before the name, and behind it.
    private func sign(of feed: Feed) -> (sign: String, words: String, style: CellStyle)? {
        switch model.condition(of: feed, at: now) {
        case .fine: nil
        case .fetching: ("↻", "", theme.mark)
        case .waiting(let time): ("…", "told to wait until \(time)", theme.hint)
        case .gone: ("⚠", "gone", theme.problem)
        case .failed(let reason): ("⚠", reason, theme.problem)
        }
    }
}
