import HTML

/// A tag, comment or declaration in a run of HTML.
struct HTMLTag {
    /// The index after its last byte.
    let end: Int
    private let element: Tag?

    /// Nil unless a tag begins here. A mere less-than sign, as in "a < b" and "Vec<T>", isn't one.
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

    /// Whether the tag separates the words around it even without a space.
    var separatesWords: Bool {
        switch element {
        case .br, .p, .div, .li, .ul, .ol, .td, .tr, .hr, .h1, .h2, .h3, .blockquote: true
        default: false
        }
    }

    // This stops at the next "<", so that a run of unclosed tags takes linear time.
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

    /// Whether the element is likely in a title. Names like `output` in angle brackets rather belong to another
    /// language.
    private static func isLikely(_ element: Tag) -> Bool {
        switch element {
        case .image, .output, .search, .slot, .template: false
        default: !element.isOfDrawingOrMath
        }
    }
}
