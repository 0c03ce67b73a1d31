import CLibXML2

/// A tag, comment or declaration in a run of HTML.
struct HTMLTag {
    /// The index behind its last byte.
    let end: Int
    private let name: String

    /// Nil unless what begins here is a tag and not a mere less-than sign: "a < b" and "Vec<T>" hold none.
    init?(at start: Int, in html: Bytes) {
        guard html[start] == UInt8(ascii: "<"), let end = Self.end(of: start, in: html) else { return nil }
        var nameStart = start + 1
        let isDeclaration = html[nameStart] == UInt8(ascii: "!")
        while html[nameStart] == UInt8(ascii: "/") { nameStart += 1 }
        var nameEnd = nameStart
        while html[nameEnd].isLetter || html[nameEnd].isDigit { nameEnd += 1 }
        self.end = end
        name = String(html.part(nameStart..<nameEnd)).lowercased()
        guard isDeclaration || Self.isKnown(name) else { return nil }
    }

    /// Whether words on either side of it are apart on the screen, although no space is between them.
    var separatesWords: Bool {
        ["br", "p", "div", "li", "ul", "ol", "td", "tr", "hr", "h1", "h2", "h3", "blockquote"].contains(name)
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

    private static func isKnown(_ name: String) -> Bool {
        guard !name.isEmpty else { return false }
        return sinceHTML4.contains(name) || (try? LibXML2.loaded.get())?.htmlTagLookup(name) != nil
    }

    // libxml2's own table ends with HTML 4.
    private static let sinceHTML4: Set<String> = [
        "article", "aside", "audio", "bdi", "data", "details", "figcaption", "figure", "footer", "header", "main",
        "mark", "nav", "picture", "rp", "rt", "ruby", "section", "source", "summary", "svg", "time", "track", "video",
        "wbr"
    ]
}
