extension Compositor {
    /// Tables with more cells than this are set as running text, which takes a line for many of them.
    private static let mostCells = 20_000

    /// A table stands in columns where they fit, as records where they don't, and as running text if it is huge.
    mutating func set(_ table: Table, style: Style) {
        if !table.caption.isEmpty { set(table.caption, style: style.union([.caption, .italic])) }
        let cellCount = table.rows.reduce(0) { $0 + $1.count }
        guard cellCount <= Self.mostCells else { return set(running: table, style: style) }
        guard let grid = TableGrid(table, mostColumns: max(64, margin.textWidth)) else {
            return set(records: table, nil, style: style)
        }
        let cells = measured(grid)
        for gap in [3, 1] {
            var columns = TableColumns(count: grid.columnCount, gap: gap)
            for (cell, extent) in cells { columns.add(extent, to: cell.columns) }
            if let widths = columns.widths(within: margin.textWidth) {
                return set(grid, widths: widths, gap: gap, style: style)
            }
        }
        set(records: table, grid, style: style)
    }

    /// The cells with their extents, those of one column first.
    private mutating func measured(_ grid: TableGrid) -> [(TableGrid.Cell, TableColumns.Extent)] {
        // What is only measured is neither explained nor passed.
        let inlines = inlines
        defer { self.inlines = inlines }
        return [false, true].flatMap { isSpanning in
            grid.rows.joined().filter { ($0.columns.count > 1) == isSpanning }
                .map { ($0, extent(of: $0.content.blocks)) }
        }
    }

    private mutating func set(_ grid: TableGrid, widths: [Int], gap: Int, style: Style) {
        let start = position
        let alignments = grid.alignments()
        var layout = TableLayout(grid, widths: widths, gap: gap)
        var offsets: [Int] = []
        for row in grid.rows {
            offsets.append(position.offset)
            for cell in row {
                let style = cell.isHeader ? style.union(.bold) : style
                let lines = column(of: cell.content.blocks, width: layout.width(of: cell.columns), style: style)
                let isAligned = cell.columns.count > 1 || cell.content.alignment != .left
                layout.add(
                    cell, lines: lines,
                    alignment: isAligned ? cell.content.alignment : alignments[cell.columns.lowerBound])
            }
        }
        let end = position
        for (row, offset) in offsets.enumerated() {
            position = TextPosition(block: start.block, offset: offset)
            for line in layout.lines(ofRow: row, signs: signs) { add(line) }
        }
        position = end
    }
}
