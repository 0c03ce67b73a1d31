import HTML

extension CharacterReference {
    /// Nil unless a reference that HTML knows begins here and ends with a semicolon. "AT&T" and "?a=1&copy=2" contain
    /// none.
    init?(closedAt start: Int, in html: Bytes) {
        guard html[start] == UInt8(ascii: "&"), let reference = CharacterReference(at: start, in: html.span),
            html[reference.end - 1] == UInt8(ascii: ";")
        else { return nil }
        self = reference
    }

    /// The characters with this name in XML. They are the same as in HTML, except for two brackets of XHTML 1.0.
    static func characters(namedInXML name: Bytes) -> [Unicode.Scalar]? {
        if name == "lang" { return ["\u{2329}"] }
        if name == "rang" { return ["\u{232A}"] }
        return CharacterReference(named: name.span).map { [$0.first] + [$0.second].compactMap(\.self) }
    }
}

extension ByteBuffer {
    /// Appends the characters of a reference.
    mutating func append(_ reference: CharacterReference) {
        append(reference.first.withoutControl)
        if let second = reference.second { append(second) }
    }
}

extension Unicode.Scalar {
    /// A space in place of a character that ends a line or column, and the replacement character in place of other
    /// control characters.
    var withoutControl: Unicode.Scalar {
        switch value {
        case 0x09, 0x0A, 0x0D: " "
        case ..<0x20, 0x7F...0x9F: UTF8Repair.replacement
        default: self
        }
    }
}
