import Foundation

/// A feed with characters that no terminal may get in every part, twenty in each item.
///
/// It is a JSON Feed, because XML can't express most of them.
package enum PoisonedFeed {
    static let characters: [Unicode.Scalar] = [
        0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x180E...0x180E, 0x200B...0x200B,
        0x200E...0x200F,
        0x2028...0x202E, 0x2060...0x206F, 0xE000...0xE001, 0xF8FF...0xF8FF, 0xFE0F...0xFE0F, 0xFEFF...0xFEFF,
        0xFFF0...0xFFFC,
        0xFDD0...0xFDEF, 0xFFFE...0xFFFF, 0x1D173...0x1D17A, 0x1FFFE...0x1FFFF, 0xE0000...0xE007F, 0xE0FFF...0xE0FFF,
        0xF0000...0xF0000, 0x10EEEE...0x10EEEE, 0x10FFFE...0x10FFFF
    ].joined().compactMap { Unicode.Scalar(UInt32($0)) }

    package static var itemCount: Int { (characters.count + 19) / 20 }

    package static func document() throws -> String {
        let items = (0..<itemCount).map { number -> [String: Any] in
            let poison = Array(characters.dropFirst(20 * number).prefix(20))
            let text = poisoned(poison.map { String($0) })
            let html = text.replacingOccurrences(of: "<", with: "&lt;")
            let references = poisoned(poison.map { "&#\($0.value);" })
            return [
                "id": "item \(number)", "url": "https://feed.example/\(text)", "title": "Item \(number) \(text)",
                "authors": [["name": text]], "tags": [text],
                "content_html": """
                <h2>\(html)</h2><p>\(references)</p><pre>\(html)\n\(references)</pre><ul><li>\(html)</ul>
                <p><a href="https://\(html)/\(references)" title="\(html)">\(html)</a><img alt="\(references)" src="\(html)"></p>
                <table><tr><td>\(html)<th>\(references)</table>Text \(number) ends.
                """
            ]
        }
        let title = poisoned(characters.map { String($0) })
        let feed: [String: Any] = [
            "version": "https://jsonfeed.org/version/1.1", "title": "Poison \(title)", "home_page_url": title,
            "items": items
        ]
        let document = String(decoding: try JSONSerialization.data(withJSONObject: feed), as: UTF8.self)
        // Half a surrogate pair, which isn't a character.
        return document.replacingOccurrences(of: "Item 0", with: #"Item 0 \#(#"\ud800"#)x\#(#"\udfff"#)"#)
    }

    /// A web page instead of a feed. Its title becomes part of the failure's reason.
    package static func page() -> String {
        "<!doctype html><html><head><title>\(poisoned(characters.map { "&#\($0.value);" }))</title></head></html>"
    }

    private static func poisoned(_ poison: [String]) -> String {
        poison.joined(separator: "a") + "\u{1B}]0;pwned\u{7}\u{9D}0;pwned\u{9C}e"
            + String(repeating: "\u{301}", count: 60)
    }
}

/// Bytes that lede has sent, to be searched for what no terminal may get.
package struct SentBytes {
    /// Their text, without control sequences. Titles and the targets of links count as text.
    package let text: String

    /// Bytes for a terminal, which may contain control sequences.
    package init(toTerminal bytes: [UInt8]) {
        var text: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            guard byte == 0x1B else {
                text.append(byte)
                continue
            }
            switch rest.popFirst() {
            // A control sequence: parameters, then a letter.
            case UInt8(ascii: "["):
                rest = rest.drop { (0x20..<0x40).contains($0) }.dropFirst()
            // An operating system command: its text, up to the terminator.
            case UInt8(ascii: "]"):
                let body = rest.prefix { $0 != 0x07 && $0 != 0x1B }
                text += body
                rest = rest.dropFirst(body.count + (rest.dropFirst(body.count).first == 0x07 ? 1 : 0))
            // A character set.
            case UInt8(ascii: "("), UInt8(ascii: ")"): rest = rest.dropFirst()
            case UInt8(ascii: "7"), UInt8(ascii: "8"), UInt8(ascii: "="), UInt8(ascii: ">"), UInt8(ascii: "M"),
                UInt8(ascii: "\\"):
                break
            // Any other escape sequence stays in the text, as a fault.
            default: text.append(byte)
            }
        }
        self.init(text: text.filter { !Self.motions.contains($0) })
    }

    /// Bytes for a pipe, printed by a command.
    package init(toPipe bytes: [UInt8]) {
        self.init(text: bytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\t") })
    }

    private init(text: [UInt8]) {
        self.text = String(decoding: text, as: UTF8.self)
    }

    /// The characters in the text that no terminal may get.
    package var faults: [String] {
        Set(text.unicodeScalars.filter(Self.isForbidden)).map { "U+" + String($0.value, radix: 16) }.sorted()
    }

    /// Backspace, tab, line feed, return, and the shifts to the other character set and back.
    private static let motions: Set<UInt8> = [0x08, 0x09, 0x0A, 0x0D, 0x0E, 0x0F]

    // Repeated here independently of the tested code, by Unicode's own properties.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}" && !isNumberSign(scalar)
        default: scalar == "\u{FE0F}" || scalar == "\u{34F}"
        }
    }

    /// Visible Arabic and Syriac signs that Unicode counts as format characters.
    private static func isNumberSign(_ scalar: Unicode.Scalar) -> Bool {
        [0x600...0x605, 0x6DD...0x6DD, 0x70F...0x70F, 0x890...0x891, 0x8E2...0x8E2, 0x110BD...0x110CD]
            .contains { $0.contains(scalar.value) }
    }
}
