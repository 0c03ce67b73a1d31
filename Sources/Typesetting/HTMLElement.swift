/// What an HTML element means to a reader of text.
enum HTMLElement {
    /// Stands on lines of its own and says nothing else.
    case block
    case paragraph
    case heading(level: Int)
    case preformatted
    case quote
    case orderedList
    case unorderedList
    case item
    case table
    case row
    case cell(isHeader: Bool)
    case emphasis
    case strong
    case code
    case quotation
    case link
    case image
    case lineBreak
    case breakHint
    case rule
    case base
    /// Left out with all that it holds.
    case hidden
    /// A part of the running text that changes nothing.
    case plain

    init(name: String) {
        self = Self.meanings[name] ?? .plain
    }

    /// Whether the element can hold others; the rest are over as soon as they have begun.
    var isContainer: Bool {
        switch self {
        case .image, .lineBreak, .breakHint, .rule, .base: false
        default: true
        }
    }

    /// Whether the element ends the paragraph before it and the one inside it.
    var breaksParagraph: Bool {
        switch self {
        case .block, .paragraph, .heading, .preformatted, .quote, .orderedList, .unorderedList, .item, .table, .row,
            .cell, .rule:
            true
        default: false
        }
    }

    private static let meanings: [String: HTMLElement] = {
        var meanings: [String: HTMLElement] = [
            "p": .paragraph, "blockquote": .quote, "ol": .orderedList, "li": .item, "table": .table, "tr": .row,
            "td": .cell(isHeader: false), "th": .cell(isHeader: true), "q": .quotation, "a": .link, "img": .image,
            "br": .lineBreak, "wbr": .breakHint, "hr": .rule, "base": .base
        ]
        for level in 1...6 { meanings["h\(level)"] = .heading(level: level) }
        let groups: [(HTMLElement, String)] = [
            (
                .block,
                """
                html body div section article main header footer nav aside address figure figcaption center details \
                summary dl dt dd fieldset legend form hgroup caption search
                """
            ),
            (.unorderedList, "ul menu dir"),
            (.preformatted, "pre listing xmp plaintext"),
            (.emphasis, "em i cite var dfn"),
            (.strong, "strong b"),
            (.code, "code kbd samp tt"),
            // What is shown only where the picture, the player or the frame cannot be; and what a person fills in.
            (.hidden, "script style title template iframe object embed video audio canvas svg noembed noframes applet"),
            (.hidden, "input select option optgroup textarea button datalist progress meter dialog")
        ]
        for (meaning, names) in groups {
            for name in names.split(separator: " ") where meanings[String(name)] == nil {
                meanings[String(name)] = meaning
            }
        }
        return meanings
    }()
}
