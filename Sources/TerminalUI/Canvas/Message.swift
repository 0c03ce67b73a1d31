import Terminal
import Typesetting

/// What is said at the foot of the screen: in full, on more than one row where the screen is narrow.
struct Message {
    private let rows: [String]
    private let style: CellStyle

    /// More would hide what it speaks of.
    private static let mostRows = 3

    /// If there is no room for all of it, it loses the hint in brackets at its end. What is cut even so ends with `rest`,
    /// which may say where all of it is.
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

    /// Draws all of it but its last row at the foot of what is above, and tells the last.
    func drawBeginning(atFootOf canvas: Canvas) -> String {
        let above = rows.dropLast().suffix(max(0, canvas.rows))
        for (index, row) in above.enumerated() { draw(row, row: canvas.rows - above.count + index, on: canvas) }
        return rows.last ?? ""
    }

    /// Draws all of it at the foot of a canvas.
    func draw(atFootOf canvas: Canvas) {
        let last = drawBeginning(atFootOf: canvas.part(row: 0, rows: canvas.rows - 1))
        draw(last, row: canvas.rows - 1, on: canvas)
    }

    private func draw(_ text: String, row: Int, on canvas: Canvas) {
        canvas.fill(row: row, style: .plain)
        canvas.write(text, row: row, column: 1, style: style)
    }

    /// Writes a text at the top of a canvas, in as many rows as it takes.
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
