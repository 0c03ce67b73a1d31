/// A text with its structure and without its layout, as the HTML of a feed or a page gives it.
///
/// It holds the words as they came: the typesetter and `plainText` clean what they take out of it.
package struct Document: Equatable, Sendable {
    package var blocks: [Block]

    package init(blocks: [Block] = []) {
        self.blocks = blocks
    }
}

/// A part of a document that stands on lines of its own.
package indirect enum Block: Equatable, Sendable {
    case paragraph([Inline])
    case heading(level: Int, [Inline])
    case list(List)
    case quote([Block])
    /// Text whose spaces and line breaks mean something.
    case preformatted(String)
    case table(rows: [[TableCell]])
    case rule
}

/// Items under bullets, or under numbers from `start` on.
package struct List: Equatable, Sendable {
    package var start: Int?
    package var items: [[Block]]

    package init(start: Int? = nil, items: [[Block]]) {
        self.start = start
        self.items = items
    }
}

package struct TableCell: Equatable, Sendable {
    package var isHeader: Bool
    package var blocks: [Block]

    package init(isHeader: Bool = false, blocks: [Block]) {
        self.isHeader = isHeader
        self.blocks = blocks
    }
}

/// A part of a paragraph.
package indirect enum Inline: Equatable, Sendable {
    case text(String)
    case emphasis([Inline])
    case strong([Inline])
    case code([Inline])
    case link(target: String, [Inline])
    /// An image without alternative text was not described; an empty one is decoration and never gets here.
    case image(alt: String?, source: String?)
    case lineBreak
}
