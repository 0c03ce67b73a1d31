import Terminal
import Typesetting

/// A message at the bottom of the screen, on several rows if the screen is narrow.
struct Message {
    private let rows: [String]
    private let style: CellStyle

    /// More rows would hide what the message is about.
    private static let mostRows = 3

    /// A message that is cut ends with `rest`, which may say where to read all of it.
    init(_ text: String, style: CellStyle, columns: Int, mostRows: Int = .max, rest: String = "") {
        self.style = style
        let mostRows = max(1, min(mostRows, Self.mostRows))
        let text = CleanText.line(text)
        let whole = Self.lines(of: text, columns: columns)
        let lines = whole.count > mostRows && rest.isEmpty ? Self.lines(of: text.withoutHint, columns: columns) : whole
        var last = lines.count < mostRows ? "" : lines[(mostRows - 1)...].joined(separator: " ")
        if Self.isLong(last, columns: columns) {
            last = last.truncated(toCells: max(0, columns - 2 - rest.cellWidth)) + rest
        }
        rows = lines.prefix(mostRows - 1) + (last.isEmpty ? [] : [last])
    }

    /// Whether a text takes more than one row.
    static func isLong(_ text: String, columns: Int) -> Bool { text.cellWidth + 2 > columns }

    /// Draws all rows but the last at the bottom of a canvas, and returns the last.
    func drawBeginning(atFootOf canvas: Canvas) -> String {
        let above = rows.dropLast().suffix(max(0, canvas.rows))
        for (index, row) in above.enumerated() { draw(row, row: canvas.rows - above.count + index, on: canvas) }
        return rows.last ?? ""
    }

    /// Draws all rows at the bottom of a canvas.
    func draw(atFootOf canvas: Canvas) {
        let last = drawBeginning(atFootOf: canvas.part(row: 0, rows: canvas.rows - 1))
        draw(last, row: canvas.rows - 1, on: canvas)
    }

    private func draw(_ text: String, row: Int, on canvas: Canvas) {
        canvas.fill(row: row, style: .plain)
        canvas.write(text, row: row, column: 1, style: style)
    }

    /// Writes a text at the top of a canvas, on as many rows as it needs.
    static func write(_ text: String, atTopOf canvas: Canvas, style: CellStyle) {
        for (row, line) in lines(of: text, columns: canvas.columns).enumerated() {
            canvas.write(line, row: row, column: 1, style: style)
        }
    }

    private static func lines(of text: String, columns: Int) -> [String] {
        guard isLong(text, columns: columns) else { return [text] }
        return Document(blocks: [.paragraph([.text(text)])]).lines(width: max(1, columns - 2)).map(\.text)
    }
}

extension String {
    /// “Marked 4 items read” of “Marked 4 items read (u to undo)”.
    fileprivate var withoutHint: String {
        guard hasSuffix(")"), let start = lastIndex(of: "("), self[..<start].last == " " else { return self }
        return String(self[..<start].dropLast())
    }
}
