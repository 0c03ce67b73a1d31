import Signals
import Terminal
import Typesetting
import ViewModels

/// What failed, with the bar of the cursor on the name of the feed that is chosen.
struct FailureListView {
    let list: FailureListModel
    let theme: Theme

    func draw(on canvas: Canvas) {
        let view = PagerView(pager: list.text, theme: theme, place: .failures)
        let wasInView = list.isChosenInView
        view.draw(on: canvas)
        if wasInView, !list.isChosenInView {
            list.bringIntoView()
            view.draw(on: canvas.emptied())
        }
        if list.count > 0 { drawCursor(on: canvas) }
    }

    private func drawCursor(on canvas: Canvas) {
        let (top, column) = (list.text.page.top, PagerView.text(of: list.text, on: canvas))
        let (bar, style) = (Self.rows(of: list, on: canvas), theme.row(isSelected: true))
        // Line by line through one for which the screen is too small its name goes out of view.
        let name = list.chosenName.clamped(to: top..<top + column.rows)
        for line in name {
            style.fill(bar.part(row: line - top, rows: 1))
            column.write(
                list.text.visible[line - top], row: line - top, highlights: Highlights(), at: .failures,
                style: { style.style($0.style.contains(.found) ? theme.heading.adding(.underline) : theme.heading) })
        }
        bar.placeCursor(row: name.lowerBound - top, column: 0, isShown: false)
    }

    /// The rows of the text, with a cell at both sides.
    static func rows(of list: FailureListModel, on canvas: Canvas) -> Canvas {
        let text = PagerView.text(of: list.text, on: canvas)
        return canvas.part(row: canvas.rows - text.rows, rows: text.rows)
            .part(column: text.firstColumn - canvas.firstColumn - 1, columns: text.columns + 2)
    }
}
