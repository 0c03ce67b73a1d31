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
        if items.isEmpty {
            canvas.write("Nothing here yet: press r to fetch this feed.", row: 0, column: 1, style: theme.hint)
        }
        let cursor = model.items.cursor.value
        for (row, index) in cursor.visible.enumerated() {
            draw(items[index], isSelected: index == cursor.row, on: canvas.part(row: row, rows: 1))
        }
    }

    private func draw(_ item: Item, isSelected: Bool, on canvas: Canvas) {
        let selection: CellStyle.Attributes = isSelected ? .reverse : []
        if isSelected { canvas.fill(row: 0, style: CellStyle(selection)) }
        let style = (item.isRead ? theme.read : theme.unread).adding(selection)
        let age = Age(of: item.date, at: now).text
        let end = canvas.write(age, row: 0, endingAt: canvas.columns - 1, style: theme.hint.adding(selection)) - 2
        if !item.isRead { canvas.write("●", row: 0, column: 1, style: theme.mark.adding(selection)) }
        canvas.write(item.displayTitle, row: 0, column: 3, style: style, limit: end - 3)
    }
}
