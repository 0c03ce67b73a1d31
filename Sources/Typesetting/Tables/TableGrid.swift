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
    func alignments() -> [Table.Alignment] {
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
