// Pixels over the cells of pictures, which the terminal erases where it writes.
extension Terminal {
    /// Whether pictures are on the screen.
    package var hasPictures: Bool { !drawing.pictures.isEmpty }

    /// The parts of pictures that the terminal could show as pixels now, but doesn't. None while it is busy.
    package func bareParts(cell: CellSize) -> [BarePart] {
        guard isLikeXterm, isShowing, hasPictures, !output.isBehind, !pace.isWaiting else { return [] }
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
