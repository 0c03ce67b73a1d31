/// Sets documents in lines of a given width.
package struct Typesetter: Sendable {
    private let width: Int

    /// The width in cells; one is the least.
    package init(width: Int) {
        self.width = max(1, width)
    }

    /// The document's lines, and after them the addresses of its links.
    package func lines(of document: Document) -> [Line] {
        var galley = Galley(width: width, links: LinkTable(document))
        galley.set(document.blocks, isTight: false)
        galley.setLinks()
        return galley.lines
    }
}

extension Document {
    /// The document's lines, and after them the addresses of its links.
    package func lines(width: Int) -> [Line] {
        Typesetter(width: width).lines(of: self)
    }
}
