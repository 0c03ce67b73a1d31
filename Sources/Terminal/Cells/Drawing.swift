/// Cells, and the values behind their numbers.
nonisolated struct Drawing {
    private(set) var cells: CellGrid
    private(set) var meanings: CellMeanings
    private(set) var pictures = PictureTable()
    /// The parts drawn since the last frame whose content may only have moved.
    private(set) var scrollable: [CellArea] = []
    /// The background of text without one; nil is the terminal's own.
    var background: TerminalColor?

    init(rows: Int, columns: Int, width: @escaping (Unicode.Scalar) -> Int) {
        cells = CellGrid(rows: rows, columns: columns)
        meanings = CellMeanings(width: width)
    }

    /// Clears some columns of some rows.
    mutating func erase(rows: Range<Int>, columns: Range<Int>) {
        cells.fill(rows: rows, columns: columns, with: .blank)
    }

    /// Fills some columns of some rows with styled spaces.
    mutating func fill(rows: Range<Int>, columns: Range<Int>, style: CellStyle) {
        let number = number(of: style)
        cells.fill(
            rows: rows, columns: columns, with: Cell(glyph: .space, style: meanings.blank(of: number), link: 0))
    }

    /// Writes text from a cell on, linked to a URL unless that is empty.
    mutating func write(_ text: String, row: Int, column: Int, style: CellStyle, link: String) {
        guard 0..<cells.rows ~= row, 0..<cells.columns ~= column else { return }
        let (style, link) = (number(of: style), meanings.number(ofLink: link))
        cells.write(text, row: row, column: column, style: style, link: link, &meanings)
    }

    /// Draws the cells of a picture that lie within a part, which the terminal may keep as `upload`. Draws nothing if
    /// there are too many pictures.
    mutating func draw(
        _ picture: any ScreenPicture, as upload: KittyPicture? = nil, row: Int, column: Int, within part: CellArea
    ) {
        let area = CellArea(rows: row..<row + picture.rows, columns: column..<column + picture.columns)
        guard !area.clamped(to: part).isEmpty, let slot = pictures.slot(of: picture, upload) else { return }
        cells.draw(slot: slot, on: area, within: part, meanings)
    }

    /// Changes the cells of a picture to what the terminal keeps now.
    mutating func show(_ upload: KittyPicture, of id: Int) {
        if let (old, new) = pictures.show(upload, of: id) { cells.change(slot: old, to: new) }
    }

    /// Forgets pictures that have no cell any more, here or on the terminal.
    mutating func forgetPictures(neitherHereNorIn shown: CellGrid) {
        guard !pictures.isEmpty else { return }
        var slots: Set<Int> = []
        cells.addSlots(to: &slots)
        shown.addSlots(to: &slots)
        pictures.keep(only: slots)
    }

    /// Moves the content of a part up by some rows, or down by a negative number.
    mutating func scroll(_ part: CellArea, by rows: Int) {
        cells.apply(Scroll(of: part.clamped(to: cells.area), by: rows))
        noteScrollable(part)
    }

    /// Notes that the content of a part may only have moved.
    mutating func noteScrollable(_ part: CellArea) {
        let part = part.clamped(to: cells.area)
        if !part.isEmpty { scrollable.append(part) }
    }

    /// Marks everything as painted.
    mutating func settle() {
        cells.settle()
        scrollable.removeAll(keepingCapacity: true)
    }

    /// Marks everything for painting.
    mutating func touchAll() { cells.touchAll() }

    private mutating func number(of style: CellStyle) -> UInt16 {
        var style = style
        if style.background == nil { style.background = background }
        return meanings.number(of: style)
    }
}

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

/// The values behind the numbers in cells.
nonisolated struct CellMeanings {
    /// The number of cells that a character takes.
    let width: (Unicode.Scalar) -> Int
    private(set) var styles = Numbered(first: CellStyle.plain)
    /// The number of the style that blanks have in each style.
    private var blanks: [UInt16] = [0]
    /// The URLs of links; the first stands for none.
    private(set) var links = Numbered(first: "")
    /// Characters with their combining marks.
    private var clusters = Numbered(first: [Unicode.Scalar("\u{FFFD}")])

    /// The most scalars of one character in clean text.
    private static let longestCluster = 9
    /// More than a screen shows. Beyond it, all text from outside is numbered again.
    private static let many = 10_000

    init(width: @escaping (Unicode.Scalar) -> Int) {
        self.width = width
    }

    /// Whether it is time to start again, so that a long session doesn't fill the memory.
    var isFull: Bool { links.values.count > Self.many || clusters.values.count > Self.many }

    mutating func number(of style: CellStyle) -> UInt16 {
        let number = styles.number(of: style)
        while blanks.count < styles.values.count {
            let blank = styles.values[blanks.count].ofBlanks
            blanks.append(blank == styles.values[blanks.count] ? UInt16(blanks.count) : styles.number(of: blank))
        }
        return number
    }

    mutating func number(ofLink target: String) -> UInt16 { target.isEmpty ? 0 : links.number(of: target) }

    /// The style of blanks in a style.
    func blank(of style: UInt16) -> UInt16 { blanks[Int(style)] }

    /// Returns the glyph with one more combining mark.
    mutating func adding(_ mark: Unicode.Scalar, to glyph: Glyph) -> Glyph {
        let scalars = scalars(of: glyph)
        if scalars.isEmpty || scalars.count == Self.longestCluster { return glyph }
        let number = clusters.number(of: scalars + [mark])
        return number == 0 ? glyph : Glyph(cluster: number)
    }

    /// The scalars of a glyph; none for the second cell of a wide character.
    func scalars(of glyph: Glyph) -> [Unicode.Scalar] {
        if let scalar = glyph.scalar { return [scalar] }
        return glyph.cluster.map { clusters[$0] } ?? []
    }
}

nonisolated extension CellStyle {
    /// The part of a style that is visible in a blank.
    fileprivate var ofBlanks: CellStyle {
        if attributes.contains(.reverse) { return self }
        let lines = attributes.intersection([.underline, .struckOut])
        return CellStyle(lines, foreground: lines.isEmpty ? nil : foreground, background: background)
    }
}

/// Values with small numbers that stand for them, two bytes each. The first value has the number 0, which also stands
/// for values beyond the last number.
nonisolated struct Numbered<Value: Hashable> {
    private(set) var values: [Value]
    private var numbers: [Value: UInt16]
    /// Most calls ask for the same value again.
    private var last: (value: Value, number: UInt16)

    init(first: Value) {
        values = [first]
        numbers = [first: 0]
        last = (first, 0)
    }

    subscript(number: UInt16) -> Value { values[Int(number)] }

    mutating func number(of value: Value) -> UInt16 {
        if value == last.value { return last.number }
        let number = numbers[value] ?? add(value)
        last = (value, number)
        return number
    }

    private mutating func add(_ value: Value) -> UInt16 {
        guard let number = UInt16(exactly: values.count) else { return 0 }
        values.append(value)
        numbers[value] = number
        return number
    }
}
