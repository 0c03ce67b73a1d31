import Terminal
import Typesetting
import ViewModels

/// A rectangle of the terminal to draw in. Nothing is drawn outside it, and all text is cleaned.
struct Canvas {
    let columns: Int
    let rows: Int

    private let terminal: Terminal
    private let top: Int
    private let left: Int
    /// The terminal's rows that are drawn; the other rows keep what they show.
    private let drawn: Range<Int>

    init(_ terminal: Terminal) {
        self.init(
            terminal, top: 0, left: 0, columns: terminal.columns, rows: terminal.rows, drawn: 0..<terminal.rows)
    }

    private init(_ terminal: Terminal, top: Int, left: Int, columns: Int, rows: Int, drawn: Range<Int>) {
        self.terminal = terminal
        self.top = top
        self.left = left
        self.drawn = drawn
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// Rows of this canvas, cut off at its edges.
    func part(row: Int, rows: Int) -> Canvas {
        let row = min(max(row, 0), self.rows)
        return Canvas(
            terminal, top: top + row, left: left, columns: columns, rows: min(rows, self.rows - row), drawn: drawn)
    }

    /// Columns of this canvas, cut off at its edges.
    func part(column: Int, columns: Int) -> Canvas {
        let column = min(max(column, 0), self.columns)
        return Canvas(
            terminal, top: top, left: left + column, columns: min(columns, self.columns - column), rows: rows,
            drawn: drawn)
    }

    func part(of slot: PaneArrangement.Slot) -> Canvas { part(column: slot.start, columns: slot.columns) }

    /// The columns of a pane and of its right border, if it has one. The scroll bar is in the last of them.
    func borderedPart(of slot: PaneArrangement.Slot) -> Canvas {
        part(column: slot.start, columns: slot.columns + 1)
    }

    /// The same canvas after erasing `rows`, or all rows. Drawing on it changes only these rows.
    func emptied(rows: Range<Int>? = nil) -> Canvas {
        let rows = (rows ?? 0..<self.rows).clamped(to: 0..<self.rows)
        let drawn = top + rows.lowerBound..<top + rows.upperBound
        terminal.erase(rows: drawn, columns: left..<left + columns)
        let canvas = Canvas(terminal, top: top, left: left, columns: columns, rows: self.rows, drawn: drawn)
        canvas.fillBackground(of: CellStyle(background: terminal.background))
        return canvas
    }

    /// All columns but the first and the last, which stay empty or have the scroll bar.
    var inner: Canvas { part(column: 1, columns: columns - 2) }

    /// The terminal's row and column in which it begins.
    fileprivate var firstRow: Int { top }
    var firstColumn: Int { left }

    /// The cell of this canvas under the mouse; nil outside it.
    func cell(of event: MouseEvent) -> (row: Int, column: Int)? {
        let (row, column) = (event.row - top, event.column - left)
        return (0..<rows).contains(row) && (0..<columns).contains(column) ? (row, column) : nil
    }

    /// The middle columns of this canvas.
    func centered(columns: Int) -> Canvas {
        let columns = min(columns, self.columns)
        let margin = (self.columns - columns) / 2
        return Canvas(terminal, top: top, left: left + margin, columns: columns, rows: rows, drawn: drawn)
    }

    /// Writes a line of text, cleaned and cut at `limit` or the edge. Returns the column after it.
    @discardableResult
    func write(_ text: String, row: Int, column: Int, style: CellStyle = .plain, limit: Int? = nil) -> Int {
        let room = min(columns - column, limit ?? .max)
        guard row >= 0, row < rows, column >= 0, room > 0 else { return column }
        let text = CleanText.line(text).truncated(toCells: room)
        put(text, row: row, column: column, style: style)
        return column + text.cellWidth
    }

    /// Writes a line of text with its highlights.
    @discardableResult
    func write(
        _ text: String, row: Int, column: Int, style: CellStyle, limit: Int, highlights: Highlights, at screen: Screen
    ) -> Int {
        let text = CleanText.line(text).truncated(toCells: max(0, min(columns - column, limit)))
        let end = write(text, row: row, column: column, style: style)
        for (range, style) in highlights.matches(in: text, at: screen) {
            write(
                String(text[range]), row: row, column: column + String(text[..<range.lowerBound]).cellWidth,
                style: style)
        }
        return end
    }

    /// Writes a clean line with hits, given as byte ranges of its UTF-8. Returns the column after it.
    @discardableResult
    func write(
        _ text: String, hits: [Range<Int>], row: Int, column: Int, limit: Int, style: CellStyle, hitStyle: CellStyle
    ) -> Int {
        let shown = text.truncated(toCells: max(0, min(columns - column, limit)))
        let end = write(shown, row: row, column: column, style: style)
        let bytes = Array(shown.utf8)
        // A cut text ends with an ellipsis, which belongs to no hit.
        let length = shown == text ? bytes.count : max(0, bytes.count - "…".utf8.count)
        for hit in hits.map({ $0.clamped(to: 0..<length) }) where !hit.isEmpty {
            let start = column + String(decoding: bytes[..<hit.lowerBound], as: UTF8.self).cellWidth
            write(String(decoding: bytes[hit], as: UTF8.self), row: row, column: start, style: hitStyle)
        }
        return end
    }

    /// Writes text that the user typed or laid out, cleaned, but with all its spaces. Returns the column after it.
    @discardableResult
    func write(typed text: String, row: Int, column: Int, style: CellStyle = .plain) -> Int {
        let text = CleanText.block(text).truncated(toCells: columns - column)
        guard row >= 0, row < rows, column < columns, !text.contains("\n") else { return column }
        put(text, row: row, column: column, style: style)
        return column + text.cellWidth
    }

    /// Writes the user's text with its highlights and all its spaces.
    func write(
        typed text: String, row: Int, column: Int, style: CellStyle, highlights: Highlights, at screen: Screen
    ) {
        write(typed: text, row: row, column: column, style: style)
        let text = CleanText.block(text).truncated(toCells: columns - column)
        guard row >= 0, row < rows, column < columns, !text.contains("\n") else { return }
        for (range, style) in highlights.matches(in: text, at: screen) {
            let start = column + String(text[..<range.lowerBound]).cellWidth
            put(String(text[range]), row: row, column: start, style: style)
        }
    }

    /// Draws the visible rows of a list, each on its own canvas.
    func drawRows(
        of cursor: ListCursor, isFocused: Bool = true,
        draw: (_ index: Int, _ isSelected: Bool, _ canvas: Canvas) -> Void
    ) {
        noteScrollable()
        for (row, index) in cursor.visible.enumerated() where drawn.contains(top + row) {
            draw(index, index == cursor.row, part(row: row, rows: 1))
            if isFocused, index == cursor.row { placeCursor(row: row, column: 0, isShown: false) }
        }
    }

    /// Moves what is drawn up by some rows, or down by a negative number.
    func scroll(by rows: Int) { terminal.scroll(area, by: rows) }

    private var area: CellArea { CellArea(rows: top..<top + rows, columns: left..<left + columns) }

    /// Notes that all of this may be what was here before, in other rows.
    func noteScrollable() {
        if drawn.clamped(to: area.rows) == area.rows { terminal.noteScrollable(area) }
    }

    /// Draws a vertical line from top to bottom.
    func drawRule(column: Int, style: CellStyle) {
        for row in 0..<rows { write("│", row: row, column: column, style: style) }
    }

    /// Draws a horizontal line from edge to edge.
    func drawRule(row: Int, style: CellStyle) {
        write(String(repeating: "─", count: columns), row: row, column: 0, style: style)
    }

    /// Writes a line that ends before `column`. Returns its first column.
    @discardableResult
    func write(_ text: String, row: Int, endingAt column: Int, style: CellStyle = .plain) -> Int {
        let text = CleanText.line(text).truncated(toCells: column)
        let start = column - text.cellWidth
        write(text, row: row, column: start, style: style)
        return start
    }

    /// Writes a line that the typesetter has cleaned and measured.
    func write(
        _ line: Line, row: Int, highlights: Highlights, at screen: Screen, style: (Run) -> CellStyle,
        link: (Run) -> String? = { _ in nil }
    ) {
        guard row >= 0, row < rows else { return }
        var column = 0
        for run in line.runs where column < columns {
            let text = run.text.truncated(toCells: columns - column)
            put(text, row: row, column: column, style: style(run), link: link(run))
            column += text.cellWidth
        }
        let text = line.text.truncated(toCells: columns)
        for (range, style) in highlights.matches(in: text, at: screen) {
            write(String(text[range]), row: row, column: String(text[..<range.lowerBound]).cellWidth, style: style)
        }
    }

    /// Draws the visible part of a picture whose first cell is at `row` and `column`, which may be outside.
    func draw(_ picture: ShownPicture, row: Int, column: Int) {
        terminal.draw(
            picture, row: top + row, column: left + column,
            within: CellArea(rows: (top..<top + rows).clamped(to: drawn), columns: left..<left + columns))
    }

    /// Fills a row with spaces in a style.
    func fill(row: Int, style: CellStyle) {
        guard row >= 0, row < rows, drawn.contains(top + row) else { return }
        terminal.fill(row: top + row, columns: left..<left + columns, style: style)
    }

    /// Fills the canvas with the background of a style, if the style has one.
    func fillBackground(of style: CellStyle) {
        guard style.background != nil else { return }
        for row in 0..<rows { fill(row: row, style: CellStyle(background: style.background)) }
    }

    /// Puts the terminal's cursor in a cell of this canvas.
    func placeCursor(row: Int, column: Int, isShown: Bool = true) {
        guard 0..<rows ~= row, 0..<columns ~= column else { return }
        terminal.placeCursor(row: top + row, column: left + column, isShown: isShown)
    }

    private func put(_ text: String, row: Int, column: Int, style: CellStyle, link: String? = nil) {
        guard drawn.contains(top + row) else { return }
        terminal.write(text, row: top + row, column: left + column, style: style, link: link)
    }
}

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

/// How a list's row looks, which depends on the cursor.
struct RowStyle {
    let theme: Theme
    let isSelected: Bool
    /// Whether the list has the keyboard focus.
    let isFocused: Bool
    /// The style of the row with the cursor.
    private let bar: CellStyle
    /// The style of the other rows, whose background applies to all parts of the row.
    private let base: CellStyle

    init(_ theme: Theme, isSelected: Bool, isFocused: Bool, base: CellStyle) {
        (self.theme, self.isSelected, self.isFocused) = (theme, isSelected, isFocused)
        bar = base == theme.unread ? theme.unreadCursor : theme.cursor
        self.base = base.over(theme.background)
    }

    /// Whether the parts of the row have their own colours.
    var isPlain: Bool { !isSelected }

    /// The row with the cursor has no highlights.
    var highlights: Highlights { isPlain ? theme.highlights : Highlights() }

    func style(_ style: CellStyle) -> CellStyle {
        guard isSelected else { return style.over(base) }
        guard isFocused else { return theme.cursorElsewhere.adding(style.attributes.subtracting(.dim)) }
        // The bar is quiet: its parts have no colours and aren't dim. Only unread titles keep their weight.
        var bar = bar
        if style != theme.unread, !theme.cursor.attributes.contains(.bold) { bar.attributes.remove(.bold) }
        return bar.adding(style.attributes.subtracting(.dim))
    }

    func fill(_ canvas: Canvas) {
        if isSelected { canvas.fill(row: 0, style: style(.plain)) } else { canvas.fillBackground(of: base) }
    }
}

extension Theme {
    func row(isSelected: Bool, isFocused: Bool = true, base: CellStyle = .plain) -> RowStyle {
        RowStyle(self, isSelected: isSelected, isFocused: isFocused, base: base)
    }
}
