package import Pictures

/// What pictures need to know of the screen.
package struct PictureScreen: Equatable, Sendable {
    /// What the screen shows besides blocks.
    package enum Form: Sendable {
        case blocksOnly
        /// Compressed pixels, once for each picture.
        case uploads
        /// Pixels over the cells, when nothing moves.
        case overlays
    }

    package var form: Form
    package var colors: CellRequest.Colors
    /// What is behind transparent pixels.
    package var background: RGB
    /// The size of a cell in pixels, or a usual one if the terminal doesn't tell.
    package var cell: PixelSize
    /// What would let the terminal show more than blocks, for the status line; nil if nothing would.
    package var advice: String?

    package init(
        form: Form, colors: CellRequest.Colors, background: RGB, cell: PixelSize, advice: String? = nil
    ) {
        (self.form, self.colors, self.background, self.cell) = (form, colors, background, cell)
        self.advice = advice
    }
}
