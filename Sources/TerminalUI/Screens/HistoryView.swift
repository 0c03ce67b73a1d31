import FoundationEssentials
import Library
import Signals
import Terminal
import Typesetting
import ViewModels

/// The undo history, latest change first: what and when. Undone changes are dim.
struct HistoryView: ScreenView {
    static let (helpHeading, plural) = ("in the undo history", "history")
    static let firstKeys: [FirstKey] = [
        .move,
        FirstKey(.open, does: "go to the state just after this step"),
        FirstKey(.undo, does: "undo your last change"),
        FirstKey(.redo, does: "redo"),
        .goBack
    ]
    let model: ReaderModel

    private var history: HistoryScreen { model.screens.history }

    func follow(by schedule: PaintSchedule) {
        schedule.follow(history.$steps)
        schedule.follow(history.$cursor)
    }

    func fit(to canvas: Canvas) { history.fit(canvas.rows) }

    func draw(on canvas: Canvas, in theme: Theme, at now: Date, isFocused: Bool) {
        let (steps, current) = (history.steps, history.current)
        let dates = model.dates(on: canvas, at: now)
        canvas.drawRows(of: history.cursor, isFocused: isFocused) { index, isSelected, canvas in
            let style = steps[index].isUndone ? theme.read : .plain
            let row = theme.row(isSelected: isSelected, base: style)
            row.fill(canvas)
            if index == current { canvas.write("→", row: 0, column: 1, style: row.style(theme.mark)) }
            var end = canvas.write(
                dates.text(of: steps[index].time.upperBound), row: 0, endingAt: canvas.columns - 1,
                style: row.style(theme.hint))
            if steps[index].isUndone {
                end = canvas.write("undone", row: 0, endingAt: end - 2, style: row.style(theme.hint))
            }
            canvas.write(steps[index].words, row: 0, column: 3, style: row.style(style), limit: end - 5)
        }
    }

    func scrollBar(on canvas: Canvas) -> ScrollBar? { ScrollBar(on: canvas, of: history.cursor) }

    func choose(under event: MouseEvent, on canvas: Canvas) -> Bool {
        guard let row = history.cursor.row(under: event, on: canvas) else { return false }
        history.choose(row)
        return true
    }
}

// Words.
extension HistoryView {
    var title: String { "history" }
    var windowTitle: String? { "History" }
    var summary: String { String(row: history.cursor.row + 1, of: history.cursor.count) }
    var hinted: [HintedOperation] {
        [
            HintedOperation(.open, "go to this step"), HintedOperation(.undo, "undo"), HintedOperation(.redo, "redo"),
            HintedOperation(.back, "back"), HintedOperation(.help, "keys")
        ]
    }
}
