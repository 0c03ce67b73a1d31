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
