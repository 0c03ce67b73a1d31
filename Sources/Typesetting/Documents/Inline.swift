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
