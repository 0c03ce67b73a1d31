/// Rows of cells with a common meaning. Tables for page layout don't become one.
package struct Table: Equatable, Sendable {
    package struct Cell: Equatable, Sendable {
        package var isHeader: Bool
        /// The columns and rows of the cell, at least one each.
        package var columns: Int
        package var rows: Int
        package var alignment: Alignment
        package var blocks: [Block]

        package init(
            isHeader: Bool = false, columns: Int = 1, rows: Int = 1, alignment: Alignment = .left,
            _ blocks: [Block] = []
        ) {
            self.isHeader = isHeader
            self.columns = columns
            self.rows = rows
            self.alignment = alignment
            self.blocks = blocks
        }
    }

    package enum Alignment: Equatable, Sendable {
        case left
        case center
        case right
    }

    package var caption: [Inline]
    /// The cells that begin in each row, without those that extend from above.
    package var rows: [[Cell]]

    package init(caption: [Inline] = [], rows: [[Cell]]) {
        self.caption = caption
        self.rows = rows
    }
}
