import HTML

/// A character reference at an ampersand: `&amp;`, `&#8217;` or `&eacute;`.
struct LooseReference {
    enum Kind {
        /// One of the five that every XML document knows.
        case predefined
        /// The character with this number, or its replacement if XML doesn't allow it.
        case number(Unicode.Scalar)
        case name(ByteView)
    }

    let kind: Kind
    /// The index after the reference.
    let end: Int

    init?(at start: Int, in text: ByteView) {
        let isNumber = text.has("&#", at: start)
        guard let found = isNumber ? Self.number(at: start, in: text) : Self.name(at: start + 1, in: text) else {
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

    // The semicolon may be missing: nobody means such text literally.
    private static func number(at start: Int, in text: ByteView) -> (Kind, end: Int)? {
        guard let reference = CharacterReference(at: start - text.startIndex, in: text.bytes.span) else { return nil }
        let isC1 = 0x80...0x9F ~= reference.first.value
        let scalar = isC1 || !XMLCharacter.isAllowed(reference.first) ? UTF8Repair.replacement : reference.first
        return (.number(scalar), reference.end + text.startIndex)
    }

    private static let predefined: [StaticString] = ["amp;", "lt;", "gt;", "quot;", "apos;"]
    // Entities that a document declares may have longer names than those of HTML.
    private static let longestName = 32
}
