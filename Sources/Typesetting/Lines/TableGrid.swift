/// A table whose cells know the columns and rows that they cover.
struct TableGrid {
    struct Cell {
        let content: Table.Cell
        let columns: Range<Int>
        let rows: Range<Int>

        var isHeader: Bool { content.isHeader }

        /// Returns the page's alignment, or else the column's; a header is centred over its columns.
        func alignment(in columnAlignments: [Table.Alignment]) -> Table.Alignment {
            if content.alignment != .left { return content.alignment }
            return columns.count == 1 ? columnAlignments[columns.lowerBound] : isHeader ? .center : .left
        }
    }

    /// The cells that begin in each row, from left to right.
    private(set) var rows: [[Cell]] = []
    private(set) var columnCount = 0
    /// The number of top rows with only headers.
    private(set) var headerRows = 0

    /// Positions the cells as HTML does; nil if there are too many columns.
    init?(_ table: Table, mostColumns: Int) {
        /// The number of further rows in which a cell from above covers each column.
        var covered: [Int] = []
        for (row, cells) in table.rows.enumerated() {
            var column = 0
            var placed: [Cell] = []
            placed.reserveCapacity(cells.count)
            for cell in cells {
                while column < covered.count, covered[column] > 0 { column += 1 }
                let columns = column..<column + max(1, min(cell.columns, mostColumns + 1))
                guard columns.upperBound <= mostColumns else { return nil }
                let height = max(1, min(cell.rows, table.rows.count - row))
                while covered.count < columns.upperBound { covered.append(0) }
                for index in columns { covered[index] = height }
                placed.append(Cell(content: cell, columns: columns, rows: row..<row + height))
                column = columns.upperBound
            }
            for index in covered.indices where covered[index] > 0 { covered[index] -= 1 }
            rows.append(placed)
        }
        columnCount = covered.count
        let headers = rows.prefix { row in !row.isEmpty && row.allSatisfy(\.isHeader) }.count
        headerRows = headers < rows.count ? headers : 0
    }

    /// Returns the alignment of each column: right for numbers, unless the page says otherwise.
    fileprivate func alignments() -> [Table.Alignment] {
        var numbers = [Int](repeating: 0, count: columnCount)
        var isText = [Bool](repeating: false, count: columnCount)
        for cell in rows.dropFirst(headerRows).joined() where cell.columns.count == 1 {
            switch NumberLook(cell.content.blocks) {
            case .number: numbers[cell.columns.lowerBound] += 1
            case .nothing: break
            case .text: isText[cell.columns.lowerBound] = true
            }
        }
        return zip(numbers, isText).map { count, isText in count > 0 && !isText ? .right : .left }
    }
}

/// Whether a cell looks like a number, possibly with sign and unit, so that it is aligned right.
private enum NumberLook {
    case number
    /// Empty or a dash.
    case nothing
    case text

    init(_ blocks: [Block]) {
        guard blocks.count < 2 else {
            self = .text
            return
        }
        switch blocks.first {
        case nil: self = .nothing
        case .paragraph(let content): self.init(content)
        default: self = .text
        }
    }

    private init(_ content: [Inline]) {
        var hasDigit = false
        var isText = false
        var length = 0
        Self.scan(content) { codePoint in
            length += 1
            switch codePoint {
            case 0x30...0x39: hasDigit = true
            case 0x20, 0xA0, 0x202F, 0x2009, 0x2007: break
            // + , - . % $ ( ) ' ~ < > and currency signs, minus, dashes, per mille, approximation and degree.
            case 0x2B...0x2E, 0x24, 0x25, 0x27...0x29, 0x7E, 0x3C, 0x3E, 0xA2...0xA5, 0x20A0...0x20CF, 0x2212,
                0x2012...0x2014, 0x2030, 0x2248, 0xB0, 0xB1, 0xD7, 0x2019:
                break
            default: isText = true
            }
            return !isText && length <= 24
        }
        self = isText || length > 24 ? .text : hasDigit ? .number : length <= 3 ? .nothing : .text
    }

    /// Passes all code points to the body until it returns false.
    @discardableResult
    private static func scan(_ content: [Inline], _ body: (UInt32) -> Bool) -> Bool {
        for inline in content {
            if case .text(let text) = inline {
                for scalar in text.unicodeScalars where !body(scalar.value) { return false }
            } else if case .image = inline {
                return body(0x41)
            } else if !scan(inline.content, body) {
                return false
            }
        }
        return true
    }
}

extension Compositor {
    /// The most cells of a real table. Larger ones are set as running text, which takes one line for many cells.
    static let mostCells = 20_000

    /// Sets a table in columns if they fit, otherwise as records, and as running text if it is huge.
    mutating func set(_ table: Table, style: Style) {
        if !table.caption.isEmpty {
            set(table.caption, style: style.union([.caption, .italic]))
            leaveGap()
        }
        let cellCount = table.rows.reduce(0) { $0 + $1.count }
        guard cellCount <= Self.mostCells, !isPlain else { return set(running: table, style: style) }
        guard let grid = TableGrid(table, mostColumns: max(64, margin.textWidth)) else {
            return set(records: table, nil, style: style)
        }
        let measures = measured(grid, style: style)
        for gap in [3, 1] {
            var columns = TableColumns(count: grid.columnCount, gap: gap)
            for isSpanning in [false, true] {
                for (row, measures) in zip(grid.rows, measures) {
                    for (cell, measure) in zip(row, measures) where (cell.columns.count > 1) == isSpanning {
                        columns.add(measure.extent, to: cell.columns)
                    }
                }
            }
            if let widths = columns.widths(within: margin.textWidth) {
                return set(grid, measures, widths: widths, gap: gap, style: style)
            }
        }
        set(records: table, grid, style: style)
    }

    /// The facts about a cell before the columns have widths.
    private struct Measure {
        var extent = TableColumns.Extent()
        /// The cell as one line, if its column is wide enough.
        var line: Line?
        /// The length of the line's text.
        var length = 0
    }

    /// Returns the measures of all cells, row by row.
    private mutating func measured(_ grid: TableGrid, style: Style) -> [[Measure]] {
        // Measuring must not use up explanations and anchors.
        let inlines = inlines
        defer { self.inlines = inlines }
        return grid.rows.map { row in row.map { measure(of: $0, style: style) } }
    }

    private mutating func measure(of cell: TableGrid.Cell, style: Style) -> Measure {
        let blocks = cell.content.blocks
        // Most cells contain a word or a number, which is set only once.
        guard blocks.count == 1, case .paragraph(let content) = blocks[0], content.count == 1,
            case .text = content[0]
        else { return Measure(extent: extent(of: blocks)) }
        inlines.set(content, style: self.style(of: cell, style))
        let (least, most) = breaker.extent(of: inlines.text.bytes)
        return Measure(
            extent: .init(least: least, most: most), line: inlines.text.singleLine, length: inlines.text.bytes.count)
    }

    private func style(of cell: TableGrid.Cell, _ style: Style) -> Style {
        cell.isHeader ? style.union(.bold) : style
    }

    private mutating func set(
        _ grid: TableGrid, _ measures: [[Measure]], widths: [Int], gap: Int, style: Style
    ) {
        let start = position
        let alignments = grid.alignments()
        var layout = TableLayout(grid, widths: widths, gap: gap)
        var offsets: [Int] = []
        for (row, measures) in zip(grid.rows, measures) {
            offsets.append(position.offset)
            for (cell, measure) in zip(row, measures) {
                let lines = self.lines(of: cell, measure, width: layout.width(of: cell.columns), style: style)
                layout.add(cell, lines: lines, alignment: cell.alignment(in: alignments))
            }
        }
        let end = position
        for (row, offset) in offsets.enumerated() {
            position = TextPosition(block: start.block, offset: offset)
            for line in layout.lines(ofRow: row, signs: signs) { add(line) }
        }
        position = end
        setPictures(of: grid)
    }

    private mutating func lines(
        of cell: TableGrid.Cell, _ measure: Measure, width: Int, style: Style
    ) -> [Line] {
        let blocks = cell.content.blocks
        if blocks.isEmpty { return [] }
        if let line = measure.line, measure.extent.most <= width {
            position.offset += measure.length
            return [line]
        }
        return column(of: blocks, width: width, style: self.style(of: cell, style))
    }
}

// Tables without room for columns.
extension Compositor {
    /// Sets each row as a record: a line per cell, which begins with its column's header.
    mutating func set(records table: Table, _ grid: TableGrid?, style: Style) {
        let labels = grid.map { Self.labels(of: $0) } ?? []
        let rows = grid?.rows ?? []
        let first = labels.contains { !$0.isEmpty } ? grid?.headerRows ?? 0 : 0
        if rows.isEmpty { return set(running: table, style: style) }
        for row in rows.indices.dropFirst(first) {
            guard !isFull else { return }
            if row > first { leaveGap() }
            set(record: rows[row], labels: labels, style: style)
        }
    }

    private mutating func set(record: [TableGrid.Cell], labels: [[Inline]], style: Style) {
        let isTitled = record.count > 1 && record[0].isHeader && !record[1].isHeader
        for (index, cell) in record.enumerated() where !cell.content.blocks.isEmpty {
            if index == 0, isTitled {
                set(cell.content.blocks, style: style.union(.bold))
                continue
            }
            let cellStyle = cell.isHeader ? style.union(.bold) : style
            let label = labels.isEmpty ? [] : labels[cell.columns.lowerBound]
            if isTitled {
                indent(first: "  ", style: .drawn) { $0.set(cell, label: label, style: cellStyle) }
            } else {
                set(cell, label: label, style: cellStyle)
            }
        }
    }

    private mutating func set(_ cell: TableGrid.Cell, label: [Inline], style: Style) {
        guard !label.isEmpty else { return set(cell.content.blocks, style: style) }
        let name: [Inline] = [.styled(.small, label + [.text(": ")])]
        if let content = cell.content.simpleContent {
            set(name + content, style: style)
        } else {
            set(name, style: style)
            indent(first: "  ", style: .drawn) { $0.set(cell.content.blocks, style: style) }
        }
    }

    // Every record repeats the labels: long ones would hide the contents, and a hostile page could make gigabytes of
    // them.
    private static let longestLabel = 60
    private static let mostHeaderRows = 4

    /// Returns a label for each column from the header rows, without links; none if they are too long, so that they
    /// become records.
    private static func labels(of grid: TableGrid) -> [[Inline]] {
        guard grid.headerRows <= mostHeaderRows else { return [] }
        var labels = [[String]](repeating: [], count: grid.columnCount)
        for cell in grid.rows.prefix(grid.headerRows).joined() {
            let text = CleanText.line(Document(blocks: cell.content.blocks).plainText)
            guard text.cellWidth <= longestLabel else { return [] }
            guard !text.isEmpty else { continue }
            for column in cell.columns { labels[column].append(text) }
        }
        return labels.map { $0.isEmpty ? [] : [.text($0.joined(separator: " · "))] }
    }

    /// Sets each row as a paragraph of its cells. Blocks in cells are set separately.
    mutating func set(running table: Table, style: Style) {
        for row in table.rows {
            var content: [Inline] = []
            for cell in row {
                guard !isFull else { return }
                guard let simple = cell.simpleContent else {
                    if !content.isEmpty { set(content, style: style) }
                    content.removeAll()
                    set(cell.blocks, style: style)
                    continue
                }
                if !content.isEmpty { content.append(.text(" \(signs.bar) ")) }
                content.append(contentsOf: simple)
            }
            if !content.isEmpty { set(content, style: style) }
        }
    }
}

extension Table.Cell {
    /// The content of a cell with only one paragraph.
    fileprivate var simpleContent: [Inline]? {
        guard let block = blocks.first else { return [] }
        guard blocks.count == 1, case .paragraph(let content) = block else { return nil }
        return content
    }
}
