import Terminal
import ViewModels

/// The bar at the right edge of a list or a text, which shows what part of it is in view, and by which the mouse has another
/// part come into view.
struct ScrollBar {
    private let canvas: Canvas
    /// How many lines there are, and the first of them that is in view.
    private let total: Int
    private let top: Int

    /// Nil where all lines are in view.
    init?(on canvas: Canvas, top: Int, of total: Int) {
        guard total > canvas.rows, canvas.rows > 1 else { return nil }
        (self.canvas, self.total) = (canvas, total)
        self.top = min(top, total - canvas.rows)
    }

    /// That of a list, of which no more may be loaded than what the cursor knows of.
    init?(on canvas: Canvas, of cursor: ListCursor, offset: Int = 0, total: Int? = nil) {
        guard cursor.count > 0 else { return nil }
        self.init(on: canvas, top: offset + cursor.top, of: max(total ?? cursor.count, cursor.count))
    }

    func draw(style: CellStyle) {
        for row in thumb { canvas.write("▐", row: row, column: canvas.columns - 1, style: style) }
    }

    /// Where the mouse takes hold of it, in rows below the beginning of its thumb; nil where the mouse is elsewhere. Where it is
    /// pressed beside the thumb, the middle of that is to come there.
    func grip(of event: MouseEvent) -> Int? {
        guard let cell = canvas.cell(of: event), cell.column == canvas.columns - 1 else { return nil }
        let thumb = thumb
        return thumb.contains(cell.row) ? cell.row - thumb.lowerBound : thumb.count / 2
    }

    /// Which line is the first in view when what was taken hold of is where the mouse is, which may have left the bar.
    func top(heldBy event: MouseEvent, grip: Int) -> Int {
        let room = canvas.rows - thumb.count
        let start = max(0, min(event.row - canvas.firstRow - grip, room))
        // The first of those lines for which the thumb begins there.
        return (start * (total - canvas.rows) + room - 1) / room
    }

    /// The rows of the canvas that stand for what is in view, which are never all of them.
    private var thumb: Range<Int> {
        let length = max(1, canvas.rows * canvas.rows / total)
        let start = (canvas.rows - length) * top / (total - canvas.rows)
        return start..<start + length
    }
}
