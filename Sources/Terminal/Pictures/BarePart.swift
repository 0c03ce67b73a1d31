import FoundationEssentials

/// A part of a picture that is on the screen as blocks, and could be covered with its pixels.
///
/// It has few rows, so that the terminal takes it at once, and a picture that is partly hidden consists of several.
package nonisolated struct BarePart: Sendable {
    package let picture: any ScreenPicture
    /// Nil if no pixels belong there.
    package let drawn: DrawnPart?
    let area: CellArea
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

// Pixels over the cells of pictures, which the terminal erases where it writes.
extension Terminal {
    /// Whether pictures are on the screen.
    package var hasPictures: Bool { !drawing.pictures.isEmpty }

    /// The parts of pictures that the terminal could show as pixels now, but doesn't. None while it is busy.
    package func bareParts(cell: CellSize) -> [BarePart] {
        guard isLikeXterm, isShowing, hasPictures, !stream.isBehind, !pace.isWaiting else { return [] }
        return BarePart.all(in: shown, drawing.pictures, but: covered, cell: cell)
    }

    /// Draws pixels over a part that is still bare: a sequence that draws from the cursor on. Without one, the part
    /// counts as drawn.
    package func cover(_ part: BarePart, with pixels: [UInt8]?, cell: CellSize) {
        guard bareParts(cell: cell).contains(where: part.isSame) else { return }
        covered.cover(part.area)
        guard let pixels, let drawn = part.drawn else { return }
        let place = move(toRow: drawn.row, column: drawn.column)
        sendPaced(Array(ControlSequence.keepCursor.utf8) + place + pixels + Array(ControlSequence.giveCursorBack.utf8))
    }
}

/// The part of a picture that is drawn in pixels over cells, by sixels or as iTerm2 does: whole cells that can be seen.
package nonisolated struct DrawnPart: Equatable, Sendable {
    /// The cell in which it begins.
    package let row: Int
    package let column: Int
    /// How many cells it covers.
    package let rows: Int
    package let columns: Int
    /// What is cut out of the picture.
    package let pixelRows: Range<Int>
    package let pixelColumns: Range<Int>
    /// The size of the drawing: of its cells, unless it ends in the last row that may be drawn on.
    package let width: Int
    package let height: Int

    /// Terminals draw sixels in bands of so many pixels.
    static let band = 6

    /// Cuts out what can be seen of a picture of some pixels that lies over cells of the screen, some perhaps beyond the
    /// pane. Nil if nothing is left.
    ///
    /// A terminal scrolls after a picture that reaches its last row, so that row stays free. A picture above it ends with
    /// a whole band, since the rest of the last one would count.
    package init?(
        pixelWidth: Int, pixelHeight: Int, rows: Range<Int>, columns: Range<Int>, paneRows: Range<Int>,
        paneColumns: Range<Int>, screenRows: Int, cell: CellSize
    ) {
        let seenRows = rows.clamped(to: paneRows).clamped(to: 0..<max(0, screenRows - 1))
        let seenColumns = columns.clamped(to: paneColumns)
        guard !seenRows.isEmpty, !seenColumns.isEmpty else { return nil }
        let top = (seenRows.lowerBound - rows.lowerBound) * cell.height
        let left = (seenColumns.lowerBound - columns.lowerBound) * cell.width
        let right = min(pixelWidth, left + seenColumns.count * cell.width)
        let seen = min(pixelHeight - top, seenRows.count * cell.height)
        self.rows = (seen + cell.height - 1) / cell.height
        let room = (screenRows - 1 - seenRows.lowerBound) * cell.height
        let covered = self.rows * cell.height
        height = (covered + Self.band - 1) / Self.band * Self.band > room ? covered - covered % Self.band : covered
        let bottom = top + min(seen, height)
        guard top < bottom, left < right else { return nil }
        (row, column) = (seenRows.lowerBound, seenColumns.lowerBound)
        (pixelRows, pixelColumns) = (top..<bottom, left..<right)
        self.columns = (right - left + cell.width - 1) / cell.width
        width = self.columns * cell.width
    }
}

/// The cells over which pixels lie, until something is written to them.
nonisolated struct CoveredCells {
    private let columns: Int
    private var areCovered: [Bool]
    private(set) var isEmpty = true

    init(rows: Int, columns: Int) {
        self.columns = columns
        areCovered = Array(repeating: false, count: rows * columns)
    }

    subscript(row: Int, column: Int) -> Bool { areCovered[row * columns + column] }

    mutating func cover(_ area: CellArea) {
        isEmpty = false
        for row in area.rows {
            for column in area.columns { areCovered[row * columns + column] = true }
        }
    }

    /// Notes which cells will be painted.
    mutating func uncover(whereChanged drawn: CellGrid, from shown: CellGrid) {
        guard !isEmpty else { return }
        for row in 0..<drawn.rows where drawn.touched[row] {
            for column in 0..<columns where drawn[row, column] != shown[row, column] {
                areCovered[row * columns + column] = false
            }
        }
        isEmpty = !areCovered.contains(true)
    }
}

/// A picture as iTerm2 and its likes take it: a whole PNG file, which appears at the cursor over some cells.
package nonisolated enum ITermPicture {
    package static func sequence(png: [UInt8], columns: Int, rows: Int) -> String {
        let keys = "inline=1;size=\(png.count);width=\(columns);height=\(rows);preserveAspectRatio=0;doNotMoveCursor=1"
        return "\u{1B}]1337;File=\(keys):\(Data(png).base64EncodedString())\u{7}"
    }
}
