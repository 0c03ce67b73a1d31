/// How a picture is wanted as characters.
package struct CellRequest: Hashable, Sendable {
    /// The colours that the terminal has.
    package enum Colors: UInt32, Sendable {
        case all
        /// Those with the numbers 16 to 255, since users change the first sixteen.
        case palette256
        case palette16
        case palette8
        case none
    }

    package var columns: Int
    package var rows: Int
    package var colors: Colors
    /// What is behind transparent pixels.
    package var background: RGB

    package init(columns: Int, rows: Int, colors: Colors, background: RGB) {
        (self.columns, self.rows, self.colors, self.background) = (columns, rows, colors, background)
    }
}
