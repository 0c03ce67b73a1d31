extension Compositor {
    /// Tables with more cells than this are set as running text, which takes a line for many of them.
    private static let mostCells = 20_000

    /// A table stands in columns where they fit, as records where they don't, and as running text if it is huge.
    mutating func set(_ table: Table, style: Style) {
        if !table.caption.isEmpty {
            set(table.caption, style: style.union([.caption, .italic]))
            leaveGap()
        }
        let cellCount = table.rows.reduce(0) { $0 + $1.count }
        guard cellCount <= Self.mostCells else { return set(running: table, style: style) }
        guard let grid = TableGrid(table, mostColumns: max(64, margin.textWidth)) else {
            return set(records: table, nil, style: style)
        }
        let extents = measured(grid)
        for gap in [3, 1] {
            var columns = TableColumns(count: grid.columnCount, gap: gap)
            for isSpanning in [false, true] {
                for (row, extents) in zip(grid.rows, extents) {
                    for (cell, extent) in zip(row, extents) where (cell.columns.count > 1) == isSpanning {
                        columns.add(extent, to: cell.columns)
                    }
                }
            }
            if let widths = columns.widths(within: margin.textWidth) {
                return set(grid, extents, widths: widths, gap: gap, style: style)
            }
        }
        set(records: table, grid, style: style)
    }

    /// The extents of all cells, row by row.
    private mutating func measured(_ grid: TableGrid) -> [[TableColumns.Extent]] {
        // What is only measured is neither explained nor passed.
        let inlines = inlines
        defer { self.inlines = inlines }
        return grid.rows.map { row in row.map { extent(of: $0.content.blocks) } }
    }

    private mutating func set(
        _ grid: TableGrid, _ extents: [[TableColumns.Extent]], widths: [Int], gap: Int, style: Style
    ) {
        let start = position
        let alignments = grid.alignments()
        var layout = TableLayout(grid, widths: widths, gap: gap)
        var offsets: [Int] = []
        for (row, extents) in zip(grid.rows, extents) {
            offsets.append(position.offset)
            for (cell, extent) in zip(row, extents) {
                let lines = self.lines(of: cell, extent, width: layout.width(of: cell.columns), style: style)
                layout.add(cell, lines: lines, alignment: cell.alignment(in: alignments))
            }
        }
        let end = position
        for (row, offset) in offsets.enumerated() {
            position = TextPosition(block: start.block, offset: offset)
            for line in layout.lines(ofRow: row, signs: signs) { add(line) }
        }
        position = end
    }

    private mutating func lines(
        of cell: TableGrid.Cell, _ extent: TableColumns.Extent, width: Int, style: Style
    ) -> [Line] {
        let style = cell.isHeader ? style.union(.bold) : style
        let blocks = cell.content.blocks
        // Most cells hold a word or a number.
        if blocks.count == 1, extent.most <= width, case .paragraph(let content) = blocks[0],
            let line = line(of: content, style: style)
        {
            return [line]
        }
        return blocks.isEmpty ? [] : column(of: blocks, width: width, style: style)
    }
}
