/// What an ampersand begins if it begins a reference: `&amp;`, `&#8217;`, `&eacute;`.
struct LooseReference {
    enum Kind {
        /// One of the five that every XML document has.
        case predefined
        /// The character of this number, or what is meant by a number that is none.
        case number(Unicode.Scalar)
        case name(ByteView)
    }

    let kind: Kind
    /// The index behind it.
    let end: Int

    init?(at start: Int, in text: ByteView) {
        let isNumber = text.has("&#", at: start)
        guard let found = isNumber ? Self.number(at: start + 2, in: text) : Self.name(at: start + 1, in: text) else {
            return nil
        }
        (kind, end) = found
    }

    private static func name(at start: Int, in text: ByteView) -> (Kind, end: Int)? {
        let limit = text[start..<min(start + longestName, text.endIndex)]
        let name = limit.prefix { $0.isLetter || $0.isDigit }
        guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
        let isPredefined = predefined.contains { text.has($0, at: start) }
        return (isPredefined ? .predefined : .name(name), name.endIndex + 1)
    }

    // The semicolon may be missing: nobody writes such a thing and means it literally.
    private static func number(at start: Int, in text: ByteView) -> (Kind, end: Int)? {
        var digits = text[start...]
        let isHexadecimal = digits.first?.lowercased == UInt8(ascii: "x")
        if isHexadecimal { digits = digits.dropFirst() }
        let radix: UInt32 = isHexadecimal ? 16 : 10
        var number: UInt32 = 0
        var at = digits.startIndex
        while at < digits.endIndex, let digit = digits[at].hexadecimalDigit, digit < radix {
            number = min(number * radix + digit, 0x11_0000)
            at += 1
        }
        guard at > digits.startIndex else { return nil }
        let hasSemicolon = at < digits.endIndex && digits[at] == UInt8(ascii: ";")
        return (.number(character(numbered: number)), hasSemicolon ? at + 1 : at)
    }

    private static func character(numbered number: UInt32) -> Unicode.Scalar {
        if (0x80...0x9F).contains(number) { return Windows1252.character(of: UInt8(number)) }
        guard let scalar = Unicode.Scalar(number), XMLCharacter.isAllowed(scalar) else { return UTF8Repair.replacement }
        return scalar
    }

    private static let predefined: [StaticString] = ["amp;", "lt;", "gt;", "quot;", "apos;"]
    // An entity of the document's own may have a longer name than those of HTML have.
    private static let longestName = 32
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt32? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A") + 10)
        default: nil
        }
    }
}
