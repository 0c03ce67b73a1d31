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
