import Terminal
import ViewModels

/// The bar at the right edge of a list or a text, or on its pane's right border. It shows which part is in view, and
/// scrolls by mouse.
struct ScrollBar {
    private let canvas: Canvas
    /// The number of lines, and the first line in view.
    private let total: Int
    private let top: Int

    /// Nil if all lines are in view.
    init?(on canvas: Canvas, top: Int, of total: Int) {
        guard total > canvas.rows, canvas.rows > 1 else { return nil }
        (self.canvas, self.total, self.top) = (canvas, total, top)
    }

    /// The scroll bar of a list. The list may be longer than the part that is loaded, which the cursor counts.
    init?(on canvas: Canvas, of cursor: ListCursor, offset: Int = 0, total: Int? = nil) {
        guard cursor.count > 0 else { return nil }
        self.init(on: canvas, top: offset + cursor.top, of: max(total ?? cursor.count, cursor.count))
    }

    func draw(style: CellStyle) {
        for row in thumb { canvas.write("▐", row: row, column: canvas.columns - 1, style: style) }
    }

    /// The distance from the top of the thumb to the mouse, in rows; nil if the mouse is elsewhere. A press beside the
    /// thumb moves the thumb's middle there.
    func grip(of event: MouseEvent) -> Int? {
        guard let cell = canvas.cell(of: event), cell.column == canvas.columns - 1 else { return nil }
        let thumb = thumb
        return thumb.contains(cell.row) ? cell.row - thumb.lowerBound : thumb.count / 2
    }

    /// Whether the mouse is on the thumb.
    func isOnThumb(_ event: MouseEvent) -> Bool {
        canvas.cell(of: event).map { $0.column == canvas.columns - 1 && thumb.contains($0.row) } ?? false
    }

    /// The first line in view after the thumb was dragged to the mouse, which may have left the bar.
    func top(heldBy event: MouseEvent, grip: Int) -> Int {
        let room = canvas.rows - thumb.count
        let start = max(0, min(event.row - canvas.firstRow - grip, room))
        // The first line that puts the thumb there.
        return (start * (total - canvas.rows) + room - 1) / room
    }

    private var thumb: Range<Int> { thumb(at: top) }

    /// The rows that had the thumb before the list scrolled up by some rows, where they are now.
    func rowsWithOldThumb(afterScrolling rows: Int) -> Range<Int> {
        let thumb = thumb(at: top - rows)
        return (thumb.lowerBound - rows..<thumb.upperBound - rows).clamped(to: 0..<canvas.rows)
    }

    /// The rows of the thumb, which never fills the bar.
    private func thumb(at top: Int) -> Range<Int> {
        let length = max(1, canvas.rows * canvas.rows / total)
        let start = (canvas.rows - length) * min(top, total - canvas.rows) / (total - canvas.rows)
        return start..<start + length
    }
}
