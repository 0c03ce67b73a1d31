/// Rows of cells, and which of them have been written to.
nonisolated struct CellGrid {
    let rows: Int
    let columns: Int
    private var cells: [Cell]
    private(set) var touched: [Bool]

    init(rows: Int, columns: Int) {
        (self.rows, self.columns) = (rows, columns)
        cells = Array(repeating: .blank, count: rows * columns)
        touched = Array(repeating: true, count: rows)
    }

    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// Forgets which rows were written to.
    mutating func settle() {
        for row in touched.indices { touched[row] = false }
    }

    mutating func touchAll() {
        for row in touched.indices { touched[row] = true }
    }

    /// Makes some columns of a row like another grid's.
    mutating func copy(_ part: Range<Int>, ofRow row: Int, from other: CellGrid) {
        for index in row * columns + part.lowerBound..<row * columns + part.upperBound {
            cells[index] = other.cells[index]
        }
    }

    mutating func fill(rows: Range<Int>, columns part: Range<Int>, with cell: Cell) {
        let part = part.clamped(to: 0..<columns)
        for row in rows.clamped(to: 0..<self.rows) {
            touched[row] = true
            let start = row * columns
            for index in start + part.lowerBound..<start + part.upperBound { cells[index] = cell }
        }
    }

    /// Writes text from a column on, as far as the row has room for it.
    mutating func write(
        _ text: String, row: Int, column: Int, style: UInt16, link: UInt16, _ meanings: inout CellMeanings
    ) {
        touched[row] = true
        let blank = meanings.blank(of: style)
        let start = row * columns + column
        let end = (row + 1) * columns
        var index = start
        // Half of a character is none.
        if cells[start].glyph == .rest { cells[start - 1].glyph = .space }
        for scalar in text.unicodeScalars {
            let width = scalar.isASCII ? 1 : meanings.width(scalar)
            if width == 0 {
                guard let base = (start..<index).last(where: { cells[$0].glyph != .rest }) else { continue }
                cells[base].glyph = meanings.adding(scalar, to: cells[base].glyph)
                continue
            }
            guard index + width <= end else { break }
            cells[index] = Cell(glyph: Glyph(scalar), style: scalar == " " ? blank : style, link: link)
            if width == 2 { cells[index + 1] = Cell(glyph: .rest, style: style, link: link) }
            index += width
        }
        if index < end, cells[index].glyph == .rest { cells[index].glyph = .space }
    }

    /// The columns in which a row is not like another grid's, with the whole of the characters there; nil where it is.
    func difference(from other: CellGrid, inRow row: Int) -> Range<Int>? {
        guard let first = firstDifference(from: other, inRow: row, at: 0) else { return nil }
        let start = row * columns
        var last = columns - 1
        while cells[start + last] == other.cells[start + last] { last -= 1 }
        while last < columns - 1, cells[start + last + 1].glyph == .rest { last += 1 }
        return first..<last + 1
    }

    /// The first column, at one or behind it, in which a row is not like another grid's; nil where there is none.
    func firstDifference(from other: CellGrid, inRow row: Int, at column: Int) -> Int? {
        let start = row * columns
        var first = column
        while first < columns, cells[start + first] == other.cells[start + first] { first += 1 }
        guard first < columns else { return nil }
        while first > column, cells[start + first].glyph == .rest { first -= 1 }
        return first
    }

    /// Adds to a frame what these columns of a row begin with, as far as that is ASCII without spaces, all in one style, and
    /// not what another grid has there. Returned is the column behind it.
    func addText(inRow row: Int, columns: Range<Int>, unlike other: CellGrid, to frame: inout [UInt8]) -> Int {
        let start = row * self.columns
        let first = cells[start + columns.lowerBound]
        var column = columns.lowerBound
        while column < columns.upperBound {
            let cell = cells[start + column]
            guard cell.style == first.style, cell.link == first.link, let letter = cell.glyph.letter,
                cell != other.cells[start + column]
            else { break }
            frame.append(letter)
            column += 1
        }
        return column
    }

    /// How many cells from a column on are all the same.
    func lengthOfRun(inRow row: Int, from column: Int) -> Int {
        let (start, end) = (row * columns + column, (row + 1) * columns)
        var index = start + 1
        while index < end, cells[index] == cells[start] { index += 1 }
        return index - start
    }
}
