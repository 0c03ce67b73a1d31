/// Produces the bytes that change a terminal from what it shows to what is drawn.
///
/// After each frame the terminal has the plain style.
nonisolated struct Painter {
    private let terminal: TerminalDescription
    private let depth: ColorDepth
    /// Whether the terminal scrolls single columns.
    var hasMargins = false
    private var frame: [UInt8] = []
    /// The sequence that begins each style, by its number.
    private var inks: [[UInt8]] = []
    /// The style, link and position of the terminal at this point of the frame.
    private var style: UInt16 = 0
    private var link: UInt16 = 0
    /// The colours of a picture's cell, in which the terminal is if its style is the plain one.
    private var colors: DirectColors
    private var place: (row: Int, column: Int)?
    private var showsCursor = true
    /// Where the last frame left the cursor, if known.
    private var cursorLeft: TerminalCursor?

    /// The number of unchanged cells from which a jump is shorter than rewriting them.
    private static let worthJumping = 8
    /// The number of blanks from which erasing is shorter than writing them.
    private static let worthErasing = 12

    init(terminal: TerminalDescription, depth: ColorDepth) {
        (self.terminal, self.depth) = (terminal, depth)
        colors = DirectColors(terminal, depth)
    }

    /// How many colours there are.
    var colorCount: Int { depth.count }

    var showsAllColors: Bool { depth.isWhole }

    /// Starts with an empty screen and new numbers of styles.
    mutating func beginAnew() {
        inks = []
        showsCursor = true
        cursorLeft = nil
    }

    /// Returns the bytes that turn what is shown into what is drawn, with the cursor in its cell.
    mutating func frame(
        of drawing: Drawing, over shown: inout CellGrid, cursor: TerminalCursor, mayScroll: Bool = true
    ) -> [UInt8] {
        let (drawn, meanings, pictures) = (drawing.cells, drawing.meanings, drawing.pictures)
        frame.removeAll(keepingCapacity: true)
        learn(meanings)
        place = nil
        if !cursor.isShown { showCursor(false) }
        if mayScroll { for part in drawing.scrollable { scroll(part, of: drawn, over: &shown) } }
        for row in 0..<drawn.rows where drawn.touched[row] {
            guard let part = drawn.difference(from: shown, inRow: row) else { continue }
            paint(part, ofRow: row, drawn, over: shown, meanings, pictures)
            shown.copy(part, ofRow: row, from: drawn)
        }
        write(in: 0, leadingTo: 0, meanings)
        if !frame.isEmpty || cursor.isShown && cursor != cursorLeft { move(toRow: cursor.row, column: cursor.column) }
        if cursor.isShown { showCursor(true) }
        cursorLeft = cursor
        return frame
    }

    private mutating func learn(_ meanings: CellMeanings) {
        for style in meanings.styles.values.dropFirst(inks.count) {
            inks.append(terminal.beginning(style, depth))
        }
    }

    /// Lets the terminal move the content of a part, if that is all that happened to most of it.
    private mutating func scroll(_ part: CellArea, of drawn: CellGrid, over shown: inout CellGrid) {
        guard terminal.scrolls, let scroll = Scroll(in: part, from: shown, to: drawn, hasMargins: hasMargins) else {
            return
        }
        terminal.scroll(scroll, rows: drawn.rows, columns: drawn.columns, in: &frame)
        shown.apply(scroll)
    }

    private mutating func paint(
        _ part: Range<Int>, ofRow row: Int, _ drawn: CellGrid, over shown: CellGrid, _ meanings: CellMeanings,
        _ pictures: PictureTable
    ) {
        var column = part.lowerBound
        // Some terminals scroll after the last cell of the screen.
        let isLastRow = row == drawn.rows - 1
        let end = terminal.scrollsAtEnd && isLastRow ? min(part.upperBound, drawn.columns - 1) : part.upperBound
        while column < end {
            let next = drawn.firstDifference(from: shown, inRow: row, at: column) ?? end
            let cell = drawn[row, column]
            // Writing to a picture's cell would erase pixels over it.
            if next - column >= (cell.glyph.isPicture ? 1 : Self.worthJumping) {
                column = next
                continue
            }
            move(toRow: row, column: column)
            if let part = cell.glyph.picture {
                write(part, pictures, behind: cell.style, meanings)
                column += 1
                place = column < drawn.columns ? (row, column) : nil
                continue
            }
            if canErase(cell, meanings) {
                let blanks = drawn.lengthOfRun(inRow: row, from: column)
                if blanks >= Self.worthErasing, erase(blanks, toEnd: column + blanks == drawn.columns, cell, meanings) {
                    column += blanks
                    continue
                }
            }
            let isLikeBefore = cell.glyph == .space && meanings.blank(of: style) == cell.style
            write(in: isLikeBefore ? style : cell.style, leadingTo: cell.link, meanings)
            let behindText = drawn.addText(inRow: row, columns: column..<end, unlike: shown, to: &frame)
            if behindText == column {
                write(cell.glyph, meanings)
                column += 1
                while column < drawn.columns, drawn[row, column].glyph == .rest { column += 1 }
            } else {
                column = behindText
            }
            // Terminals differ in their cursor position after the last column.
            place = column < drawn.columns ? (row, column) : nil
        }
    }

    private mutating func write(_ glyph: Glyph, _ meanings: CellMeanings) {
        guard let scalar = glyph.scalar else {
            for scalar in meanings.scalars(of: glyph) { frame += String(scalar).utf8 }
            return
        }
        if scalar.isASCII { frame.append(UInt8(ascii: scalar)) } else { frame += String(scalar).utf8 }
    }

    private mutating func write(
        _ cell: PictureCell, _ pictures: PictureTable, behind style: UInt16, _ meanings: CellMeanings
    ) {
        guard let (picture, look) = pictures[cell.slot], look != .blank else {
            write(in: style, leadingTo: 0, meanings)
            frame.append(UInt8(ascii: " "))
            return
        }
        if self.style != 0 || link != 0 { write(in: 0, leadingTo: 0, meanings) }
        let background = meanings.styles[style].background
        if case .placeholders(let upload) = look, let text = upload.cell(row: cell.row, column: cell.column) {
            colors.begin(exactly: upload.color, on: background, in: &frame)
            frame += text.utf8
        } else {
            let block = picture.block(row: cell.row, column: cell.column)
            colors.begin(block, on: background, in: &frame)
            frame += String(block.character).utf8
        }
    }

    /// Whether erasing produces the right look of a cell.
    private func canErase(_ cell: Cell, _ meanings: CellMeanings) -> Bool {
        guard cell.glyph == .space, cell.link == 0 else { return false }
        let look = meanings.styles[cell.style]
        return look.attributes.isEmpty && (look.background == nil || terminal.erasesInColor)
    }

    /// Erases blanks, if the terminal can.
    private mutating func erase(_ count: Int, toEnd: Bool, _ blank: Cell, _ meanings: CellMeanings) -> Bool {
        guard toEnd ? terminal.eraseToEnd != nil : terminal.erasesCells else { return false }
        if meanings.blank(of: style) != blank.style || link != 0 || !colors.arePlain {
            write(in: blank.style, leadingTo: 0, meanings)
        }
        if toEnd { frame += terminal.eraseToEnd ?? [] } else { terminal.erase(count, in: &frame) }
        return true
    }

    private mutating func move(toRow row: Int, column: Int) {
        if let place, place == (row, column) { return }
        terminal.move(toRow: row, column: column, in: &frame)
        place = (row, column)
    }

    private mutating func write(in style: UInt16, leadingTo link: UInt16, _ meanings: CellMeanings) {
        colors.end(in: &frame)
        guard style != self.style || link != self.link else { return }
        let isOtherLink = link != self.link
        if isOtherLink, self.link != 0 { frame += ControlSequence.link(to: "").utf8 }
        if style != self.style {
            if self.style != 0 { frame += terminal.reset }
            if style != 0 { frame += inks[Int(style)] }
        }
        if isOtherLink, link != 0 { frame += ControlSequence.link(to: meanings.links[link]).utf8 }
        (self.style, self.link) = (style, link)
    }

    private mutating func showCursor(_ isShown: Bool) {
        guard isShown != showsCursor else { return }
        frame += isShown ? terminal.showCursor : terminal.hideCursor
        showsCursor = isShown
    }
}
