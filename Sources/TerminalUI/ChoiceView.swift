import Signals
import Terminal
import Typesetting
import ViewModels

/// A list to choose from: its title with what was typed to narrow it, and beneath it what is left.
struct ChoiceView {
    let choice: Choice
    let model: ReaderModel
    let theme: Theme

    private static let widest = 80
    /// Where the pane is narrower, the list has the whole screen.
    private static let narrowestPane = 28

    /// The part that it is drawn on: that of the pane in which the person is, since what is beside it stays.
    static func room(in model: ReaderModel, on canvas: Canvas) -> Canvas {
        let slots = model.panes.arrangement.value.slots
        guard let slot = slots.first(where: { $0.pane == model.place.pane }), slot.columns >= narrowestPane else {
            return canvas
        }
        return canvas.part(of: slot)
    }

    func draw(on content: Canvas) {
        let room = Self.room(in: model, on: content).emptied()
        let list = Self.list(on: room)
        let canvas = room.centered(columns: Self.widest)
        model.fitChoice(list.rows)
        let cursor = model.choice.value?.cursor ?? choice.cursor
        list.drawRows(of: cursor) { index, isSelected, canvas in
            draw(choice.shown[index], as: theme.row(isSelected: isSelected), on: canvas)
        }
        if choice.shown.isEmpty { list.write(choice.wordsForNothing, row: 0, column: 3, style: theme.hint) }
        ScrollBar(on: list, of: cursor)?.draw(style: theme.hint)
        drawTitle(on: canvas)
    }

    static func scrollBar(of choice: Choice, in model: ReaderModel, on content: Canvas) -> ScrollBar? {
        ScrollBar(on: list(on: room(in: model, on: content)), of: choice.cursor)
    }

    /// The part that the list is drawn on.
    static func list(on canvas: Canvas) -> Canvas {
        let headRows = canvas.rows >= 4 ? 2 : 1
        return canvas.centered(columns: widest).part(row: headRows, rows: canvas.rows - headRows)
    }

    private func draw(_ option: Choice.Option, as row: RowStyle, on canvas: Canvas) {
        row.fill(canvas)
        if choice.isCurrent(option) { canvas.write("•", row: 0, column: 1, style: row.style(theme.mark)) }
        // Right behind the names, where the eye is. One that was typed may be longer than those.
        let nameWidth = max(choice.nameWidth, option.name.cellWidth)
        let detailWidth = max(choice.detailWidth, option.detail.cellWidth)
        let detailEnd = min(Self.startOfNames + nameWidth + Self.gap + detailWidth, canvas.columns - 2)
        let end = canvas.write(option.detail, row: 0, endingAt: detailEnd, style: row.style(theme.hint)) - 2
        let room = option.detail.isEmpty ? canvas.columns - 2 : end
        canvas.write(
            option.name, row: 0, column: Self.startOfNames, style: row.style(.plain), limit: room - Self.startOfNames)
    }

    private static let (startOfNames, gap) = (3, 3)

    private func drawTitle(on canvas: Canvas) {
        let start =
            canvas.write(
                choice.title, row: 0, column: 1, style: theme.name, limit: max(1, canvas.columns / 2)) + 1
        canvas.write(typed: choice.line.text, row: 0, column: start)
        let cursor = start + String(choice.line.text.prefix(choice.line.cursor)).cellWidth
        canvas.placeCursor(row: 0, column: min(cursor, max(0, canvas.columns - 1)))
    }
}
