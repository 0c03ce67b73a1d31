/// Some rows and columns of the screen.
package nonisolated struct CellArea: Equatable, Sendable {
    package let rows: Range<Int>
    package let columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
        (self.rows, self.columns) = (rows, columns)
    }

    var isEmpty: Bool { rows.isEmpty || columns.isEmpty }

    func clamped(to other: CellArea) -> CellArea {
        CellArea(rows: rows.clamped(to: other.rows), columns: columns.clamped(to: other.columns))
    }
}
