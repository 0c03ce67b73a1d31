/// Sets documents in lines.
package struct Typesetter: Sendable {
    package let options: TypesettingOptions

    package init(_ options: TypesettingOptions) {
        self.options = options
    }

    /// The document's lines, and after them the addresses of its links.
    package func set(_ manuscript: Manuscript) -> Galley {
        var compositor = Compositor(manuscript, options: options)
        compositor.setAll()
        return compositor.galley
    }

    /// The lines from a block on, to as many after a place in the text as asked for.
    ///
    /// A screen can be shown with them before the rest is set: they are the same as in the whole.
    package func set(
        _ manuscript: Manuscript, from position: TextPosition, past stop: TextPosition, lines: Int
    ) -> Galley {
        var compositor = Compositor(manuscript, options: options, stop: .init(position: stop, lines: lines))
        compositor.setAll(from: position.block)
        return compositor.galley
    }
}

extension Document {
    /// The document's lines, and after them the addresses of its links.
    package func lines(width: Int) -> [Line] {
        Typesetter(TypesettingOptions(width: width, textWidth: 0)).set(Manuscript(self)).lines
    }
}
