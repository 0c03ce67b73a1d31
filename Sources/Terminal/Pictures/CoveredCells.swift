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
