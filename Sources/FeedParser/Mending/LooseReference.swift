import HTML

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

    // The semicolon may be missing: nobody writes such a thing and means it literally.
    private static func number(at start: Int, in text: ByteView) -> (Kind, end: Int)? {
        guard let reference = CharacterReference(at: start - text.startIndex, in: text.bytes.span) else { return nil }
        let isC1 = 0x80...0x9F ~= reference.first.value
        let scalar = isC1 || !XMLCharacter.isAllowed(reference.first) ? UTF8Repair.replacement : reference.first
        return (.number(scalar), reference.end + text.startIndex)
    }

    private static let predefined: [StaticString] = ["amp;", "lt;", "gt;", "quot;", "apos;"]
    // An entity of the document's own may have a longer name than those of HTML have.
    private static let longestName = 32
}
