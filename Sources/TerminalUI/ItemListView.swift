import Configuration
import FoundationEssentials
import Library
import Signals
import Terminal
import ViewModels

/// The items of a feed: what is unread stands out, what is read steps back.
struct ItemListView {
    let model: ReaderModel
    let theme: Theme
    let now: Date

    func draw(on canvas: Canvas) {
        model.items.fit(canvas.rows)
        let items = model.items.items.value
        if items.isEmpty { drawEmpty(on: canvas) }
        canvas.drawRows(of: model.items.cursor.value) { index, isSelected, canvas in
            draw(items[index], isSelected: isSelected, on: canvas)
        }
    }

    /// Says why there is nothing, and what to do.
    private func drawEmpty(on canvas: Canvas) {
        guard let feed = model.items.feed else { return }
        if model.refresh.fetching.value.contains(feed.id) {
            canvas.write("This feed is being fetched …", row: 0, column: 1, style: theme.hint)
        } else if let failure = feed.lastError {
            canvas.write(failure, row: 0, column: 1, style: theme.problem)
        } else if feed.lastSuccess == nil {
            canvas.write("Nothing here yet: press r to fetch this feed.", row: 0, column: 1, style: theme.hint)
        } else {
            canvas.write("This feed has no items.", row: 0, column: 1, style: theme.hint)
        }
    }

    private func draw(_ item: Item, isSelected: Bool, on canvas: Canvas) {
        if isSelected { canvas.fill(row: 0, style: theme.selected(.plain, if: true)) }
        let style = theme.selected(item.isRead ? theme.read : theme.unread, if: isSelected)
        let age = Age(of: item.date, at: now, format: model.config.value.text(.datetimeFormat)).text
        let ageStyle = theme.selected(theme.hint, if: isSelected)
        let end = canvas.write(age, row: 0, endingAt: canvas.columns - 1, style: ageStyle) - 2
        let sign = item.isStarred ? "★" : item.isRead ? " " : "●"
        canvas.write(sign, row: 0, column: 1, style: theme.selected(theme.mark, if: isSelected))
        canvas.write(
            item.displayTitle, row: 0, column: 3, style: style, limit: end - 3,
            highlights: isSelected ? Highlights() : theme.highlights, at: .items)
    }
}
