/// Sets documents in lines.
package struct Typesetter: Sendable {
    package let options: TypesettingOptions

    package init(_ options: TypesettingOptions) {
        self.options = options
    }

    /// Returns the document's lines, followed by its links' URLs.
    package func set(_ manuscript: Manuscript) -> Galley {
        var compositor = Compositor(manuscript, options: options)
        compositor.setAll()
        return compositor.galley
    }

    /// Returns the lines from a position's block on, up to `lines` after the position `stop`.
    ///
    /// They are the same as in the whole, so a screen can show them before the rest is set.
    package func set(
        _ manuscript: Manuscript, from position: TextPosition, past stop: TextPosition, lines: Int
    ) -> Galley {
        var compositor = Compositor(manuscript, options: options, stop: .init(position: stop, lines: lines))
        compositor.setAll(from: position.block)
        return compositor.galley
    }
}

extension Document {
    /// Returns the document's lines, followed by its links' URLs.
    package func lines(width: Int) -> [Line] {
        Typesetter(TypesettingOptions(width: width, textWidth: 0)).set(Manuscript(self)).lines
    }
}
