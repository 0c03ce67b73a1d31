/// A part of a picture that is on the screen as blocks, and could be covered with its pixels.
///
/// It has few rows, so that the terminal takes it at once, and a picture that is partly hidden consists of several.
package nonisolated struct BarePart: Sendable {
    package let picture: any ScreenPicture
    /// Nil if no pixels belong there.
    package let drawn: DrawnPart?
    let area: CellArea
    /// Its first cell.
    let first: PictureCell

    /// About a hundred kilobytes of sixels.
    private static let mostRows = 6

    func isSame(as other: BarePart) -> Bool { first == other.first && area == other.area }

    /// Finds the parts in the cells of a screen. Nothing is drawn on its last row, after which terminals scroll.
    static func all(
        in cells: CellGrid, _ pictures: PictureTable, but covered: CoveredCells, cell: CellSize
    ) -> [BarePart] {
        var growing: [(area: CellArea, first: PictureCell)] = []
        var found: [(area: CellArea, first: PictureCell)] = []
        for row in 0..<max(0, cells.rows - 1) {
            var runs = runs(in: cells, row: row, pictures, but: covered)
            for part in growing {
                let height = part.area.rows.count
                if let index = runs.firstIndex(where: {
                    $0.area.columns == part.area.columns && $0.first.slot == part.first.slot
                        && $0.first.row == part.first.row + height && $0.first.column == part.first.column
                        && $0.first.row % Self.mostRows != 0
                }) {
                    let grown = CellArea(rows: part.area.rows.lowerBound..<row + 1, columns: part.area.columns)
                    runs[index] = (grown, part.first)
                } else {
                    found.append(part)
                }
            }
            growing = runs
        }
        return endingWithBands(found + growing, above: cells.rows - 1, cell).compactMap { area, first in
            guard let picture = pictures[first.slot]?.picture, let size = picture.pixelSize else { return nil }
            let (top, left) = (area.rows.lowerBound - first.row, area.columns.lowerBound - first.column)
            let drawn = DrawnPart(
                pixelWidth: size.width, pixelHeight: size.height, rows: top..<top + picture.rows,
                columns: left..<left + picture.columns, paneRows: area.rows, paneColumns: area.columns,
                screenRows: cells.rows, cell: cell)
            return BarePart(picture: picture, drawn: drawn, area: area, first: first)
        }
    }

    /// Moves rows from the part above to one that ends above the last row of the screen, so that it has whole bands.
    private static func endingWithBands(
        _ parts: [(area: CellArea, first: PictureCell)], above lastRow: Int, _ cell: CellSize
    ) -> [(area: CellArea, first: PictureCell)] {
        var parts = parts
        for index in parts.indices where parts[index].area.rows.upperBound == lastRow {
            let (area, first) = parts[index]
            guard
                let above = parts.firstIndex(where: {
                    $0.area.columns == area.columns && $0.area.rows.upperBound == area.rows.lowerBound
                        && $0.first.slot == first.slot && $0.first.column == first.column
                        && $0.first.row + $0.area.rows.count == first.row
                })
            else { continue }
            let whole = parts[above]
            let start = whole.area.rows.lowerBound
            let best = (start..<lastRow).first {
                lastRow - $0 <= mostRows && (lastRow - $0) * cell.height % DrawnPart.band == 0
            }
            guard let cut = best else { continue }
            parts[above].area = CellArea(rows: start..<cut, columns: area.columns)
            parts[index].area = CellArea(rows: cut..<lastRow, columns: area.columns)
            parts[index].first = PictureCell(
                slot: first.slot, row: whole.first.row + cut - start, column: first.column)
        }
        return parts.filter { !$0.area.isEmpty }
    }

    /// The cells of a row that lie side by side in the same picture.
    private static func runs(
        in cells: CellGrid, row: Int, _ pictures: PictureTable, but covered: CoveredCells
    ) -> [(area: CellArea, first: PictureCell)] {
        var runs: [(area: CellArea, first: PictureCell)] = []
        for column in 0..<cells.columns {
            guard let cell = cells[row, column].glyph.picture, !covered[row, column] else { continue }
            if let (area, first) = runs.last, area.columns.upperBound == column, first.slot == cell.slot,
                first.row == cell.row, first.column + area.columns.count == cell.column
            {
                runs[runs.count - 1].area = CellArea(
                    rows: area.rows, columns: area.columns.lowerBound..<column + 1)
            } else {
                runs.append((CellArea(rows: row..<row + 1, columns: column..<column + 1), cell))
            }
        }
        return runs
    }
}
