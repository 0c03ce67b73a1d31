/// Rows of cells that mean something together; tables that only lay out a page don't get here.
package struct Table: Equatable, Sendable {
    package struct Cell: Equatable, Sendable {
        package var isHeader: Bool
        /// How many columns and rows the cell takes, at least one of each.
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
    /// The cells that begin in each row: one that reaches down from the row above is not among them.
    package var rows: [[Cell]]

    package init(caption: [Inline] = [], rows: [[Cell]]) {
        self.caption = caption
        self.rows = rows
    }
}
