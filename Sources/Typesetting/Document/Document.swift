/// A text with its structure but without layout, from a feed's or page's HTML.
///
/// It contains the original words: the typesetter and `plainText` clean them.
package struct Document: Equatable, Sendable {
    package var blocks: [Block]
    /// The number of first blocks that describe the text and aren't part of it. Their links have no numbers.
    package var headLength = 0

    package init(blocks: [Block] = [], headLength: Int = 0) {
        self.blocks = blocks
        self.headLength = headLength
    }
}

/// A part of a document on its own lines.
package enum Block: Equatable, Sendable {
    case paragraph([Inline])
    /// A heading of level 1 to 6.
    case heading(level: Int, [Inline])
    case list(List)
    /// Terms and their definitions.
    case definitions([Definition])
    case quote([Block])
    /// Text with significant spaces and newlines. Only newlines end its lines.
    case preformatted([Inline])
    case table(Table)
    case figure([Block], caption: [Block] = [])
    /// Content that a page hides behind a summary, and a document shows.
    case details(summary: [Inline], [Block])
    case rule
    /// The target of links to `#` and this name, invisible itself.
    case anchor(String)
}

/// A part of a paragraph.
package enum Inline: Equatable, Sendable {
    case text(String)
    case styled(InlineStyle, [Inline])
    /// A link to an absolute URL, or to an anchor of this document: `#` and its name.
    case link(target: String, [Inline])
    indirect case image(Image)
    indirect case media(Media)
    case abbreviation(meaning: String, [Inline])
    /// Text with its pronunciation, which a page shows above it.
    case ruby(base: [Inline], reading: [Inline])
    case lineBreak
    /// The target of links to `#` and this name, invisible itself.
    case anchor(String)

    /// The parts inside this one, empty for a leaf.
    var content: [Inline] {
        switch self {
        case .styled(_, let content), .link(_, let content), .abbreviation(_, let content): content
        case .ruby(let base, let reading): base + reading
        case .text, .image, .media, .lineBreak, .anchor: []
        }
    }

    /// Whether it shows more than spaces.
    var isVisible: Bool {
        switch self {
        case .text(let text): CleanText.isVisible(text)
        case .image, .media: true
        case .lineBreak, .anchor: false
        case .styled(_, let content), .link(_, let content), .abbreviation(_, let content):
            content.contains(where: \.isVisible)
        case .ruby(let base, let reading): base.contains(where: \.isVisible) || reading.contains(where: \.isVisible)
        }
    }
}

/// The style of a part of a text.
package enum InlineStyle: Equatable, Sendable {
    case emphasis
    case strong
    case code
    case deleted
    case inserted
    case marked
    case underlined
    case small
    case superscript
    case `subscript`
}

/// Items with bullets or numbers.
package struct List: Equatable, Sendable {
    /// The markers of the items. Letters and numerals stand for the item's number.
    package enum Marker: Equatable, Sendable {
        case bullet
        case decimal
        case lowerLetter
        case upperLetter
        case lowerRoman
        case upperRoman
    }

    package struct Item: Equatable, Sendable {
        /// The number of the item, which may be any; nil for bullets.
        package var number: Int?
        package var blocks: [Block]

        package init(number: Int? = nil, _ blocks: [Block]) {
            self.number = number
            self.blocks = blocks
        }
    }

    package var marker: Marker
    package var items: [Item]

    package init(marker: Marker = .bullet, items: [Item]) {
        self.marker = marker
        self.items = items
    }
}

/// One or more terms with their definitions. Either may be missing if a page forgot it.
package struct Definition: Equatable, Sendable {
    package var terms: [[Inline]]
    package var details: [[Block]]

    package init(terms: [[Inline]] = [], details: [[Block]] = []) {
        self.terms = terms
        self.details = details
    }
}

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

/// An image in a text.
package struct Image: Equatable, Sendable {
    /// A description of the image; nil if there is none. Decoration doesn't become an image.
    package var alt: String?
    /// Its URL; for a picture that the text contains, a name that only this picture has in this process.
    package var source: String?
    /// The `data:` URL of a picture that the text contains.
    package var data: String?
    package var title: String?
    /// The size on a page, in pixels.
    package var width: Int?
    package var height: Int?
}

extension Image {
    /// An image of which only the URL is known.
    package init(at source: String) { self.init(source: source) }
}

/// Audio, video or another page embedded in a page. A document has a link to it.
package struct Media: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case audio
        case video
        /// Another page, or an object that needs its own program.
        case embedded
    }

    package var kind: Kind
    package var target: String
    package var title: String?
}

extension Document {
    /// The words only, clean, with one line per block. For the search index and summaries.
    package var plainText: String {
        var text = PlainDocument()
        text.append(blocks)
        return text.string
    }
}

private struct PlainDocument {
    private var bytes: [UInt8] = []

    var string: String {
        let end = bytes.lastIndex { $0 != .space && $0 != .newline }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }

    mutating func append(_ blocks: [Block]) {
        for block in blocks {
            switch block {
            case .paragraph(let inlines), .heading(_, let inlines), .preformatted(let inlines): appendLine(inlines)
            case .list(let list): list.items.forEach { append($0.blocks) }
            case .definitions(let definitions):
                for definition in definitions {
                    definition.terms.forEach { appendLine($0) }
                    definition.details.forEach { append($0) }
                }
            case .quote(let blocks): append(blocks)
            case .table(let table):
                appendLine(table.caption)
                for cell in table.rows.joined() { append(cell.blocks) }
            case .figure(let blocks, let caption):
                append(blocks)
                append(caption)
            case .details(let summary, let blocks):
                appendLine(summary)
                append(blocks)
            case .rule, .anchor: break
            }
        }
    }

    private mutating func appendLine(_ inlines: [Inline]) {
        append(inlines)
        endLine()
    }

    private mutating func append(_ inlines: [Inline]) {
        for inline in inlines {
            switch inline {
            case .text(let text): CleanText.appendLine(text.utf8.span, to: &bytes)
            case .image(let image): append(image.alt)
            case .media(let media): append(media.title)
            case .lineBreak: endLine()
            case .anchor: break
            case .styled, .link, .abbreviation, .ruby: append(inline.content)
            }
        }
    }

    private mutating func append(_ text: String?) {
        if let text { CleanText.appendLine(text.utf8.span, to: &bytes) }
    }

    private mutating func endLine() {
        if bytes.last == .space { bytes.removeLast() }
        if let last = bytes.last, last != .newline { bytes.append(.newline) }
    }
}
