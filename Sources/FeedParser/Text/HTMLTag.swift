import HTML

/// A tag, comment or declaration in a run of HTML.
struct HTMLTag {
    /// The index behind its last byte.
    let end: Int
    private let element: Tag?

    /// Nil unless what begins here is a tag and not a mere less-than sign: "a < b" and "Vec<T>" hold none.
    init?(at start: Int, in html: Bytes) {
        guard html[start] == UInt8(ascii: "<"), let end = Self.end(of: start, in: html) else { return nil }
        var nameStart = start + 1
        let isDeclaration = html[nameStart] == UInt8(ascii: "!")
        while html[nameStart] == UInt8(ascii: "/") { nameStart += 1 }
        var nameEnd = nameStart
        while html[nameEnd].isLetter || html[nameEnd].isDigit { nameEnd += 1 }
        self.end = end
        element = Tag(named: html.part(nameStart..<nameEnd))
        guard isDeclaration || element.map(Self.isLikely) == true else { return nil }
    }

    /// Whether words on either side of it are apart on the screen, although no space is between them.
    var separatesWords: Bool {
        switch element {
        case .br, .p, .div, .li, .ul, .ol, .td, .tr, .hr, .h1, .h2, .h3, .blockquote: true
        default: false
        }
    }

    // It stops at the next "<", so that a run of unclosed tags takes linear time.
    private static func end(of start: Int, in html: Bytes) -> Int? {
        var quote: UInt8?
        for at in (start + 1)..<html.count {
            switch html[at] {
            case UInt8(ascii: "<"): return nil
            case UInt8(ascii: ">") where quote == nil: return at + 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == nil, html[at - 1] == UInt8(ascii: "=") {
                    quote = html[at]
                } else if quote == html[at] {
                    quote = nil
                }
            default: break
            }
        }
        return nil
    }

    /// Whether a title may hold the element, and its name in angle brackets is not rather a word of some other language.
    private static func isLikely(_ element: Tag) -> Bool {
        switch element {
        case .image, .output, .search, .slot, .template: false
        default: !element.isOfDrawingOrMath
        }
    }
}
