import Terminal
import Typesetting
import ViewModels

/// A line that the user types, after its label.
struct TypedLineView {
    let label: String
    let line: TypedLine
    let theme: Theme

    /// Draws the line, scrolled so that the cursor is in view. Returns the column after it.
    @discardableResult
    func draw(on canvas: Canvas) -> Int {
        // A long text gets some of the label's room.
        let limit = max(canvas.columns / 2, canvas.columns - line.text.cellWidth - 3)
        let end = canvas.write(label, row: 0, column: 1, style: theme.name, limit: limit)
        let start = end + (label.hasSuffix(" ") ? 1 : 0)
        let room = max(1, canvas.columns - start - 1)
        var shown = line.text.prefix(line.cursor)
        if String(shown).cellWidth > room {
            while String(shown).cellWidth >= room, !shown.isEmpty { shown.removeFirst() }
            shown = "…" + shown
        }
        let cursor = start + String(shown).cellWidth
        let rest = line.text.dropFirst(line.cursor).prefix(canvas.columns)
        canvas.write(typed: String(shown), row: 0, column: start)
        let textEnd = canvas.write(typed: String(rest), row: 0, column: cursor)
        canvas.placeCursor(row: 0, column: min(cursor, canvas.columns - 1))
        return max(textEnd, cursor + 1)
    }
}
