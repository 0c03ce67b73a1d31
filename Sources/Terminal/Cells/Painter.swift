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

/// Colours that change from cell to cell, as in photos: too many of them to be styles with numbers.
private nonisolated struct DirectColors {
    private let terminal: TerminalDescription
    private let depth: ColorDepth
    /// The colours in which the terminal is; nil is its own.
    private var front: TerminalColor?
    private var behind: TerminalColor?
    /// The sequences of the palette's colours that were used.
    private var palette: [[UInt8]?] = Array(repeating: nil, count: 512)

    init(_ terminal: TerminalDescription, _ depth: ColorDepth) {
        (self.terminal, self.depth) = (terminal, depth)
    }

    var arePlain: Bool { front == nil && behind == nil }

    /// Changes to the colours of a block, as far as they are visible.
    mutating func begin(_ block: PictureBlock, on background: TerminalColor?, in frame: inout [UInt8]) {
        let wanted = (
            block.character == " " ? front : block.foreground.flatMap(depth.shown),
            block.character == "█" ? behind : (block.background ?? background).flatMap(depth.shown)
        )
        change(to: wanted, in: &frame)
    }

    /// Changes to a colour that has another meaning, and so must reach the terminal unchanged.
    mutating func begin(exactly color: TerminalColor, on background: TerminalColor?, in frame: inout [UInt8]) {
        let behind = background.flatMap(depth.shown)
        change(to: (front == color ? color : nil, behind), in: &frame)
        guard front == nil else { return }
        frame.append(color, isBehind: false)
        front = color
    }

    /// Returns to plain text.
    mutating func end(in frame: inout [UInt8]) {
        guard !arePlain else { return }
        frame += terminal.reset
        (front, behind) = (nil, nil)
    }

    private mutating func change(
        to wanted: (front: TerminalColor?, behind: TerminalColor?), in frame: inout [UInt8]
    ) {
        if wanted.front == nil && front != nil || wanted.behind == nil && behind != nil { end(in: &frame) }
        if let color = wanted.front, color != front { add(color, isBehind: false, to: &frame) }
        if let color = wanted.behind, color != behind { add(color, isBehind: true, to: &frame) }
        (front, behind) = wanted
    }

    private mutating func add(_ color: TerminalColor, isBehind: Bool, to frame: inout [UInt8]) {
        switch (color, depth) {
        case (.palette(let number), _):
            let index = Int(number) + (isBehind ? 256 : 0)
            let sequence = palette[index] ?? terminal.coloring(color, isBehind: isBehind, depth)
            palette[index] = sequence
            frame += sequence
        case (.rgb, .rgb): frame += terminal.coloring(color, isBehind: isBehind, depth)
        case (.rgb, _): frame.append(color, isBehind: isBehind)
        }
    }
}

/// A part of the screen whose content the terminal itself moves up or down, which takes much fewer bytes than painting it
/// again.
nonisolated struct Scroll {
    let area: CellArea
    /// How many rows up; down if negative.
    let distance: Int

    /// The bytes of a scroll.
    private static let cost = 40
    /// Fewer changed rows are painted.
    private static let fewestRows = 3
    /// One of so many changed rows has moved at least, or what changed is a page.
    private static let fewestShare = 4

    init(of area: CellArea, by distance: Int) { (self.area, self.distance) = (area, distance) }

    /// Finds out whether the content of a part has moved. Terminals without `hasMargins` move whole rows, and what stands
    /// beside the part is painted again. Nil if painting everything takes no more bytes.
    init?(in part: CellArea, from shown: CellGrid, to drawn: CellGrid, hasMargins: Bool) {
        guard let distance = Self.distance(in: part, from: shown, to: drawn) else { return nil }
        self.distance = distance
        area = hasMargins ? part : CellArea(rows: part.rows, columns: 0..<drawn.columns)
        let costOfMoved = cost(from: shown, to: drawn) { source(of: $0) }
        guard cost(from: shown, to: drawn, upTo: costOfMoved + Self.cost, source: { $0 }) > costOfMoved + Self.cost
        else { return nil }
    }

    /// The row whose content a row of the area has afterwards; nil if it is empty.
    func source(of row: Int) -> Int? {
        area.rows.contains(row + distance) ? row + distance : nil
    }

    /// The distance that explains most of the changed rows, if there are some.
    private static func distance(in area: CellArea, from shown: CellGrid, to drawn: CellGrid) -> Int? {
        let changed = area.rows.filter { drawn.differs(from: shown, inRow: $0, columns: area.columns) }
        guard changed.count >= fewestRows else { return nil }
        // Mostly it's a single row.
        for distance in [1, -1] {
            let unlike = changed.lazy.filter { row in
                !area.rows.contains(row + distance)
                    || drawn.differs(from: shown, inRow: row, columns: area.columns, row: row + distance)
            }
            if unlike.prefix(fewestRows).count < fewestRows { return distance }
        }
        let before = area.rows.map { shown.digest(ofRow: $0, columns: area.columns) }
        let after = changed.map { drawn.digest(ofRow: $0, columns: area.columns) }
        var best = (distance: 0, rows: 0)
        for size in 1..<area.rows.count {
            for distance in [size, -size] {
                var rows = 0
                for (row, digest) in zip(changed, after) {
                    let source = row + distance - area.rows.lowerBound
                    if before.indices.contains(source), before[source] == digest { rows += 1 }
                }
                if rows > best.rows { best = (distance, rows) }
            }
        }
        return best.rows * fewestShare >= changed.count ? best.distance : nil
    }

    /// The bytes that painting the area takes if its rows show what other rows showed; more than `limit` if it is over that.
    private func cost(
        from shown: CellGrid, to drawn: CellGrid, upTo limit: Int = .max, source: (_ row: Int) -> Int?
    ) -> Int {
        var cost = 0
        for row in area.rows where cost <= limit {
            cost += drawn.paintingCost(ofRow: row, columns: area.columns, over: shown, row: source(row))
        }
        return cost
    }
}

/// The position of the terminal's cursor. Even a hidden cursor is followed by braille displays and screen readers, and
/// some terminals can't hide it.
nonisolated struct TerminalCursor: Equatable {
    var row = 0
    var column = 0
    var isShown = false
}
