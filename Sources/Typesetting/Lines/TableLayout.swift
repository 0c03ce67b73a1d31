/// Arranges the lines of cells in rows, with thin rules between them.
struct TableLayout {
    private struct Piece {
        let columns: Range<Int>
        let rows: Range<Int>
        let lines: [Line]
        let alignment: Table.Alignment
        /// The line of the table in which it begins.
        var start = 0
    }

    private let widths: [Int]
    private let gap: Int
    private let headerRows: Int
    private var rows: [[Piece]]
    /// Whether there are rules between all rows, because some have several lines.
    private var hasRules = false
    /// Whether a header spans several columns, so that it gets a rule under it.
    private var groupsHeaders = false
    /// The cells that cover each column in the current row.
    private var covers: [Piece?]
    /// The number of lines so far.
    private var drawn = 0

    init(_ grid: TableGrid, widths: [Int], gap: Int) {
        self.widths = widths
        self.gap = gap
        headerRows = grid.headerRows
        rows = Array(repeating: [], count: grid.rows.count)
        covers = Array(repeating: nil, count: grid.columnCount)
    }

    /// Returns the cells between the bars around these columns.
    func width(of columns: Range<Int>) -> Int {
        widths[columns].reduce(gap * (columns.count - 1), +)
    }

    mutating func add(_ cell: TableGrid.Cell, lines: [Line], alignment: Table.Alignment) {
        rows[cell.rows.lowerBound].append(
            Piece(columns: cell.columns, rows: cell.rows, lines: lines, alignment: alignment))
        if cell.rows.lowerBound >= headerRows, cell.rows.count == 1, lines.count > 1 { hasRules = true }
        if cell.rows.lowerBound < headerRows, cell.columns.count > 1 { groupsHeaders = true }
    }

    /// Returns the lines of a row, including the rule above it. Call it in the order of the rows.
    mutating func lines(ofRow row: Int, signs: Signs) -> [[Run]] {
        let hasRule = row > 0 && (hasRules || row == headerRows || groupsHeaders && row < headerRows)
        let above = covers
        for column in covers.indices {
            if let piece = covers[column], piece.rows.upperBound <= row { covers[column] = nil }
        }
        for var piece in rows[row] {
            piece.start = drawn + (hasRule ? 1 : 0)
            for column in piece.columns { covers[column] = piece }
        }
        var lines: [[Run]] = []
        if hasRule { lines.append(rule(under: above, row: row, signs: signs)) }
        let height = height(ofRow: row, from: drawn + lines.count)
        for index in 0..<height { lines.append(line(drawn + (hasRule ? 1 : 0) + index, signs: signs)) }
        drawn += lines.count
        return lines
    }

    private func height(ofRow row: Int, from start: Int) -> Int {
        var height = 1
        for piece in covers {
            guard let piece, piece.rows.upperBound == row + 1 else { continue }
            height = max(height, piece.start + piece.lines.count - start)
        }
        return height
    }

    private func line(_ index: Int, signs: Signs) -> [Run] {
        let bar = Run(text: gap == 1 ? signs.bar : " \(signs.bar) ", style: [.dim, .drawn])
        var line = LineOfCells(count: covers.count)
        var column = 0
        while column < covers.count {
            if column > 0 { line.append(bar) }
            column = add(column, ofLine: index, to: &line)
        }
        return line.runs
    }

    /// Adds the cell in a column, and returns the column after it.
    private func add(_ column: Int, ofLine index: Int, to line: inout LineOfCells) -> Int {
        guard let piece = covers[column] else {
            line.skip(widths[column])
            return column + 1
        }
        let shown = index - piece.start
        let runs = piece.lines.indices.contains(shown) ? piece.lines[shown].runs : []
        line.append(runs, width: width(of: piece.columns), alignment: piece.alignment)
        return piece.columns.upperBound
    }

    /// Returns the rule above a row, interrupted by cells that cross it.
    private func rule(under above: [Piece?], row: Int, signs: Signs) -> [Run] {
        var line = LineOfCells(count: covers.count)
        let isOpen = { (column: Int) in covers[column].map { $0.rows.lowerBound < row } ?? false }
        var column = 0
        while column < covers.count {
            if column > 0 {
                let left = !isOpen(column - 1)
                let right = !isOpen(column)
                let sign = signs.junction(
                    up: Self.isEdge(column, of: above), down: Self.isEdge(column, of: covers), left: left, right: right)
                let text = gap == 1 ? sign : (left ? signs.rule : " ") + sign + (right ? signs.rule : " ")
                line.append(Run(text: text, style: [.dim, .drawn]))
            }
            if isOpen(column) {
                column = add(column, ofLine: drawn, to: &line)
            } else {
                line.append(Run(text: String(repeating: signs.rule, count: widths[column]), style: [.dim, .drawn]))
                column += 1
            }
        }
        return line.runs
    }

    /// Whether a bar precedes this column.
    private static func isEdge(_ column: Int, of covers: [Piece?]) -> Bool {
        guard let piece = covers[column] else { return true }
        return piece.columns.lowerBound == column
    }
}

/// A line made of cells.
private struct LineOfCells {
    private var written: [Run] = []
    /// Spaces that are written only if something follows.
    private var spaces = 0

    init(count: Int) {
        // Each cell has its text and a bar.
        written.reserveCapacity(2 * count)
    }

    /// The runs, without a space after a bar at the end.
    var runs: [Run] {
        guard var last = written.last, last.text.utf8.last == .space else { return written }
        last.text.removeLast()
        return written.dropLast() + [last]
    }

    mutating func skip(_ cells: Int) { spaces += cells }

    mutating func append(_ run: Run) {
        var run = run
        if spaces > 0 {
            if run.style.contains(.drawn) {
                run.text = String(spaces: spaces, before: run.text)
            } else {
                written.append(Run(text: String(spaces: spaces), style: .drawn))
            }
            spaces = 0
        }
        if let last = written.indices.last, written[last].style == run.style, written[last].link == run.link {
            written[last].text += run.text
        } else {
            written.append(run)
        }
    }

    mutating func append(_ content: [Run], width: Int, alignment: Table.Alignment) {
        let free = max(0, width - content.reduce(0) { $0 + $1.cells })
        let before =
            switch alignment {
            case .left: 0
            case .center: free / 2
            case .right: free
            }
        skip(before)
        for run in content { append(run) }
        skip(free - before)
    }
}

extension String {
    /// Creates text after spaces in one step: a table needs it at each bar.
    fileprivate init(spaces: Int, before text: String = "") {
        let text = text.utf8
        self.init(unsafeUninitializedCapacity: spaces + text.count) { buffer in
            buffer[..<spaces].initialize(repeating: .space)
            return buffer[spaces...].initialize(fromContentsOf: text)
        }
    }
}
