import CLibXML2

/// A character reference of HTML, such as `&eacute;`, `&#233;` or `&#xE9;`.
struct CharacterReference {
    let character: Unicode.Scalar
    /// The index behind its semicolon.
    let end: Int

    /// Nil unless a reference that HTML knows begins here and ends in a semicolon: "AT&T" and "?a=1&copy=2" hold none.
    init?(at start: Int, in html: [UInt8]) {
        guard html[start] == UInt8(ascii: "&") else { return nil }
        let longest = 32
        let name = html[(start + 1)...].prefix(longest).prefix { $0 != UInt8(ascii: ";") }
        guard name.endIndex < html.count, html[name.endIndex] == UInt8(ascii: ";"),
            let character = Self.character(named: String(decoding: name, as: UTF8.self))
        else { return nil }
        self.character = character
        end = name.endIndex + 1
    }

    /// The character behind a name ("eacute") or a number ("#233", "#xE9").
    static func character(named name: String) -> Unicode.Scalar? {
        guard name.utf8.first == UInt8(ascii: "#") else {
            return htmlEntityLookup(name).flatMap { Unicode.Scalar($0.pointee.value) }
        }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first?.lowercased() == "x"
        guard let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10) else {
            return nil
        }
        return character(numbered: number)
    }

    // Numbers of no character, and of those that would steer a terminal, give the replacement character.
    private static func character(numbered number: UInt32) -> Unicode.Scalar {
        switch number {
        case 0x09, 0x0A, 0x0D: return " "
        case 0x80...0x9F: return windows1252[Int(number - 0x80)]
        case ..<0x20, 0x7F: return "\u{FFFD}"
        default: return Unicode.Scalar(number) ?? "\u{FFFD}"
        }
    }

    // Numbers in the range of C1 mean windows-1252 (HTML, section 13.2.5.80).
    private static let windows1252 = Array(
        "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ".unicodeScalars)
}
