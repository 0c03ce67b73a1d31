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
