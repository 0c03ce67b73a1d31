import CLibXML2

/// A character reference of HTML, such as `&eacute;`, `&#233;` or `&#xE9;`.
struct CharacterReference {
    let character: Unicode.Scalar
    /// The index behind its semicolon.
    let end: Int

    /// Nil unless a reference that HTML knows begins here and ends in a semicolon: "AT&T" and "?a=1&copy=2" hold none.
    init?(at start: Int, in html: Bytes) {
        guard html[start] == UInt8(ascii: "&") else { return nil }
        let longest = 32
        var semicolon = start + 1
        while semicolon < html.count, html[semicolon] != UInt8(ascii: ";") {
            guard semicolon - start < longest else { return nil }
            semicolon += 1
        }
        guard semicolon < html.count, let character = Self.character(named: html.part((start + 1)..<semicolon)) else {
            return nil
        }
        self.character = character
        end = semicolon + 1
    }

    /// The character behind a name ("eacute") or a number ("#233", "#xE9").
    static func character(named name: Bytes) -> Unicode.Scalar? {
        guard name.first == UInt8(ascii: "#") else {
            return name.count <= longestName ? named[String(name)] : nil
        }
        let isHexadecimal = name.count > 1 && name[1].lowercased == UInt8(ascii: "x")
        let digits = name.part((isHexadecimal ? 2 : 1)..<name.count)
        guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-") else { return nil }
        guard let number = UInt32(String(digits), radix: isHexadecimal ? 16 : 10) else { return nil }
        return character(numbered: number)
    }

    // libxml2 goes through all of its list for every name that it is asked for, so it is asked once for every character.
    private static let named: [String: Unicode.Scalar] = {
        guard let library = try? LibXML2.loaded.get() else { return [:] }
        var named: [String: Unicode.Scalar] = [:]
        for number: UInt32 in 0..<0x2700 {
            guard let entity = library.htmlEntityValueLookup(number), let name = entity.pointee.name else { continue }
            named[String(cString: name)] = Unicode.Scalar(number)
        }
        return named
    }()

    // That of "thetasym".
    private static let longestName = 8

    // Numbers of no character, and of those that would steer a terminal, give the replacement character.
    private static func character(numbered number: UInt32) -> Unicode.Scalar {
        switch number {
        case 0x09, 0x0A, 0x0D: return " "
        case 0x80...0x9F: return Windows1252.character(of: UInt8(number))
        case ..<0x20, 0x7F: return "\u{FFFD}"
        default: return Unicode.Scalar(number) ?? "\u{FFFD}"
        }
    }
}
