/// Rows of cells, and the record of rows written to.
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

    var area: CellArea { CellArea(rows: 0..<rows, columns: 0..<columns) }

    subscript(row: Int, column: Int) -> Cell { cells[row * columns + column] }

    /// Clears the record of rows written to.
    mutating func settle() {
        for row in touched.indices { touched[row] = false }
    }

    mutating func touchAll() {
        for row in touched.indices { touched[row] = true }
    }

    /// Copies some columns of a row from another grid.
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

    /// Writes text from a column on, as far as it fits into the row.
    mutating func write(
        _ text: String, row: Int, column: Int, style: UInt16, link: UInt16, _ meanings: inout CellMeanings
    ) {
        touched[row] = true
        let blank = meanings.blank(of: style)
        let start = row * columns + column
        let end = (row + 1) * columns
        var index = start
        // Half of a wide character becomes a space.
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

    /// Writes the cells of a picture that lie within some rows and columns. The background of these cells stays.
    mutating func draw(
        slot: Int, on area: CellArea, within part: CellArea, _ meanings: CellMeanings
    ) {
        let seen = area.clamped(to: part).clamped(to: self.area)
        guard !seen.isEmpty else { return }
        for row in seen.rows {
            touched[row] = true
            let start = row * columns
            let (first, end) = (start + seen.columns.lowerBound, start + seen.columns.upperBound)
            // Half of a wide character becomes a space.
            if cells[first].glyph == .rest { cells[first - 1].glyph = .space }
            if end < start + columns, cells[end].glyph == .rest { cells[end].glyph = .space }
            for index in first..<end {
                let cell = PictureCell(
                    slot: slot, row: row - area.rows.lowerBound, column: index - start - area.columns.lowerBound)
                cells[index] = Cell(glyph: Glyph(cell), style: meanings.blank(of: cells[index].style), link: 0)
            }
        }
    }

    /// Gives the cells of a picture another slot.
    mutating func change(slot old: Int, to new: Int) {
        for index in cells.indices {
            guard let cell = cells[index].glyph.picture, cell.slot == old else { continue }
            cells[index].glyph = Glyph(PictureCell(slot: new, row: cell.row, column: cell.column))
            touched[index / columns] = true
        }
    }

    /// Adds the slots of the pictures that have cells here.
    func addSlots(to slots: inout Set<Int>) {
        var last: Int?
        for cell in cells {
            guard let slot = cell.glyph.picture?.slot, slot != last else { continue }
            slots.insert(slot)
            last = slot
        }
    }

    /// Returns the columns of a row that differ from another grid, including whole wide characters; nil if none differ.
    func difference(from other: CellGrid, inRow row: Int) -> Range<Int>? {
        guard let first = firstDifference(from: other, inRow: row, at: 0) else { return nil }
        let start = row * columns
        var last = columns - 1
        while cells[start + last] == other.cells[start + last] { last -= 1 }
        while last < columns - 1, cells[start + last + 1].glyph == .rest { last += 1 }
        return first..<last + 1
    }

    /// Returns the first column, from `column` on, in which a row differs from another grid; nil if none does.
    func firstDifference(from other: CellGrid, inRow row: Int, at column: Int) -> Int? {
        let start = row * columns
        var first = column
        while first < columns, cells[start + first] == other.cells[start + first] { first += 1 }
        guard first < columns else { return nil }
        while first > column, cells[start + first].glyph == .rest { first -= 1 }
        return first
    }

    /// Adds the first of these columns to a frame, as long as they are visible ASCII in one style and differ from
    /// another grid. Returns the column after them.
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

    /// Whether some columns of a row differ from those of another grid's row: of the same if `source` is nil.
    func differs(from other: CellGrid, inRow row: Int, columns part: Range<Int>, row source: Int? = nil) -> Bool {
        let start = row * columns
        let offset = ((source ?? row) - row) * columns
        return (start + part.lowerBound..<start + part.upperBound).contains { cells[$0] != other.cells[$0 + offset] }
    }

    /// Estimates how many bytes it takes to paint some columns of a row that shows those of another grid's row, or nothing.
    func paintingCost(ofRow row: Int, columns part: Range<Int>, over other: CellGrid, row source: Int?) -> Int {
        let start = row * columns
        let offset = source.map { $0 * columns - start }
        var cost = 0
        var last: Cell?
        for index in start + part.lowerBound..<start + part.upperBound {
            let cell = cells[index]
            guard cell != offset.map({ other.cells[index + $0] }) ?? .blank else {
                last = nil
                continue
            }
            if cell.style != last?.style { cost += Self.costOfJump }
            // Runs of blanks are erased at once.
            if cell != last || cell.glyph != .space { cost += 1 }
            last = cell
        }
        return cost
    }

    /// The bytes of a movement of the cursor or of a style.
    private static let costOfJump = 8

    /// Returns a number that is the same for the same cells.
    func digest(ofRow row: Int, columns part: Range<Int>) -> UInt64 {
        let start = row * columns
        var digest: UInt64 = 0
        for index in start + part.lowerBound..<start + part.upperBound {
            digest = (digest ^ cells[index].bits) &* 0x9E37_79B9_7F4A_7C15
            digest ^= digest >> 32
        }
        return digest
    }

    /// Moves cells as a terminal does that scrolls.
    mutating func apply(_ scroll: Scroll) {
        // In the order in which no row is overwritten before it has moved.
        let rows = scroll.area.rows
        for step in 0..<rows.count {
            let row = scroll.distance > 0 ? rows.lowerBound + step : rows.upperBound - 1 - step
            let source = scroll.source(of: row)
            touched[row] = true
            for column in scroll.area.columns {
                cells[row * columns + column] = source.map { cells[$0 * columns + column] } ?? .blank
            }
        }
    }

    /// Returns the number of equal cells from a column on.
    func lengthOfRun(inRow row: Int, from column: Int) -> Int {
        let (start, end) = (row * columns + column, (row + 1) * columns)
        var index = start + 1
        while index < end, cells[index] == cells[start] { index += 1 }
        return index - start
    }
}

/// One cell of the terminal. Numbers stand for values that don't fit into it.
nonisolated struct Cell: Equatable {
    var glyph: Glyph
    /// The numbers of its style and its link in `CellMeanings`.
    var style: UInt16
    var link: UInt16

    static let blank = Cell(glyph: .space, style: 0, link: 0)

    var bits: UInt64 { UInt64(glyph.code) << 32 | UInt64(style) << 16 | UInt64(link) }
}

/// A character as a user perceives it, in one word.
nonisolated struct Glyph: Equatable {
    fileprivate let code: UInt32

    static let space = Glyph(code: 0x20)
    /// The second cell of a character that takes two.
    static let rest = Glyph(code: .max)

    /// Above every scalar.
    private static let firstPicture: UInt32 = 1 << 30
    private static let firstCluster: UInt32 = 1 << 31

    private init(code: UInt32) {
        self.code = code
    }

    init(_ scalar: Unicode.Scalar) {
        code = scalar.value
    }

    /// A character with combining marks, by its number in `CellMeanings`.
    init(cluster number: UInt16) {
        code = Self.firstCluster + UInt32(number)
    }

    /// A cell of a picture.
    init(_ cell: PictureCell) {
        code = Self.firstPicture | UInt32(cell.slot << 18 | cell.row << 9 | cell.column)
    }

    /// Its scalar, if it has only one.
    var scalar: Unicode.Scalar? { Unicode.Scalar(code) }

    /// Its byte, if it is a visible ASCII character.
    var letter: UInt8? { 0x21...0x7E ~= code ? UInt8(code) : nil }

    var cluster: UInt16? {
        code >= Self.firstCluster ? UInt16(exactly: code - Self.firstCluster) : nil
    }

    var isPicture: Bool { Self.firstPicture..<Self.firstCluster ~= code }

    var picture: PictureCell? {
        guard isPicture else { return nil }
        let place = Int(code - Self.firstPicture)
        return PictureCell(slot: place >> 18, row: place >> 9 & 0x1FF, column: place & 0x1FF)
    }
}

/// A cell of the picture that has a slot in `PictureTable`.
nonisolated struct PictureCell: Equatable {
    let slot: Int
    let row: Int
    let column: Int

    /// What fits into a glyph.
    static let (slots, longestSide) = (1 << 12, 1 << 9)
}

/// Some rows and columns of the screen.
package nonisolated struct CellArea: Equatable, Sendable {
    package let rows: Range<Int>
    package let columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
        (self.rows, self.columns) = (rows, columns)
    }

    var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

    func clamped(to other: CellArea) -> CellArea {
        CellArea(rows: rows.clamped(to: other.rows), columns: columns.clamped(to: other.columns))
    }
}
