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

    /// Terminals draw sixels in bands of so many pixels.
    private static let band = 6

    /// Cuts out what can be seen of a picture of some pixels that lies over cells of the screen, some perhaps beyond the
    /// pane. Nil if nothing is left.
    ///
    /// A terminal scrolls after a picture that reaches its last row, so that row stays free. A picture that goes on below
    /// ends with a whole band: the terminal would draw the rest of the last one over the row below.
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
        var bottom = min(pixelHeight, top + seenRows.count * cell.height)
        if bottom < pixelHeight { bottom -= (bottom - top) % Self.band }
        guard top < bottom, left < right else { return nil }
        (row, column) = (seenRows.lowerBound, seenColumns.lowerBound)
        (pixelRows, pixelColumns) = (top..<bottom, left..<right)
        self.rows = (bottom - top + cell.height - 1) / cell.height
        self.columns = (right - left + cell.width - 1) / cell.width
    }
}
